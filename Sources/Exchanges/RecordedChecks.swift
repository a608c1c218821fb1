/// A variable that an action captured from the response, or set before the request.
public struct RecordedCapture: Sendable, Hashable {
    /// The variable's name.
    public var variable: String
    /// The expression as written.
    public var expression: String
    public var outcome: Outcome
    /// Whether the value is shown masked.
    public var isSecret: Bool
    /// Whether it was set before the request was sent: such actions are not read by Bruno.
    public var isBeforeRequest: Bool
    /// Whether a script made the value, and the response does not contain it: its server may not know it.
    public var isMade = false
    /// Whether the server of the response knows the value.
    public var isOfResponse: Bool { !isBeforeRequest && !isMade }
    /// Whether it was taken from bytes of a header field that are not UTF-8, and has a character of Latin-1 for each.
    public var isLatin1 = false
    /// The request that set it if a script of the record's request ran another one; nil if that of the record did. The history does not keep it.
    public var setter: Setter?

    public struct Setter: Sendable, Hashable {
        /// The path of the request; nil if it is unknown.
        public var request: String?
        /// The URL that responded.
        public var url: String?

        public init(request: String?, url: String?) { (self.request, self.url) = (request, url) }
    }

    public enum Outcome: Sendable, Hashable {
        /// The value as compact JSON, whole numbers with all their digits; secrets in clear.
        case value(json: String)
        /// Nothing was found: the variable is unchanged.
        case undefined
        /// A script deleted the variable.
        case removed
        /// There is no value, for this reason; the variable is unchanged.
        case failed(String)
        /// The value is unknown without JavaScript, for this reason; the variable is unchanged.
        case notEvaluated(String)
    }

    /// The value as compact JSON; nil without one.
    public var json: String? { if case .value(let json) = outcome { json } else { nil } }

    public init(
        variable: String, expression: String, outcome: Outcome, isSecret: Bool = false, isBeforeRequest: Bool = false
    ) {
        self.variable = variable
        self.expression = expression
        self.outcome = outcome
        self.isSecret = isSecret
        self.isBeforeRequest = isBeforeRequest
    }
}

/// The result of one assertion.
public struct RecordedAssertion: Sendable, Hashable {
    /// The expression as written: "res.status".
    public var expression: String
    /// The operator as written: "eq".
    public var `operator`: String
    /// The value as written, placeholders included; nil without one.
    public var value: String?
    public var outcome: Outcome
    /// Whether it is a test of a script: the expression is its name.
    public var isTest = false
    /// Whether it is a test that read the status of the response. The history does not keep it.
    public var readsStatus = false
    /// The place of the failure in a script: "users/get.yml:34:12"; nil if it is unknown, and for assertions.
    public var place: String?
    /// The line of the script at that place; nil if it is unknown.
    public var code: CodeLine?
    /// Set for an error that a GraphQL response lists: the expression is its message, and what was found its place. Such errors are
    /// counted apart.
    public var graphQL: GraphQLResponse?

    /// What a GraphQL response that lists errors has beside them.
    public enum GraphQLResponse: String, Sendable, Hashable { case noData, partialData }

    public enum Outcome: Sendable, Hashable {
        case passed
        /// The assertion failed: the found and the expected value, in words, secrets masked: "404", "200".
        case failed(found: String, expected: String)
        /// The assertion could not be evaluated, for this reason. A check that did not run has not passed.
        case notEvaluated(String)
        /// The script itself skips it: it counts neither as passed nor as failed.
        case skipped
    }

    public init(expression: String, operator: String, value: String? = nil, outcome: Outcome) {
        self.expression = expression
        self.operator = `operator`
        self.value = value
        self.outcome = outcome
    }

    /// The assertion as written: "res.status eq 200".
    public var text: String { [expression, `operator`, value ?? ""].filter { !$0.isEmpty }.joined(separator: " ") }

