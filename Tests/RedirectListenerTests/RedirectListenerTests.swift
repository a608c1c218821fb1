import Foundation
import Testing

@testable import RedirectListener

@Suite("The browser's way back") struct RedirectListenerTests {
    @Test(
        "callbacks on this machine by plain http are listened on, with their port or any",
        arguments: [
            ("http://127.0.0.1:8080/cb", "http://127.0.0.1:8080/cb"),
            ("http://localhost/a/b", "http://localhost:5/a/b"),
            ("HTTP://LOCALHOST", "http://LOCALHOST:5"), ("http://[::1]:70/", "http://[::1]:70/"),
            ("http://127.0.0.1:0/cb", "http://127.0.0.1:5/cb"),
        ])
    func loopback(url: String, redirect: String) throws {
        let callback = try #require(LoopbackCallback(url))
        #expect(callback.redirectURI(port: callback.port ?? 5) == redirect)
    }

    @Test(
        "others are not",
        arguments: [
            "https://127.0.0.1/cb", "http://127.0.0.2/", "http://example.com/", "http://127.0.0.1.example.com/",
            "http://user@localhost/", "http://localhost/?a", "http://localhost/#a", "http://localhost:99999/",
            "app:/cb",
            "", "https://oauth.usebruno.com/callback",
        ])
    func elsewhere(url: String) { #expect(LoopbackCallback(url) == nil) }

    // MARK: - What requests mean

    private func action(_ head: String, isInFragment: Bool = false) -> BrowserReturnMachine.Action {
        BrowserReturnMachine(path: "/cb", hosts: ["127.0.0.1:5"], isInFragment: isInFragment) { !$0.contains("other") }
            .action(for: Array(head.utf8))
    }

    @Test("a mark or a joiner behind a delimiter hides it not", arguments: ["\u{301}", "\u{200D}", "\u{FE0F}"])
    func marks(mark: String) {
        let target = "/cb?\(mark)code=1"
        #expect(action("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:5\r\n\r\n") == .finish(target: target))
        #expect(
            action("GET /cb\(mark)?code=1 HTTP/1.1\r\nHost: 127.0.0.1:5\r\n\r\n") == .response(BrowserPage.notFound))
    }

    @Test("the request for the callback is the one; others are answered, and the wait goes on")
    func requests() {
        #expect(action("GET /cb?code=1 HTTP/1.1\r\nHost: 127.0.0.1:5\r\n") == .read)
        #expect(action("GET /cb?code=1 HTTP/1.1\r\nHost: 127.0.0.1:5\r\n\r\n") == .finish(target: "/cb?code=1"))
        #expect(action("GET /favicon.ico HTTP/1.1\r\nHost: 127.0.0.1:5\r\n\r\n") == .response(BrowserPage.notFound))
        #expect(action("POST /cb?code=1 HTTP/1.1\r\nHost: 127.0.0.1:5\r\n\r\n") == .response(BrowserPage.notFound))
        #expect(action("hello\r\n\r\n") == .close)
        #expect(action(String(repeating: "x", count: BrowserReturnMachine.longestHeadInBytes + 1)) == .close)
    }

