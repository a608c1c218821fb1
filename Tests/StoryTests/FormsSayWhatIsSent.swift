import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: what the form of a proxy says is what a send does", .serialized)
struct FormsSayWhatIsSent {
    /// What stands under `config.proxy`, what the form says of it, and who answers.
    private static let cases: [(proxy: String, words: String, isProxied: Bool)] = [
        ("{inherit: false, config: {hostname: 127.0.0.1, port: PORT}}", "Requests go through this proxy", true),
        ("{inherit: true, config: {hostname: 127.0.0.1, port: PORT}}", "that this machine's environment names", false),
        (
            "{inherit: false, disabled: true, config: {hostname: 127.0.0.1, port: PORT}}",
            "directly, without any proxy", false
        ),
        ("{config: {hostname: 127.0.0.1, port: PORT}}", "Not used: it counts with System's proxy said", false),
    ]

    private static func server(_ text: String) throws -> RawServer {
        try RawServer(
            answering: "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n\(text)")
    }

    @Test("through the proxy, directly, or as the machine says", arguments: cases.indices)
    func proxy(index: Int) throws {
        let (settings, words, isProxied) = Self.cases[index]
        let (proxy, target) = (try Self.server("from the proxy"), try Self.server("from the server"))
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root
                + "config:\n  proxy: \(settings.replacing("PORT", with: "\"\(proxy.port)\""))\n",
            "a.yml": Fixture.request("Ask", url: "\(target.baseURL)/"),
        ])
        let session = try place.start(size: .large, environmentName: nil)
        try session.showRequest("a", named: "Ask")
        try session.type("s")
        try session.waitForResponse("✓ 200 OK")
        try session.waitFor(isProxied ? "from the proxy" : "from the server")
        try session.type("1g")
        try session.type("2")
        try session.showRequestTab("Proxy")
        try session.waitFor(words)
        #expect(try session.quit() == 0)
    }
}
