import BodyStore
import BodyView
import Exchanges
import Foundation
import MicroClient
import Testing
import TextGrid

@testable import Explorer

@Suite("What a send was led to")
struct RedirectWordsTests {
    private static func hop(_ status: Int, _ url: String, location: String...) -> Exchange.Hop {
        var hop = Exchange.Hop(startedAfter: .zero, request: Exchange.SentRequest(method: .get, url: url, headers: []))
        let fields = location.map { HeaderField("Location", $0) }
        hop.response = ResponseHead(status: status, headers: HeaderFields(fields))
        hop.timings.total = .milliseconds(5)
        return hop
    }

    /// Returns a scene with a send that got a response with text, after these hops.
    private func scene(_ hops: [Exchange.Hop]) throws -> SentScene {
        var scene = try SentScene(columns: 139, rows: 24)
        let head = try #require(hops.last?.response)
        let store = BodyStore(Array("moved".utf8))
        scene.report(.receiving(head, store))
        var document = BodyDocument(store: store, kind: .text)
        document.index.extend(over: store)
        scene.report(outcome: document) { if case .readLines = $0 { true } else { false } }
        scene.finish([
            Exchange.Attempt(
                number: 1, startedAfter: .zero, request: hops[0].request, hops: hops,
                outcome: .response(status: head.status))
        ])
        return scene
    }

    @Test(
        "in Attempts a challenge that was answered has its own line, and a redirect says where it led",
        arguments: [401, 407])
    func challenge(status: Int) throws {
        var scene = try scene([
            Self.hop(status, "http://h/a"), Self.hop(302, "http://h/a", location: "/b"), Self.hop(200, "http://h/b"),
        ])
        scene.press("3", "]", "]", "]")
        let lines = scene.state.screen.split(separator: "\n")
        #expect(lines.contains { $0.contains("\(status) challenge answered") }, "\(scene.state.screen)")
        #expect(lines.contains { $0.contains("302 GET http://h/b") })
        #expect(!lines.contains { $0.contains("\(status) GET") })
    }

    @Test("above the body of a redirect that leads away from HTTP stands that it was not followed, and why")
    func foreign() throws {
        let scene = try scene([Self.hop(302, "http://h/a", location: "ftp://h/file")])
        #expect(
            scene.state.screen.contains("The redirect to ftp://h/file was not followed: only http and https are."),
            "\(scene.state.screen)")
    }

    @Test("above the body of one redirect too many stands how many were followed, and where that is said")
    func tooMany() throws {
        let scene = try scene([
            Self.hop(302, "http://h/a", location: "/b"), Self.hop(302, "http://h/b", location: "/c"),
        ])
        let screen = scene.state.screen
        #expect(screen.contains("After 1 redirect another to /c was not followed."), "\(screen)")
        #expect(screen.contains("Options (2) sets the limit."))
    }

    @Test("above the body of a redirect to several places stands that they differ")
    func severalPlaces() throws {
        let scene = try scene([Self.hop(302, "http://h/a", location: "/b", "/c")])
        #expect(scene.state.screen.contains("The redirect was not followed: it has several Location fields"))
    }
}
