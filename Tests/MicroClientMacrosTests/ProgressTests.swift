import MicroClientMacros
import TestSupport
import Testing

/// Keeps every value it is given.
private final class Kept: Sendable {
    private let values = Locked<[TransferProgress]>([])
    var all: [TransferProgress] { values.withLock { $0 } }
    func take(_ progress: TransferProgress) { values.withLock { $0.append(progress) } }
}

@Suite struct ProgressTests {
    private let get = Seed.GetUsersRequest(page: 1, limit: 1)

    @Test("D36 every perform method tells of progress, which never goes back and ends at 1")
    func methods() async throws {
        let body = Array(repeating: String(repeating: "x", count: 40_000), count: 5)
        let headers: HeaderFields = [HeaderField("Content-Length", "200000")]
        let script = HopScript.response(200, headers: headers, body: body)
        let bench = ClientBench(script, script, script)
        let kept = [Kept(), Kept(), Kept()]
        let _: Response<String> = try await bench.client.perform(get) { kept[0].take($0) }
        let response = try await bench.client.perform(get) { progress in kept[1].take(progress) }
        #expect(response.statusCode == 200)
        _ = try await bench.client.performRaw(get) { kept[2].take($0) }
        for fractions in kept.map({ $0.all.map(\.fractionCompleted) }) {
            #expect(fractions == fractions.sorted() && fractions.last == 1)
            #expect(fractions.count > 1 && fractions.count <= body.count)
        }
        #expect(kept[0].all.last?.bytesReceived == 200_000 && kept[0].all.last?.bytesToReceive == 200_000)
    }

    @Test("D36 without a length, or without a body, the end alone is known")
    func unknownLength() async throws {
        let bench = ClientBench(.response(200, body: ["a", "b"]), .noContent, .response(500))
        let kept = [Kept(), Kept(), Kept()]
        try await bench.client.perform(get) { kept[0].take($0) }
        try await bench.client.perform(get) { kept[1].take($0) }
        _ = try? await bench.client.perform(get) { kept[2].take($0) }
        #expect(kept[0].all.map(\.fractionCompleted).dropLast().allSatisfy { $0 == 0 })
        #expect(kept.map { $0.all.last?.fractionCompleted } == [1, 1, 1])
        #expect(kept[1].all.count == 1)
    }

    @Test("D36 a body sent is the first half")
    func upload() async throws {
        let steps = [10, 5, 20].map { HopScript.Step.event(.uploaded(bytes: $0)) } + HopScript.response(200).steps
        let bench = ClientBench(HopScript(steps))
        let kept = Kept()
        try await bench.client.perform(Seed.UploadDataRequest(body: Data(count: 20))) { kept.take($0) }
        #expect(kept.all.map(\.fractionCompleted) == [0.25, 0.25, 0.5, 1])
        #expect(kept.all.last?.bytesToSend == 20)
    }
}
