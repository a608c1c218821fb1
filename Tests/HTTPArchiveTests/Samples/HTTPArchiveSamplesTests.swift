import Foundation
import HTTPArchive
import MicroClient
import TestSupport
import Testing

// The samples of the module's page, word for word.

func slowest(in file: URL, count: Int) throws -> [String] {
    let archive = try HAR(contentsOf: file)
    return archive.log.entries.sorted { $0.time > $1.time }.prefix(count).map { entry in
        "\(Int(entry.time)) ms, \(entry.response.status) \(entry.request.method) \(Redaction.url(entry.request.url))"
    }
}

func share(_ file: URL, as copy: URL) throws {
    try HAR(contentsOf: file).redacted(HARRedaction(names: ["X-Tenant"])).write(to: copy)
}

func archive(_ request: WireRequest, with client: NetworkClient) async throws -> HAR {
    let response = try await client.send(request)
    let body = try await response.collect()
    return HAR(entries: HAR.entries(of: response.exchange(), responseBody: body)).redacted()
}

func sendAgain(_ entry: HAR.Entry, with client: NetworkClient) async throws -> WireResponse {
    try await client.send(WireRequest(entry.request))
}

@Suite("The samples of the page on archives")
struct HTTPArchiveSamplesTests {
    private func entry(_ url: String, time: Double) -> HAR.Entry {
        HAR.Entry(
            startedDateTime: Date(timeIntervalSince1970: 0), request: HAR.Request(method: "GET", url: url),
            response: HAR.Response(status: 200), time: time)
    }

    @Test("the slowest entries are told, without secrets; a copy to be shared has none")
    func files() throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let file = directory.appendingPathComponent("all.har")
        var slow = entry("http://a/?token=t0ken-0123456789", time: 30)
        slow.request.headers = [HAR.Field("X-Tenant", "acme-corporation")]
        try HAR(entries: [entry("http://b/", time: 10), slow]).write(to: file)
        #expect(try slowest(in: file, count: 1) == ["30 ms, 200 GET http://a/?token=••••"])
        let copy = directory.appendingPathComponent("shared.har")
        try share(file, as: copy)
        let text = try String(contentsOf: copy, encoding: .utf8)
        #expect(!text.contains("t0ken") && !text.contains("acme"))
    }

    @Test("a send becomes an entry, and an entry a send")
    func conversions() async throws {
        let transport = FakeTransport(.response(200, body: ["hello"]), .response(204))
        let client = NetworkClient(transport: transport)
        let request = WireRequest(url: "http://one.test/a", headers: [HeaderField("Accept", "*/*")])
        let archive = try await archive(request, with: client)
        let entry = try #require(archive.log.entries.first)
        #expect(entry.response.content.text == "hello")
        #expect(try await sendAgain(entry, with: client).status == 204)
        #expect(transport.requests.last?.url == request.url)
        #expect(transport.requests.last?.headers == request.headers)
    }
}
