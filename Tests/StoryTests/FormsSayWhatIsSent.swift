import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: what the forms of proxy and certificates say is what a send does", .serialized)
struct FormsSayWhatIsSent {
    /// The cases: the text under `config.proxy`, what the form says about it, and whether the proxy responds.
    private static let cases: [(proxy: String, words: String, isProxied: Bool)] = [
        ("{inherit: false, config: {hostname: 127.0.0.1, port: PORT}}", "Requests use this proxy", true),
        ("{inherit: true, config: {hostname: 127.0.0.1, port: PORT}}", "set in this machine's environment", false),
        (
            "{inherit: false, disabled: true, config: {hostname: 127.0.0.1, port: PORT}}",
            "directly, without any proxy", false
        ),
        ("{config: {hostname: 127.0.0.1, port: PORT}}", "Not used: it needs System's proxy set", false),
    ]

    private static func server(_ text: String) throws -> RawServer {
        try RawServer(
            responding: "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n\(text)")
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

    /// Certificates of the environment and of the collection, and whether a server that demands one of the authority "right" takes the first that
    /// is shown to it.
    private static let certificates: [(environment: [String], collection: [String], isAccepted: Bool)] = [
        ([], [], false),
        ([], ["right"], true),
        ([], ["wrong", "right"], false),
        ([], ["wrong off", "right"], true),
        ([], ["right elsewhere"], false),
        (["right"], ["wrong"], true),
        (["wrong"], ["right"], false),
    ]

    /// Rows of `clientCertificates`, for this machine unless "elsewhere", switched off with "off".
    private static func rows(_ certificates: [String], indent: String) -> String {
        if certificates.isEmpty { return "" }
        let rows = certificates.map { words in
            let name = words.prefix { $0 != " " }
            return "\(indent)  - {type: pem, domain: \(words.hasSuffix("elsewhere") ? "elsewhere.test" : "127.0.0.1"), "
                + "certificateFilePath: \(name).pem, privateKeyFilePath: \(name).key"
                + (words.hasSuffix("off") ? ", disabled: true}\n" : "}\n")
        }
        return "\(indent)clientCertificates:\n" + rows.joined()
    }

    @Test(
        "the first certificate that is on and meant for the server is shown, the environment's before the collection's",
        arguments: certificates.indices)
    func clientCertificate(index: Int) throws {
        let (ofEnvironment, ofCollection, isAccepted) = Self.certificates[index]
        let authorities = ["right": try TestAuthority(), "wrong": try TestAuthority(name: "Another")]
        let right = try #require(authorities["right"])
        let tls = ServerTLS(try right.issue(), clientAuthorityFile: right.certificateFile)
        let server = try RawServer(tls: tls) { connection, _ in
            if connection.readHead() != nil { connection.write("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n") }
        }
        let isAnyShown = (ofEnvironment + ofCollection).contains { !$0.hasSuffix("elsewhere") }
        let collection = Self.rows(ofCollection, indent: "  ")
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root + (collection.isEmpty ? "" : "config:\n" + collection),
            "environments/local.yml": Fixture.environment + Self.rows(ofEnvironment, indent: ""),
            "microscope.yaml": "version: 1\ncollection:\n  tls: {verify: false}\n",
            "a.yml": Fixture.request("Ask", url: "\(server.baseURL)/"),
        ])
        for (name, authority) in authorities {
            let certificate = try authority.issue(subject: "/CN=client", names: [])
            for (from, ending) in [(certificate.certificateFile, "pem"), (certificate.keyFile, "key")] {
                let text = try String(contentsOfFile: from, encoding: .utf8)
                try place.write(text, to: "\(name).\(ending)")
            }
        }
        let session = try place.start(size: .large)
        try session.showRequest("a", named: "Ask")
        try session.type("s")
        try session.waitForResponse(isAccepted ? "✓ 204 No Content" : "✗ failed")
        if !isAccepted {
            try session.waitFor("The server \(isAnyShown ? "refuses the" : "demands a") client certificate")
        }
        #expect(try session.quit() == 0)
    }
}
