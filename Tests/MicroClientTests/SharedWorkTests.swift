import Testing

@testable import MicroClient

@Suite("Work that is done once for all")
struct SharedWorkTests {
    @Test("one does it, the others have its result; who is cancelled leaves it to them")
    func shared() async throws {
        let work = SharedWork<String, Int>()
        let (gate, open) = AsyncStream<Void>.makeStream()
        let begun = Locked(0)
        let tasks = (0..<3).map { _ in
            Task {
                try await work.value(for: "a") {
                    begun.withLock { $0 += 1 }
                    for await _ in gate { break }
                    try Task.checkCancellation()
                    return 7
                }
            }
        }
        while await work.waiting(for: "a") < 3 { await Task.yield() }
        tasks[0].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[0].value }
        open.yield()
        let results = [try await tasks[1].value, try await tasks[2].value]
        #expect(results.map(\.value) == [7, 7])
        #expect(results.filter(\.isOwn).count <= 1)
        #expect(begun.withLock { $0 } == 1)
    }

    @Test("the last to leave ends it, and the next begins anew")
    func abandoned() async throws {
        let work = SharedWork<String, Int>()
        let ended = Locked(false)
        let task = Task {
            try await work.value(for: "a") {
                defer { ended.withLock { $0 = true } }
                try await Task.sleep(for: .seconds(3600))
                return 1
            }
        }
        while await work.waiting(for: "a") < 1 { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        while !ended.withLock({ $0 }) { await Task.yield() }
        let next = try await work.value(for: "a") { 2 }
        #expect(next.value == 2 && next.isOwn)
    }

    @Test("what it throws comes to all; other keys are other work")
    func fails() async throws {
        struct Refused: Error {}
        let work = SharedWork<String, Int>()
        await #expect(throws: Refused.self) { try await work.value(for: "a") { throw Refused() } }
        #expect(try await work.value(for: "b") { 3 }.value == 3)
    }
}