    /// The problem: "assertion failed: res.status eq 200: found 404, expected 200"; nil if it passed or is skipped.
    public var problem: String? {
        switch outcome {
        case .passed, .skipped: nil
        case .failed(let found, _) where graphQL != nil: "GraphQL error: \(text)\(found.isEmpty ? "" : " (\(found))")"
        case .failed(let found, _) where isTest: "test failed: \(text): \(found)\(placeInWords)"
        case .failed(let found, let expected): "assertion failed: \(text): found \(found), expected \(expected)"
        case .notEvaluated(let reason) where isTest: "test not run: \(text): \(reason)\(placeInWords)"
        case .notEvaluated(let reason): "assertion not evaluated: \(text): \(reason)"
        }
    }

    /// The place in parentheses: " (users/get.yml:34:12)"; empty if it is unknown.
    private var placeInWords: String { place.map { " (\($0))" } ?? "" }
}

/// A library without which a capture or a check is not evaluated.
public enum MissingLibrary {
    /// - Parameter package: Debian's name of it.
    /// - Returns: The reason of an outcome: "install libxml2".
    public static func reason(_ package: String) -> String { start + package }

    private static let start = "install "

    /// Whether a capture or an assertion of a send was not evaluated because a library is missing.
    public static func isReason(in record: RecordedExchange) -> Bool {
        record.assertions.contains {
            if case .notEvaluated(let reason) = $0.outcome { isReason(reason) } else { false }
        }
            || record.captures.contains {
                if case .notEvaluated(let reason) = $0.outcome { isReason(reason) } else { false }
            }
    }

    private static func isReason(_ text: String) -> Bool { text.hasPrefix(start) }
}

/// A line of code, with a marked place in it.
public struct CodeLine: Sendable, Hashable {
    /// The line, without the spaces at its start; only the part around the place if it is long.
    public let text: String
    /// The number of characters before the place.
    public let column: Int

    private static let longest = 160

    /// - Parameter column: The place in the line, in characters from 0; one that is not in the line is moved to its end.
    public init(_ line: String, column: Int) {
        let characters = Array(line)
        let column = min(max(0, column), characters.count)
        let spaces = characters.prefix { $0 == " " || $0 == "\t" }.count
        let start = max(min(spaces, column), column - Self.longest * 2 / 3)
        text = String(characters[start...].prefix(Self.longest))
        self.column = column - start
    }

    /// Creates the line from its shortened text.
    init(text: String, column: Int) { (self.text, self.column) = (text, column) }

    /// The line, and below it a caret at the place.
    public var lines: [String] { [text, String(repeating: " ", count: column) + "^"] }
}

/// The numbers of a response's assertions by result.
public struct AssertionCount: Sendable, Hashable {
    public var passed = 0
    public var failed = 0
    public var notEvaluated = 0
    /// The tests that scripts skip themselves, which are not part of ``all``.
    public var skipped = 0
    public var all: Int { passed + notPassed }
    /// The number of assertions that failed or could not be evaluated.
    public var notPassed: Int { failed + notEvaluated }

    public init(passed: Int = 0, failed: Int = 0) {
        self.passed = passed
        self.failed = failed
    }

    public init(_ assertions: [RecordedAssertion]) {
        for assertion in assertions where assertion.graphQL == nil {
            switch assertion.outcome {
            case .passed: passed += 1
            case .failed: failed += 1
            case .notEvaluated: notEvaluated += 1
            case .skipped: skipped += 1
            }
        }
    }

    /// The summary: "2 of 3 assertions passed", "0 of 2 assertions passed, 1 not evaluated, 1 skipped"; nil if there are none.
    public var text: String? {
        let parts = [
            all > 0 ? "\(passed) of \(Wording.count(all, "assertion")) passed" : nil,
            notEvaluated > 0 ? "\(notEvaluated) not evaluated" : nil, skipped > 0 ? "\(skipped) skipped" : nil,
        ].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// The problem: "1 assertion failed", "1 assertion not evaluated"; if some failed, all are called failed. nil if all passed.
    public var problem: String? {
        notPassed > 0
            ? "\(Wording.count(notPassed, "assertion")) \(failed > 0 ? "failed" : "not evaluated")" : nil
    }
}
