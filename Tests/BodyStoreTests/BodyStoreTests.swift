import Digests
import Foundation
import Testing

@testable import BodyStore

@Suite struct BodyStoreTests {
    private func pattern(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) } }

    @Test("gives back what was appended, in memory and in a file", arguments: [1 << 20, 5000, 0])
    func appended(memoryLimit: Int) throws {
        let bytes = pattern(20_000)
        let store = BodyStore(memoryLimit: memoryLimit)
        for start in stride(from: 0, to: bytes.count, by: 777) {
            try store.append(Data(bytes[start..<min(start + 777, bytes.count)]))
            #expect(store.copy(start..<start + 10) == Array(bytes[start..<min(start + 10, bytes.count)]))
        }
        store.finish()
        #expect(store.isSpilled == (memoryLimit < bytes.count))
        #expect(store.copy(0..<Int.max) == bytes)
        #expect(store.copy(19_990..<30_000) == Array(bytes[19_990...]))
        #expect(store.copy(30_000..<40_000).isEmpty)
    }

    @Test("hashes what was appended, once it is finished", arguments: [1 << 20, 100])
    func hash(memoryLimit: Int) throws {
        let store = BodyStore(memoryLimit: memoryLimit)
        try store.append(Data(pattern(300)))
        try store.append(Data())
        #expect(store.sha256 == nil)
        store.finish()
        #expect(store.isFinished)
        #expect(try store.sha256 == Digest(of: pattern(300), .sha256))
    }

    @Test("stays in memory up to the limit exactly")
    func limit() throws {
        let store = BodyStore(memoryLimit: 10)
        try store.append(Data(pattern(10)))
        #expect(!store.isSpilled)
        try store.append(Data([1]))
        #expect(store.isSpilled)
        #expect(store.count == 11)
    }

    @Test("lends bytes that stay while the body grows and moves to a file")
    func growing() throws {
        let store = BodyStore(memoryLimit: 10_000)
        try store.append(Data(pattern(100)))
        try store.withBytes(in: 0..<100) { lent in
            try store.append(Data(pattern(9000)))
            try store.append(Data(pattern(9000)))
            #expect(Array(lent) == pattern(100))
        }
        store.withBytes(in: 0..<18_100) { lent in #expect(lent.count == 18_100) }
    }

    @Test("maps the file anew for readers when it has grown")
    func remapped() throws {
        let store = BodyStore(memoryLimit: 0)
        try store.append(Data(pattern(100)))
        #expect(store.copy(0..<10) == pattern(10))
        try store.append(Data(pattern(1 << 18)))
        #expect(store.copy(0..<1 << 20) == pattern(100) + pattern(1 << 18))
    }

    @Test("can be read from one thread while another appends")
    func threads() async throws {
        let store = BodyStore(memoryLimit: 1 << 14)
        let bytes = pattern(1 << 18)
        async let writer: Void = {
            for start in stride(from: 0, to: bytes.count, by: 1024) {
                try store.append(Data(bytes[start..<start + 1024]))
            }
            store.finish()
        }()
        var isFinished = false
        while !isFinished {
            isFinished = store.isFinished
            let count = store.count
            let isSame = store.withBytes(in: 0..<count) { $0.elementsEqual(bytes[..<count]) }
            #expect(isSame)
            await Task.yield()
        }
        try await writer
        #expect(store.count == bytes.count)
    }

    @Test("leaves no name in the directory, and the file to its owner only")
    func nameless() throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let store = BodyStore(memoryLimit: 0, directory: directory)
        try store.append(Data([1, 2, 3]))
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
        for descriptor in [try SpillFile.open(in: directory.path), try SpillFile.openUnlinked(in: directory.path)] {
            var status = stat()
            #expect(fstat(descriptor, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
            #expect(status.st_nlink == 0)
            close(descriptor)
        }
    }

    @Test("says what failed when there is no directory to spill into")
    func noDirectory() throws {
        let store = BodyStore(memoryLimit: 4, directory: URL(fileURLWithPath: "/nonexistent/bodies"))
        try store.append(Data([1, 2]))
        let error = #expect(throws: BodyStoreError.self) { try store.append(Data([3, 4, 5])) }
        #expect(error?.code == .noSuchDirectory)
        #expect(
            error?.description
                == "The body could not be kept: No such file or directory (open in /nonexistent/bodies)")
        #expect(store.copy(0..<9) == [1, 2])
    }

    #if os(Linux)
        @Test("says that the disk is full")
        func diskFull() throws {
            let full = SpillFile(descriptor: open("/dev/full", O_RDWR | O_CLOEXEC), directory: "/dev")
            let error = #expect(throws: BodyStoreError.self) {
                try [UInt8](repeating: 0, count: 10).withUnsafeBytes { try full.write($0, at: 0) }
            }
            #expect(error?.code == .diskFull)
            #expect(error?.operation == "pwrite")
        }
    #endif

    @Test("reads without a mapping where none is to be had")
    func unmapped() throws {
        let file = try SpillFile(in: FileManager.default.temporaryDirectory.path)
        try pattern(5000).withUnsafeBytes { try file.write($0, at: 0) }
        #expect(file.read(100..<200) == Array(pattern(200)[100...]))
        #expect(file.read(4990..<6000) == Array(pattern(5000)[4990...]))
    }

    @Test("takes nothing after it is finished")
    func finished() throws {
        let store = BodyStore([1, 2])
        #expect(store.isFinished)
        let error = #expect(throws: BodyStoreError.self) { try store.append(Data([3])) }
        #expect(error?.code == .alreadyFinished)
        #expect(error?.description == "The body could not be kept: it is finished")
        #expect(store.copy(0..<9) == [1, 2])
    }

    @Test("who waits for more is woken by the next bytes, and by the end")
    func waiting() async throws {
        let store = BodyStore()
        let seen = AsyncStream<Int>.makeStream()
        let thread = Thread {
            store.wait(forMoreThan: 0)
            seen.continuation.yield(store.count)
            store.wait(forMoreThan: 3)
            seen.continuation.yield(-1)
            seen.continuation.finish()
        }
        thread.start()
        var steps = seen.stream.makeAsyncIterator()
        try store.append(Data([1, 2, 3]))
        #expect(await steps.next() == 3)
        store.finish()
        #expect(await steps.next() == -1)
    }

    @Test("who waits for more of a body that stays silent is woken to see that it is cancelled")
    func cancelledWaiting() async {
        let store = BodyStore()
        let asked = AsyncStream<Void>.makeStream()
        let cancelled = BodyStore()
        let ended = AsyncStream<Void>.makeStream()
        Thread {
            store.wait(forMoreThan: 0) {
                asked.continuation.yield()
                return cancelled.isFinished
            }
            ended.continuation.yield()
        }.start()
        var questions = asked.stream.makeAsyncIterator()
        await questions.next()
        cancelled.finish()
        store.wakeWaiting()
        var ends = ended.stream.makeAsyncIterator()
        await ends.next()
        #expect(store.count == 0 && !store.isFinished)
    }
}
