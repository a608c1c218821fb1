import Exchanges
public import Interchange
import MicroClient

extension JSONWriter {
    /// Writes captures as objects, with secrets masked.
    func captures(_ captures: [RecordedCapture], mask: SecretMask) throws {
        try array("captures", captures) { capture in
            try object {
                try member("variable", capture.variable)
                try member("expression", capture.expression)
                try member("phase", capture.isBeforeRequest ? "before-request" : "after-response")
                try key("value")
                try value(of: capture, mask)
                try member("problem", capture.problem.map { mask.text($0) })
            }
        }
    }

    private func value(of capture: RecordedCapture, _ mask: SecretMask) throws {
        guard case .value(let text) = capture.outcome else { return try null() }
        let masked = mask.text(text)
        // A mask across quotes or braces would leave no JSON.
        if mask.hides(capture) || masked != text { return try string(Redaction.mask) }
        try json(text)
    }

    /// Writes assertions as objects; what was found and expected has its secrets masked already.
    func assertions(_ assertions: [RecordedAssertion], mask: SecretMask) throws {
        try array("assertions", assertions) { assertion in
            try object {
                let texts = [
                    ("expression", assertion.expression), ("operator", assertion.operator), ("value", assertion.value),
                    ("outcome", assertion.word), ("found", assertion.found), ("expected", assertion.expected),
                    ("reason", assertion.reason), ("kind", assertion.kind),
                    ("place", assertion.place), ("code", assertion.codeText),
                ]
                for (name, text) in texts { try member(name, text.map { mask.text($0) }) }
            }
        }
    }

    /// Writes the lines that scripts wrote to the console as objects.
    func console(_ lines: [ConsoleLine], mask: SecretMask) throws {
        try array("console", lines) { line in
            try object {
                try members([("level", line.level), ("text", mask.text(line.text))])
            }
        }
    }
}

extension RecordedCapture {
    /// The problem in one line; nil if there is a value.
    var problem: String? {
        switch outcome {
        case .value, .removed: nil
        case .undefined: "it is undefined"
        case .failed(let reason): reason
        case .notEvaluated(let reason): "not evaluated: \(reason)"
        }
    }

    /// Returns one line for a person; nil if there is a value.
    func line(_ mask: SecretMask) -> String? {
        problem.map { mask.text("\(variable) is not set from \(expression): \($0)") }
    }
}

extension RecordedAssertion {
    fileprivate var word: String {
        switch outcome {
        case .passed: "passed"
        case .failed: "failed"
        case .notEvaluated: "not evaluated"
        case .skipped: "skipped"
        }
    }

    fileprivate var kind: String { graphQL != nil ? "GraphQL error" : isTest ? "test" : "assertion" }

    fileprivate var found: String? {
        guard case .failed(let found, _) = outcome else { return nil }
        return found
    }

    fileprivate var expected: String? {
        guard case .failed(_, let expected) = outcome else { return nil }
        return expected
    }

    /// The line of code, and below it a caret at the place.
    fileprivate var codeText: String? { code?.lines.joined(separator: "\n") }

    fileprivate var reason: String? {
        guard case .notEvaluated(let reason) = outcome else { return nil }
        return reason
    }

    /// Returns one line for a person; nil if the assertion holds.
    func line(_ mask: SecretMask) -> String? {
        (outcome == .skipped ? "test skipped: \(text)" : problem).map { mask.text($0) }
    }

    /// Returns that line, and below it the line of code with its place; nil if the assertion holds.
    func lines(_ mask: SecretMask) -> [String]? {
        line(mask).map { [$0] + (code?.lines ?? []).map { "    \(mask.text($0))" } }
    }
}

extension RecordedExchange {
    /// Returns a line for each that its scripts wrote to the console.
    public func consoleLines(_ mask: SecretMask) -> [String] { facts.console.map { "console: \(mask.text($0.text))" } }

    /// Returns a line for each assertion that does not hold, each that could not be judged or that the script skips, and each variable that was not
    /// set; below a test of a script, the line of code with its place.
    public func checkLines(_ mask: SecretMask) -> [String] {
        facts.captures.compactMap { $0.line(mask) } + facts.assertions.flatMap { $0.lines(mask) ?? [] }
    }
}
