import Foundation
import MicroClient

// The written form of a send's results: failures, captures, assertions, helper requests, markers.

extension RecordedFailure: WrittenDown {
    package static var blank: RecordedFailure { RecordedFailure(stage: .build, message: "") }

    package mutating func code(_ fields: FieldCoder) throws {
        var word = stage.rawValue
        try fields.field("stage", &word)
        stage = Stage(rawValue: word)
        try fields.field("message", &message)
        try fields.field("advice", &advice)
    }
}

extension RecordedCapture: WrittenDown {
    package static var blank: RecordedCapture { RecordedCapture(variable: "", expression: "", outcome: .undefined) }

    package mutating func code(_ fields: FieldCoder) throws {
        try fields.field("variable", &variable)
        try fields.field("expression", &expression)
        // There is at most one of these four. Without any, nothing was found.
        var json = json
        var failed: String? = if case .failed(let reason) = outcome { reason } else { nil }
        var notEvaluated: String? = if case .notEvaluated(let reason) = outcome { reason } else { nil }
        try fields.field("json", &json)
        try fields.field("failed", &failed)
        try fields.field("notEvaluated", &notEvaluated)
        var isRemoved = outcome == .removed
        try fields.field("isRemoved", &isRemoved, unless: false)
        outcome =
            json.map { .value(json: $0) } ?? failed.map { .failed($0) } ?? notEvaluated.map { .notEvaluated($0) }
            ?? (isRemoved ? .removed : .undefined)
        try fields.field("isSecret", &isSecret, unless: false)
        try fields.field("isBeforeRequest", &isBeforeRequest, unless: false)
        try fields.field("isMade", &isMade, unless: false)
        try fields.field("isLatin1", &isLatin1, unless: false)
    }
}

extension RecordedAssertion: WrittenDown {
    package static var blank: RecordedAssertion { RecordedAssertion(expression: "", operator: "", outcome: .passed) }

    package mutating func code(_ fields: FieldCoder) throws {
        try fields.field("expression", &expression)
        try fields.field("operator", &self.operator)
        try fields.field("value", &value)
        let before = outcome
        // With both of these, the assertion failed.
        var (found, expected): (String?, String?) =
            if case .failed(let found, let expected) = outcome { (found, expected) } else { (nil, nil) }
        var notEvaluated: String? = if case .notEvaluated(let reason) = outcome { reason } else { nil }
        try fields.field("found", &found)
        try fields.field("expected", &expected)
        try fields.field("notEvaluated", &notEvaluated)
        outcome = notEvaluated.map { .notEvaluated($0) } ?? .passed
        if let found, let expected { outcome = .failed(found: found, expected: expected) }
        var isSkipped = before == .skipped
        try fields.field("isSkipped", &isSkipped, unless: false)
        if isSkipped { outcome = .skipped }
        try fields.field("isTest", &isTest, unless: false)
        var response = graphQL?.rawValue
        try fields.field("graphQL", &response)
        graphQL = response.flatMap(GraphQLResponse.init)
        try fields.field("place", &place)
        var (line, column) = (self.code?.text, self.code?.column)
        try fields.field("code", &line)
        try fields.field("codeColumn", &column)
        self.code = line.map { CodeLine(text: $0, column: column ?? 0) }
    }
}

extension ConsoleLine: WrittenDown {
    package static var blank: ConsoleLine { ConsoleLine(level: "", text: "") }

    package mutating func code(_ fields: FieldCoder) throws {
        try fields.field("level", &level)
        try fields.field("text", &text)
    }
}

extension AuxiliaryExchange: WrittenDown {
    package static var blank: AuxiliaryExchange {
        AuxiliaryExchange(.token(grant: ""), summary: "", isDone: false, exchange: nil)
    }

    package mutating func code(_ fields: FieldCoder) throws {
        // One of these two.
        var grant: String? = if case .token(let grant) = purpose { grant } else { nil }
        var login: String? = if case .login(let path) = purpose { path } else { nil }
        try fields.field("grant", &grant)
        try fields.field("login", &login)
        purpose = login.map { .login(path: $0) } ?? .token(grant: grant ?? "")
        try fields.field("summary", &summary)
        try fields.field("isDone", &isDone)
        try fields.field("attemptsBefore", &attemptsBefore)
        try fields.field("exchange", &exchange)
        try fields.list("captures", &captures)
    }
}

extension SecretPlaceholder: WrittenDown {
    package static var blank: SecretPlaceholder {
        SecretPlaceholder(name: "", place: .url, offset: 0, spelling: .other)
    }

    package mutating func code(_ fields: FieldCoder) throws {
        try fields.field("name", &name)
        var (word, header) = place.written
        try fields.field("place", &word)
        try fields.field("header", &header)
        place = word == "header" ? .header(header ?? 0) : word == "body" ? .body : .url
        try fields.field("offset", &offset)
        var written = spelling.written
        try fields.field("spelling", &written.word)
        try fields.field("base64Offset", &written.base64Offset)
        try fields.field("rule", &written.rule)
        spelling = Spelling(written)
    }
}

extension SecretPlaceholder.Place {
    fileprivate var written: (word: String, header: Int?) {
        switch self {
        case .url: ("url", nil)
        case .header(let index): ("header", index)
        case .body: ("body", nil)
        }
    }
}

extension SecretPlaceholder.Spelling {
    fileprivate typealias Words = (word: String, base64Offset: Int?, rule: String?)

    fileprivate var written: Words {
        switch self {
        case .plain: ("plain", nil, nil)
        case .percentEncoded: ("percentEncoded", nil, nil)
        case .json: ("json", nil, nil)
        case .base64(let offset, let isURLSafe): (isURLSafe ? "base64url" : "base64", offset, nil)
        case .escaped(let rule): ("escaped", nil, rule)
        case .wholeField: ("wholeField", nil, nil)
        case .other: ("other", nil, nil)
        }
    }

    /// A spelling that only a later version knows cannot be reproduced by this one.
    fileprivate init(_ words: Words) {
        self =
            switch words.word {
            case "plain": .plain
            case "percentEncoded": .percentEncoded
            case "json": .json
            case "base64", "base64url": .base64(offset: words.base64Offset ?? 0, isURLSafe: words.word == "base64url")
            case "escaped": words.rule.map { .escaped(rule: $0) } ?? .other
            case "wholeField": .wholeField
            default: .other
            }
    }
}
