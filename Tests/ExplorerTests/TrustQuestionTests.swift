import OpenCollection
import Testing
import TextGrid

@testable import Explorer

/// Nobody agrees to what was not on the screen.
@Suite struct TrustQuestionTests {
    private static let sizes = [Size(columns: 40, rows: 12), Size(columns: 80, rows: 24), Size(columns: 200, rows: 50)]

    /// Returns a state that asks before a send.
    private func asking(_ uses: [OutsideUse], at size: Size) throws -> ExplorerState {
        var state = Explorers.state(columns: size.columns, rows: size.rows)
        state.overlays.append(TrustQuestion(uses))
        try #require(state.context == .trust)
        return state
    }

    private func run(_ words: String...) -> OutsideUse { OutsideUse(.run(words), for: "secret token") }

    private func present(to origin: String) -> OutsideUse {
        OutsideUse(
            .present(PresentedCredential("TOKEN", of: .entered("TOKEN", environment: nil), to: origin)),
            for: "credentials of a.yml")
    }

    private func text(_ state: ExplorerState) -> String {
        guard let question = state.overlays.last as? TrustQuestion else { return "" }
        return question.lines(in: state).flatMap(\.self).map { $0.text.drop { $0 == " " } }.joined()
    }

    /// Presses a key until the question is gone.
    ///
    /// - Returns: The letters that were on the screen before, and how often the key was pressed.
    private func agree(_ state: inout ExplorerState, by key: String = "enter") -> (seen: String, count: Int) {
        var (seen, count) = ("", 0)
        while state.context == .trust, count < 400 {
            seen += state.screen
            if key == "enter" { state.press(.enter) } else { state.press(" ") }
            count += 1
            if key != "enter", let question = state.overlays.last as? TrustQuestion,
                question.isRead(state)
            {
                seen += state.screen
                state.press(.enter)
            }
        }
        return (seen, count)
    }

    @Test("a word longer than the line is shown to its end", arguments: sizes)
    func longWord(size: Size) throws {
        let state = try asking([run("sh", "-c", String(repeating: "x", count: 120) + ";touch", "y")], at: size)
        #expect(text(state).contains("xxx;touch'") || text(state).contains("xxx;touch y"))
        let long = "https://\(String(repeating: "a", count: 50)).\(String(repeating: "b", count: 50)).evil.test"
        #expect(text(try asking([present(to: long)], at: size)).contains("domain: evil.test"))
    }

    @Test("blanks that part what is seen from what is not are kept", arguments: sizes)
    func spaces(size: Size) throws {
        let state = try asking([run("sh", "-c", "true\(String(repeating: " ", count: 3000)); touch y")], at: size)
        guard let question = state.overlays.last as? TrustQuestion else { return }
        #expect(question.lines(in: state).count > 3000 / size.columns)
        #expect(text(state).contains("; touch y'"))
    }

    @Test(
        "Enter agrees only when the last line is on the screen; until then it shows more, and the footer says so",
        arguments: sizes)
    func readFirst(size: Size) throws {
        let marks = (0..<450).map { "step\($0)of450" }
        var state = try asking([run("sh", "-c", marks.joined(separator: "; "), "END")], at: size)
        #expect(state.screen.contains("Enter shows more, Esc cancels.") && state.screen.contains("Enter show more"))
        #expect(!state.screen.contains("Enter allows"))
        let (seen, count) = agree(&state)
        #expect(count > 1 && state.overlays.isEmpty)
        let shown = seen.split { !$0.isLetter && !$0.isNumber }.joined()
        for mark in marks { #expect(shown.contains(mark), "\(mark)") }
        #expect(shown.contains("END"))
    }

    @Test("Space shows more as well", arguments: sizes)
    func space(size: Size) throws {
        var state = try asking([run("sh", "-c", String(repeating: "true; ", count: 900), "END")], at: size)
        let (seen, count) = agree(&state, by: "space")
        #expect(count > 0 && seen.contains("END") && state.overlays.isEmpty)
    }

    @Test("a short question is agreed to at once", arguments: sizes)
    func short(size: Size) throws {
        var state = try asking([run("pass", "show")], at: size)
        #expect(state.screen.contains("Enter allows and sends"))
        #expect(agree(&state).count == 1)
    }

    @Test("after the window has become smaller, the end has to be on the screen again")
    func resized() throws {
        var state = try asking(
            [run("sh", "-c", String(repeating: "true; ", count: 60))], at: Size(columns: 200, rows: 50))
        _ = update(&state, .input(.resize(Size(columns: 40, rows: 12))))
        state.press(.enter)
        #expect(state.context == .trust)
    }

    @Test(
        "in a window too small to read in, it asks for a larger one, and Enter agrees to nothing",
        arguments: [Size(columns: 39, rows: 24), Size(columns: 80, rows: 11)])
    func tooSmall(size: Size) throws {
        var state = try asking([run("pass", "show")], at: size)
        #expect(state.screen.contains("Too small"))
        state.press(.enter, .enter)
        #expect(state.context == .trust && !state.screen.contains("Enter allows"))
    }

    @Test("program and domain stand apart, also without colour; what is not seen is spelled out", arguments: sizes)
    func apart(size: Size) throws {
        let uses = [run("./fe\u{200B}tch"), present(to: "https://p\u{430}ypal.com.evil.test")]
        var state = try asking(uses, at: size)
        for note in ["→ program: ./fe<U+200B>tch", "→ domain: evil.test"] { #expect(text(state).contains(note)) }
        #expect(text(state).contains("→ host: xn--pypal-4ve.com.evil.test"))
        state.display.glyphs = .ascii
        #expect(text(state).contains("-> domain: evil.test"))
    }

    @Test("in plain mode all of it is shown before Enter agrees, too")
    func plain() throws {
        var state = Explorers.state(columns: 80, rows: 24)
        state.display.asksForPlain = true
        state.overlays.append(
            TrustQuestion([run("sh", "-c", String(repeating: "true; ", count: 600), "END")]))
        let (seen, count) = agree(&state)
        #expect(count > 1 && seen.contains("END"))
    }

    @Test("the list of what a collection could do hides nothing either", arguments: sizes)
    func listed(size: Size) throws {
        var state = Explorers.state(columns: size.columns, rows: size.rows)
        state.show([ListedUse(run("sh", "-c", String(repeating: "x", count: 300) + ";touch"), .asks)])
        guard let report = state.overlays.last as? ReportState else {
            Issue.record("no list")
            return
        }
        let shown = report.lines(in: state).map { $0.map(\.text).joined().drop { $0 == " " } }.joined()
        #expect(shown.contains("x;touch'"), "\(shown)")
    }
}
