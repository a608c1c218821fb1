import Exchanges
import ExplorerKit
import Interchange
import OpenCollection
import TextGrid

/// The results of a response's assertions and captures, a line each; what was found and expected is below those that fail.
struct CheckLines {
    let lines: [[StyledText]]

    init(_ session: RequestSession, _ state: ExplorerState) {
        let glyphs = state.glyphs
        guard let response = session.response, response.hasChecks else {
            lines = [[StyledText(state.withKeyNames(EmptyStateTexts.noChecks), .dimmed)]]
            return
        }
        let (assertions, captures) =
            response.checksNow.map { ($0.assertions, $0.captures) } ?? (response.assertions, response.captures)
        let head =
            response.checksNow == nil
            ? []
            : [
                [
                    StyledText(
                        "Checked now, not as sent: nothing was sent or saved. c shows it as sent.", .warning)
                ]
            ]
        lines =
            head + Self.lines(of: response.examples, glyphs) + assertions.flatMap { Self.lines(of: $0, glyphs) }
            + captures.map { Self.line(of: $0, glyphs) }
    }

    /// Returns the lines for examples. One that matches is enough: differences of the others are dimmed then.
    private static func lines(of examples: [ExampleCheck], _ glyphs: Glyphs) -> [[StyledText]] {
        let isAsOne = examples.contains(where: \.isSame)
        return examples.map { check in
            let style: Style = check.isSame ? .status(200) : isAsOne ? .dimmed : .failure
            let sign = check.isSame ? glyphs.success : isAsOne ? " " : glyphs.changed
            return [
                StyledText("\(sign) ", style),
                StyledText(
                    "example \(check.example.shownName.shownInLine(limit: 60)): ",
                    isAsOne && !check.isSame ? .dimmed : .plain),
                StyledText(check.words.shownInLine(limit: 200), style),
                StyledText("  Enter compares", .dimmed),
            ]
        }
    }

    private static func lines(of assertion: RecordedAssertion, _ glyphs: Glyphs) -> [[StyledText]] {
        switch assertion.outcome {
        case .passed: [[StyledText("\(glyphs.success) ", .status(200)), StyledText(assertion.text)]]
        case .failed(let place, _) where assertion.graphQL != nil:
            [
                [StyledText("\(glyphs.failure) ", .failure), StyledText(assertion.text)],
                [
                    StyledText(
                        "  GraphQL error\(place.isEmpty ? "" : " at \(place)")"
                            + (assertion.graphQL == .partialData ? "; the data is partial" : ""), .failure)
                ],
            ]
        case .failed(let message, _) where assertion.isTest:
            [
                [StyledText("\(glyphs.failure) ", .failure), StyledText(assertion.text)],
                [StyledText("  \(message)", .failure)],
            ] + (assertion.place.map { [[StyledText("  \($0)  Enter opens it", .dimmed)]] } ?? [])
                + (assertion.code.map(Self.lines) ?? [])
        case .failed(let found, let expected):
            [
                [StyledText("\(glyphs.failure) ", .failure), StyledText(assertion.text)],
                [StyledText("  found \(found), expected \(expected)", .failure)],
            ]
        case .notEvaluated(let reason):
            [
                [StyledText("? ", .warning), StyledText(assertion.text)],
                [StyledText("  not evaluated: \(reason)", .warning)],
            ]
        case .skipped: [[StyledText("- ", .dimmed), StyledText(assertion.text), StyledText("  skipped", .dimmed)]]
        }
    }

    /// Returns a line of a script in its colours, with a caret at the place.
    private static func lines(of code: CodeLine) -> [[StyledText]] {
        let parts = ScriptTokens.tokens(of: [code.text], in: 0..<1).first ?? []
        let before = String(code.text.prefix(code.column))
        let spaces = String(repeating: " ", count: DisplayWidth.columns(of: before))
        return [
            [StyledText("    ")] + ScriptColours.runs(code.text, parts), [StyledText("    \(spaces)^", .failure)],
        ]
    }

    private static func line(of capture: RecordedCapture, _ glyphs: Glyphs) -> [StyledText] {
        let name = StyledText("\(capture.variable) \(glyphs.arrow == "→" ? "←" : "<-") \(capture.expression)")
        let isAction = ScriptScope(setter: capture.expression) == nil
        let phase =
            capture.isBeforeRequest && isAction ? [StyledText("  before the request, not read by Bruno", .dimmed)] : []
        switch capture.outcome {
        case .value(let json):
            let shown =
                capture.isSecret
                ? glyphs.secret : json.utf8.count > longest ? json.prefix(longest) + glyphs.ellipsis : json
            return [StyledText("\(glyphs.success) ", .status(200)), name, StyledText("  \(shown)", .dimmed)] + phase
        case .removed:
            return [StyledText("\(glyphs.success) ", .status(200)), name, StyledText("  removed", .dimmed)]
        case .undefined:
            return [StyledText("? ", .warning), name, StyledText("  is undefined: not set", .warning)] + phase
        case .failed(let reason):
            return [StyledText("\(glyphs.failure) ", .failure), name, StyledText("  \(reason)", .failure)] + phase
        case .notEvaluated(let reason):
            return [StyledText("? ", .warning), name, StyledText("  not evaluated: \(reason)", .warning)] + phase
        }
    }

    private static let longest = 200
}

extension ShownResponse {
    /// Tests of scripts that failed, with a place in a file.
    var failedTests: [RecordedAssertion] {
        (checksNow?.assertions ?? assertions).filter { $0.place != nil && $0.outcome != .passed }
    }

    /// Whether there are results of assertions, captures or examples to show.
    var hasChecks: Bool {
        !assertions.isEmpty || !captures.isEmpty || !examples.isEmpty || checksNow != nil
    }
}

extension RequestSession {
    /// The tabs of the response: that of the checks when there are any.
    var responseTabs: [ResponseTab] { ResponseTab.allCases.filter(has) }

    private func has(_ tab: ResponseTab) -> Bool {
        switch tab {
        case .checks: hasChecks
        case .events: !standsBeside && response?.streamKind != nil
        case .body, .headers, .timing, .attempts, .wire: true
        }
    }

    /// Whether any of several responses has checks: they show the same tab.
    private var hasChecks: Bool {
        comparison?.sides.contains { $0.send.response?.hasChecks == true } ?? (response?.hasChecks == true)
    }

    /// The tab that is shown: the chosen one, or the body if the response has no such tab.
    var shownResponseTab: ResponseTab { responseTabs.contains(responseTab) ? responseTab : .body }
}
