import Exchanges
import MicroClient
import OpenCollection
import ScriptWorker
import Testing

@testable import CollectionRunner

@Suite struct ScriptResultsTests {
    private func capture(_ json: String, isSecret: Bool = true) -> RecordedCapture {
        RecordedCapture(
            variable: "token", expression: "bru.setVar", outcome: .value(json: json), isSecret: isSecret)
    }

    @Test("a secret that a script sets is known to the server if its response contains it, in a header or the body")
    func made() {
        var response = ScriptState.Response()
        response.headers = [["Set-Cookie", "id=in-header"]]
        func isMade(_ json: String) -> Bool {
            var results = ScriptResults()
            results.captures = [capture(json)]
            results.noteMade(response) { #"{"token": "in-body"}"# }
            return results.captures[0].isMade
        }
        #expect(!isMade(#""in-body""#) && !isMade(#""in-header""#))
        #expect(isMade(#""read elsewhere""#) && isMade(#""""#))
    }

    @Test("the values of scripts keep their scope, and one that is taken away is gone from those that it is added to")
    func scopes() {
        var environment = capture("1", isSecret: false)
        environment.expression = "bru.setEnvVar"
        var captured = CapturedValues([environment])
        #expect(captured.scope(of: "token") == .environment && captured["token"] == .number(1))
        var removed = environment
        removed.outcome = .removed
        captured.add(CapturedValues([removed]))
        #expect(captured.isEmpty && captured.scope(of: "token") == nil)
        captured.add(CapturedValues([removed, environment]))
        #expect(captured["token"] == .number(1), "it was set again")
    }

    @Test("the time that scripts take is none of the assertions'")
    func patience() throws {
        let now = Locked(Duration.zero)
        let patience = Patience { now.withLock { $0 } }
        patience.excluding { now.withLock { $0 += .seconds(60) } }
        try patience.check()
        now.withLock { $0 += .seconds(11) }
        #expect(throws: NoValue.self) { try patience.check() }
    }
}
