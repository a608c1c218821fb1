import OpenCollection
import Testing

@testable import Explorer

@Suite("Functions in templates, on screen")
struct TemplateFunctionsInFormsTests {
    private func state() -> ExplorerState {
        var state = Explorers.state(columns: 120, rows: 30)
        state.preferences.digests = TemplateDigests { name, bytes, _ in Array("\(name) of \(bytes.count)".utf8) }
        state.press(.enter, "]", "a")
        state.type("X-Sign")
        state.press(.tab)
        return state
    }

    private func value(_ state: ExplorerState) -> String? {
        state.session?.draft.content.definition.headers.last?.value
    }

    @Test("a function is completed with its brackets, the cursor between them; there variables are, without braces")
    func completed() {
        var state = state()
        state.type("{{$hm")
        #expect(state.openCompletion?.rows.map(\.text) == ["$hmac()"])
        #expect(state.screen.contains("$hmac(key, text)"), "\(state.screen)")
        state.press(.tab)
        #expect(value(state) == "{{$hmac()}}")
        #expect(
            state.openCompletion?.rows.contains { $0.text == "baseUrl" } == true, "the arguments are listed at once")
        state.type("baseU")
        state.press(.tab)
        #expect(value(state) == "{{$hmac(baseUrl)}}")
        state.type(", $base64(")
        #expect(state.openCompletion?.rows.contains { $0.text == "baseUrl" } == true)
        state.type("'base")
        #expect(state.openCompletion == nil, "in quotes nothing is a name")
        state.type("' + base")
        #expect(state.openCompletion?.rows.first?.text == "baseUrl")
    }

    @Test("the last line and the row say what it gives, and what is wrong with it")
    func shown() {
        var state = state()
        state.type("{{$base64('abc')}}")
        #expect(state.screen.contains("$base64('abc') = YWJj (computed)"), "\(state.screen)")
        state.press(.escape)
        #expect(state.screen.contains("{{$base64('abc')}}  YWJj"), "\(state.screen)")
        state.press(.enter)
        state.press(.tab)
        var wrong = self.state()
        wrong.type("{{$base64()}}")
        #expect(wrong.screen.contains("$base64() must be written as {{$base64(text)}}"), "\(wrong.screen)")
        wrong.press(.escape)
        let sent = wrong.press("s")
        #expect(!sent.contains { if case .send = $0.order { true } else { false } })
        #expect(wrong.status?.text.contains("Not sent: {{$base64()}} must be written as {{$base64(text)}}") == true)
    }

    @Test("digests that are handed in are shown, too")
    func digests() {
        var state = state()
        state.type("{{$sha256('abc', 'bytes')}}")
        #expect(state.screen.contains("= sha256 of 3 (computed)"), "\(state.screen)")
    }
}
