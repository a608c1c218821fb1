import Foundation
import Testing

@testable import MicroClient

@Suite("Ordinary files")
struct OrdinaryFileTests {
    private let file = FileManager.default.temporaryDirectory.appendingPathComponent("ordinary-\(UUID())")

    @Test("the content is mapped whole; /dev/null is empty")
    func content() throws {
        defer { unlink(file.path) }
        let bytes = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
        try bytes.write(to: file)
        #expect(try OrdinaryFile(file).data() == bytes)
        #expect(try OrdinaryFile(URL(fileURLWithPath: "/dev/null")).data().isEmpty)
    }

    @Test("a file that is longer than the limit is refused, and so is a body of one for URLSession")
    func sparse() throws {
        defer { unlink(file.path) }
        #expect(FileManager.default.createFile(atPath: file.path, contents: nil) && truncate(file.path, 3 << 30) == 0)
        let error = #expect(throws: POSIXError.self) { try OrdinaryFile(file).data() }
        #expect(error?.code == .EFBIG)
        let request = WireRequest(method: .post, url: "http://127.0.0.1:1/", body: .file(file))
        #expect(throws: POSIXError.self) { try request.foundationRequestWithFile() }
    }

    @Test("a pipe is refused at once")
    func pipe() throws {
        defer { unlink(file.path) }
        #expect(mkfifo(file.path, 0o600) == 0)
        let error = #expect(throws: POSIXError.self) { try OrdinaryFile(file).data() }
        #expect(error?.code == .EINVAL)
        let request = WireRequest(method: .post, url: "http://127.0.0.1:1/", body: .file(file))
        #expect(throws: POSIXError.self) { try request.foundationRequestWithFile() }
    }
}
