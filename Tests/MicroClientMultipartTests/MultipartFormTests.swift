import Foundation
import MicroClientMultipart
import Testing

@Suite struct MultipartFormTests {
    @Test(
        "names and file names cannot end their field, and stay UTF-8",
        arguments: [
            ("a\"b", "a%22b"), ("a\r\nX-Evil: 1", "a%0D%0AX-Evil: 1"), ("größe 日本.txt", "größe 日本.txt"),
            ("a\\b%22", "a\\b%22"), ("\0", "%00"),
        ])
    func names(name: String, expected: String) throws {
        let form = MultipartForm([DataField(named: name, data: Data(), mimeType: nil, fileName: name)], boundary: "B")
        #expect(
            String(decoding: try form.data(), as: UTF8.self)
                == "--B\r\nContent-Disposition: form-data; name=\"\(expected)\"; filename=\"\(expected)\"\r\n\r\n\r\n--B--\r\n"
        )
    }

    @Test("a media type cannot end its line")
    func mediaType() throws {
        let form = MultipartForm([DataField(named: "a", data: Data(), mimeType: "a/b\r\nX: 1")], boundary: "B")
        #expect(String(decoding: try form.data(), as: UTF8.self).contains("Content-Type: a/bX: 1\r\n\r\n"))
    }

    @Test("the builder takes conditions and loops")
    func builder() {
        let isDeep = true
        let form = MultipartForm {
            TextField(named: "a", value: "1")
            if isDeep { TextField(named: "b", value: "2") }
            if !isDeep { TextField(named: "c", value: "3") } else { TextField(named: "d", value: "4") }
            for index in 0..<2 { TextField(named: "e\(index)", value: "") }
        }
        #expect(form.fields.map(\.name) == ["a", "b", "d", "e0", "e1"])
    }

    @Test("a pipe in the place of a file is refused, and no thread waits for its other end")
    func pipe() throws {
        let pipe = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
        #expect(mkfifo(pipe.path, 0o600) == 0)
        defer { unlink(pipe.path) }
        let form = MultipartForm { FileField(named: "f", file: pipe, mimeType: .zip) }
        let error = #expect(throws: POSIXError.self) { try form.source() }
        #expect(error?.code == .EINVAL)
        #expect(throws: POSIXError.self) { try form.data() }
    }

    @Test("a file that became a pipe after it was measured ends the reading")
    func becomesPipe() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
        try Data("abc".utf8).write(to: file)
        let form = MultipartForm { FileField(named: "f", file: file, mimeType: .zip) }
        guard case .stream(let stream) = try form.source() else {
            Issue.record("not streamed")
            return
        }
        unlink(file.path)
        #expect(mkfifo(file.path, 0o600) == 0)
        defer { unlink(file.path) }
        let next = try stream.open()
        #expect(try await next() != nil)
        await #expect(throws: POSIXError.self) { _ = try await next() }
    }

    @Test("a link to a file is as long as the file, and read")
    func link() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
        let link = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
        try Data(repeating: 7, count: 100_000).write(to: file)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        defer { for url in [file, link] { try? FileManager.default.removeItem(at: url) } }
        func length(_ url: URL) throws -> Int64? {
            let field = FileField(named: "f", file: url, mimeType: .zip, fileName: "x")
            guard case .stream(let stream) = try MultipartForm([field], boundary: "B").source() else { return nil }
            return stream.length
        }
        #expect(try length(link) == length(file))
    }

    @Test("a file is streamed in pieces, its length known beforehand, and can be sent again")
    func file() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).bin")
        let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
        try content.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let form = MultipartForm(boundary: "B") {
            FileField(named: "f", file: file, mimeType: .zip, fileName: "x.zip")
            TextField(named: "t", value: "v")
        }
        guard case .stream(let stream) = try form.source() else {
            Issue.record("not streamed")
            return
        }
        let whole = try form.data()
        #expect(stream.isReplayable && stream.length == Int64(whole.count))
        for _ in 0..<2 {
            let next = try stream.open()
            var (read, largest) = (Data(), 0)
            while let chunk = try await next() {
                read += chunk
                largest = max(largest, chunk.count)
            }
            #expect(read == whole && largest <= 64 * 1024)
        }
        #expect(whole.range(of: content) != nil)
    }

    @Test("the ending of a file says what it holds, in capitals too; one that is not known says nothing")
    func fileExtensions() {
        #expect(MimeType(fileExtension: "PNG") == .pngImage && MimeType(fileExtension: "yml") == "application/yaml")
        #expect(MimeType(fileExtension: "") == nil && MimeType(fileExtension: "x-y") == nil)
    }
}
