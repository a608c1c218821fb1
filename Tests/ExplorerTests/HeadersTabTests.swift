import Exchanges
import Foundation
import MicroClient
import OpenCollection
import Testing

@testable import Explorer

@Suite("The headers of an answer on screen")
struct HeadersTabTests {
    private static let fields = [
        HeaderField("Content-Length", "0"), HeaderField("Set-Cookie", "sid=1234; Path=/"),
        HeaderField("X-Token", "tok_9876"), HeaderField("X-Echo", "it was t0p-secret"),
        HeaderField("Location", "http://me:pass@h/next?token=abcdefgh&page=2"),
    ]
    private static let secrets = ["sid=1234", "tok_9876", "t0p-secret", "me:pass", "abcdefgh"]

    /// Returns a scene with a response, the tab Headers in front.
    private func scene() throws -> SentScene {
        var scene = try SentScene(columns: 130, rows: 40)
        let head = ResponseHead(status: 200, headers: HeaderFields(Self.fields))
        scene.report(.receiving(head, .init([])))
        let request = Exchange.SentRequest(method: .get, url: "http://h/", headers: [])
        let hop = Exchange.Hop(startedAfter: .zero, request: request, response: head)
        scene.finish([
            Exchange.Attempt(
                number: 1, startedAfter: .zero, request: request, hops: [hop], outcome: .response(status: 200))
        ])
        scene.state.secrets.insert(["t0p-secret"])
        scene.press("3", "z", "]")
        return scene
    }

    @Test("secrets are hidden like in the tab Wire, and shown by the same key in both")
    func secrets() throws {
        var scene = try scene()
        let lines = ["Set-Cookie: ••••", "X-Token: ••••", "X-Echo: it was ••••", "/next?token=••••&page=2"]
        func expectHidden() {
            #expect(!Self.secrets.contains { scene.state.screen.contains($0) })
            for line in lines { #expect(scene.state.screen.contains(line), "\(line)") }
        }
        expectHidden()
        #expect(scene.state.screen.contains("Ctrl-O secrets"))
        scene.press("[", "[")
        #expect(scene.state.screen.contains("[Wire]"))
        expectHidden()
        scene.press(.control("o"), "]", "]")
        #expect(scene.state.screen.contains("[Headers"))
        for secret in Self.secrets { #expect(scene.state.screen.contains(secret), "\(secret)") }
        scene.press(.control("o"))
        expectHidden()
        #expect(scene.state.status?.text == "Secrets are hidden: Ctrl-O shows them.")
    }

    @Test("what is made of a hidden header does not show it; what is copied of it is the value, and no file gets it")
    func uses() throws {
        var scene = try scene()
        scene.press("j", "j", .enter)
        #expect(scene.state.screen.contains("Actions for Set-Cookie") && !scene.state.screen.contains("sid=1234"))
        #expect(scene.state.screen.contains("res.headers[\"set-cookie\"] isDefined"))
        scene.press(.enter)
        let clip = try #require(scene.effects.last?.clip)
        #expect(clip.textForTerminal == "sid=1234; Path=/" && clip.isSecret)
        scene.press(.enter)
        scene.type("Assert")
        scene.press(.enter)
        #expect(scene.state.status?.text.contains("isDefined; w saves it.") == true)
        #expect(
            scene.state.session?.draft.content.definition.assertions.last
                == Assertion("res.headers[\"set-cookie\"]", "isDefined"))
    }

    @Test("the tab is copied as it is shown: with dots, or with its secrets, which no file gets")
    func copying() throws {
        var scene = try scene()
        func copied() throws -> Clip {
            scene.press("y")
            scene.type("Tab")
            scene.press(.enter)
            return try #require(scene.effects.last?.clip)
        }
        let hidden = try copied()
        #expect(!hidden.isSecret && hidden.textForTerminal?.contains("X-Token: ••••") == true)
        scene.press(.control("o"))
        let shown = try copied()
        #expect(shown.isSecret && shown.textForTerminal?.contains("X-Token: tok_9876") == true)
        #expect(scene.state.status?.text.hasPrefix("Copied the tab Headers, secrets included, ") == true)
    }
}
