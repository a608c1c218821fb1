import MicroClientMacros
import TestSupport
import Testing

@Suite struct DeclaredFormTests {
    private func bytes(_ form: MultipartForm) throws -> Data {
        var request = URLRequest(url: try #require(URL(string: "http://h.test")))
        try form.modify(&request, using: JSONEncoder())
        return try #require(request.httpBody)
    }

    @Test("D25 D27 D46 the seed's form, byte for byte")
    func golden() async throws {
        let bench = ClientBench(.noContent)
        let request = Seed.UploadRequest(
            fileData: Data([0xFF, 0xD8, 0x0D, 0x0A]), fileName: "photo.jpg", description: "Grüße")
        try await bench.client.perform(request)
        var expected = Data(
            "--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"photo.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n"
                .utf8)
        expected += [0xFF, 0xD8, 0x0D, 0x0A]
        expected += Data(
            "\r\n--B\r\nContent-Disposition: form-data; name=\"description\"\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nGrüße\r\n--B--\r\n"
                .utf8)
        let sent = try #require(try await bench.body())
        #expect(try bytes(MultipartForm(request.body.fields, boundary: "B")) == expected)
        #expect(sent.count == expected.count + 3 * (request.body.boundary.count - 1))
    }

    @Test("D26 the content type names the boundary, which is in no part and new each time")
    func boundary() async throws {
        let bench = ClientBench(.noContent)
        let form = Seed.UploadRequest(fileData: Data(), fileName: "a", description: "b")
        try await bench.client.perform(form)
        let type = "multipart/form-data; boundary=\(form.body.boundary)"
        #expect(try bench.sent().headers.withoutDefaults == [HeaderField("Content-Type", type)])
        #expect(form.body.boundary != MultipartForm([]).boundary && form.body.boundary.utf8.count <= 70)
        #expect(MultipartForm([], boundary: "a b:c").contentType == "multipart/form-data; boundary=\"a b:c\"")
    }

    @Test("a file that is not there is an encoding error, and nothing is sent")
    func missingFile() async throws {
        let bench = ClientBench()
        let form = MultipartForm([FileField(named: "f", file: URL(fileURLWithPath: "/no/such/file"))])
        await #expect {
            try await bench.client.perform(DeclaredRequestTests.Send(kind: "x", content: form))
        } throws: { error in
            if case NetworkClientError.encodingError = error { true } else { false }
        }
        #expect(bench.transport.requests.isEmpty)
    }

    @Test("middlewares leave a streamed body as it is")
    func middlewares() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).txt")
        try Data("content".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var bench = ClientBench(.noContent)
        bench.client.middlewares = [Seed.AuthMiddleware(token: "t")]
        let form = MultipartForm([FileField(named: "f", file: file)])
        try await bench.client.perform(DeclaredRequestTests.Send(kind: "x", content: form))
        #expect(try bench.sent().headers["Authorization"] == "Bearer t")
        #expect(try bench.sent().headers["Content-Type"] == form.contentType)
        #expect(try await bench.body() == bytes(form))
    }

    private static let parser = """
        import sys, email
        head, body = sys.argv[1], sys.stdin.buffer.read()
        message = email.message_from_bytes(("Content-Type: " + head + "\\r\\n\\r\\n").encode() + body)
        for part in message.get_payload():
            name = part.get_param("name", header="content-disposition")
            print(name, part.get_filename(), part.get_content_type(), part.get_payload(decode=True).hex())
        """

    private static let python = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { "\($0)/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    @Test("D26 Python's parser reads what was sent", .enabled(if: python != nil))
    func independentParser() throws {
        let form = Seed.UploadRequest(
            fileData: Data([0, 0xFF, 0x0D, 0x0A, 0x2D, 0x2D]), fileName: "photo.jpg", description: "two\r\nlines--"
        ).body
        let python = try #require(Self.python)
        let program = try ChildProgram.run([python, "-c", Self.parser, form.contentType], input: bytes(form))
        #expect(program.status == 0, "\(program.errorText)")
        #expect(
            program.outputText.split(separator: "\n")
                == ["file photo.jpg image/jpeg 00ff0d0a2d2d", "description None text/plain 74776f0d0a6c696e65732d2d"])
    }
}