    @Test("a fragment is asked of the browser once more, as a query")
    func fragment() {
        #expect(
            action("GET /cb HTTP/1.1\r\nHost: 127.0.0.1:5\r\n\r\n", isInFragment: true)
                == .response(BrowserPage.passingFragment))
        #expect(
            action("GET /cb? HTTP/1.1\r\nHost: 127.0.0.1:5\r\n\r\n", isInFragment: true)
                == .response(BrowserPage.passingFragment))
        #expect(
            action("GET /cb?a=1 HTTP/1.1\r\nHost: 127.0.0.1:5\r\n\r\n", isInFragment: true)
                == .finish(target: "/cb?a=1"))
    }

    // MARK: - Over sockets

    @Test("connections that say nothing do not hold up the one that does", arguments: ["127.0.0.1", "[::1]"])
    func silent(host: String) async throws {
        let listener = try RedirectListener(try #require(LoopbackCallback("http://\(host)/cb")))
        async let address = listener.address(isInFragment: false, limit: .seconds(60)) { $0.contains("state=s") }
        let port = try #require(URLComponents(string: listener.redirectURI)?.port.map(UInt16.init))
        let silent = try LoopbackConnection(port: port, isIPv6: host == "[::1]")
        let other = try LoopbackConnection(port: port, isIPv6: host == "[::1]")
        #expect(await other.response(to: "/cb/other", host: "\(host):\(port)").hasPrefix("HTTP/1.1 404 "))
        let browser = try LoopbackConnection(port: port, isIPv6: host == "[::1]")
        #expect(
            await browser.response(to: "/cb?code=a%20b&state=s", host: "\(host):\(port)")
                .contains("You can close this window."))
        #expect(try await address == listener.redirectURI + "?code=a%20b&state=s")
        for connection in [silent, other, browser] { connection.close() }
    }

    @Test("a request with another state, none or another host gets 400, and the wait goes on until the right one")
    func strangers() async throws {
        let listener = try RedirectListener(try #require(LoopbackCallback("http://127.0.0.1/cb")))
        async let address = listener.address(isInFragment: false, limit: .seconds(60)) { $0.hasSuffix("state=s") }
        let port = try #require(URLComponents(string: listener.redirectURI)?.port.map(UInt16.init))
        let own = "127.0.0.1:\(port)"
        for (target, host) in [
            ("/cb?code=x&state=wrong", own), ("/cb?code=x", own), ("/cb", own), ("/cb?code=x&state=s", "evil.test"),
            ("/cb?code=x&state=s", "evil.test:\(port)"), ("/cb?code=x&state=s", "127.0.0.1"),
            ("/cb?code=x&state=s", "\(own)\r\nHost: \(own)"), ("/cb?code=x&state=s", ""),
        ] {
            let stranger = try LoopbackConnection(port: port, isIPv6: false)
            #expect(await stranger.response(to: target, host: host).hasPrefix("HTTP/1.1 400 "), "\(target) \(host)")
            stranger.close()
        }
        let browser = try LoopbackConnection(port: port, isIPv6: false)
        #expect(await browser.response(to: "/cb?code=x&state=s", host: own).hasPrefix("HTTP/1.1 200 "))
        #expect(try await address == listener.redirectURI + "?code=x&state=s")
        browser.close()
    }

    @Test(
        "a path that a browser takes for another host is refused, in words that name the setting",
        arguments: ["//evil.test/x", "///evil.test", "/\\evil.test", "/%5Cevil.test", "/%5cevil.test"])
    func otherHosts(path: String) {
        #expect(LoopbackCallback("http://127.0.0.1:1" + path) == nil)
        // What is no URL at all is none here.
        guard URLComponents(string: "http://127.0.0.1:1" + path) != nil else { return }
        let refusal = LoopbackCallback.refusal(of: "http://127.0.0.1:1" + path)
        #expect(refusal?.code == .unsafePath && refusal?.description.contains("callbackUrl") == true)
    }

    @Test("the page that passes the fragment on leads to the listener alone")
    func ownOrigin() {
        let page = String(decoding: BrowserPage.passingFragment, as: UTF8.self)
        #expect(page.contains("location.replace(location.origin + location.pathname + "))
    }

    @Test("when the time is over, it says so")
    func late() async throws {
        let listener = try RedirectListener(try #require(LoopbackCallback("http://localhost/cb")))
        let error = await #expect(throws: RedirectListenerError.self) {
            try await listener.address(isInFragment: false, limit: .seconds(-1)) { _ in true }
        }
        #expect(error?.code == .timedOut)
    }

    @Test("a port that is taken is told of with its number")
    func taken() throws {
        let first = try RedirectListener(try #require(LoopbackCallback("http://127.0.0.1/")))
        let second = try #require(LoopbackCallback(first.redirectURI))
        let error = #expect(throws: RedirectListenerError.self) { try RedirectListener(second) }
        #expect(error?.code == .portInUse)
        #expect(error?.description.contains("\(try #require(second.port))") == true)
        withExtendedLifetime(first) {}
    }
}

/// A connection of a browser, which may say nothing for a while.
private struct LoopbackConnection {
    private let descriptor: Int32

    init(port: UInt16, isIPv6: Bool) throws {
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, stream, 0)
        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        six.sin6_port = port.bigEndian
        six.sin6_addr = in6addr_loopback
        var four = sockaddr_in()
        four.sin_family = sa_family_t(AF_INET)
        four.sin_port = port.bigEndian
        four.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result =
            isIPv6
            ? withUnsafePointer(to: &six) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
                }
            }
            : withUnsafePointer(to: &four) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        try #require(result == 0)
    }

    /// Returns everything that comes until the other side closes. It is waited for on a thread of its own, as tasks have few.
    func response(to target: String, host: String) async -> String {
        LoopbackSocket.write(Array("GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n".utf8), to: descriptor)
        return await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: rest()) }.start()
        }
    }

    private func rest() -> String {
        var bytes: [UInt8] = []
        while let piece = LoopbackSocket.bytes(from: descriptor) { bytes += piece }
        return String(decoding: bytes, as: UTF8.self)
    }

    func close() { closeDescriptor(descriptor) }
}
