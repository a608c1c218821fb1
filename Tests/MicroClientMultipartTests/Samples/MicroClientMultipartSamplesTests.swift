import Foundation
import MicroClientMultipart
import TestSupport
import Testing

// The sample of the module's page, word for word.

func share(_ photo: URL, with client: NetworkClient) async throws {
    let form = MultipartForm {
        FileField(named: "photo", file: photo, mimeType: .jpegImage)
        TextField(named: "description", value: "My vacation photo")
    }
    try await client("photos").body(form).post()
}

@Suite("Samples of the page \"MicroClientMultipart\"")
struct MicroClientMultipartSamplesTests {
    @Test("a photo goes out as a form, read from its file")
    func shares() async throws {
        let photo = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).jpg")
        try Data([0xFF, 0xD8]).write(to: photo)
        defer { try? FileManager.default.removeItem(at: photo) }
        let transport = FakeTransport(.response(204))
        let base = try #require(URL(string: "http://h.test"))
        try await share(photo, with: NetworkClient(url: base, session: .transport(transport)))
        let request = try #require(transport.requests.first)
        #expect(request.method == .post && request.url == "http://h.test/photos")
        #expect(request.headers["Content-Type"]?.hasPrefix("multipart/form-data; boundary=") == true)
        guard case .stream(let stream) = request.body else {
            Issue.record("not streamed")
            return
        }
        #expect(stream.isReplayable && stream.length ?? 0 > 200)
    }
}
