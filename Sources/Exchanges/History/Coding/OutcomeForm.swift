import Foundation

// How what came of a send is written down: failures, captures, assertions, errands, markers.

struct FailureForm: Codable {
    var stage: String
    var message: String
    var advice: String?

    init(_ failure: RecordedFailure) {
        stage = failure.stage.rawValue
        message = failure.message
        advice = failure.advice
    }

    var value: RecordedFailure { RecordedFailure(stage: .init(rawValue: stage), message: message, advice: advice) }
}

struct CaptureForm: Codable {
    var variable: String
    var expression: String
    /// One of these three; none: nothing was found.
    var json: String?
    var failed: String?
    var notEvaluated: String?
    var isSecret: Bool?
    var isBeforeRequest: Bool?
    var isLatin1: Bool?

    init(_ capture: RecordedCapture) {
        variable = capture.variable
        expression = capture.expression
        isSecret = capture.isSecret ? true : nil
        isBeforeRequest = capture.isBeforeRequest ? true : nil
        isLatin1 = capture.isLatin1 ? true : nil
        switch capture.outcome {
        case .value(let json): self.json = json
        case .undefined: break
        case .failed(let reason): failed = reason
        case .notEvaluated(let reason): notEvaluated = reason
        }
    }

    var value: RecordedCapture {
        var capture = RecordedCapture(
            variable: variable, expression: expression, outcome: outcome, isSecret: isSecret ?? false,
            isBeforeRequest: isBeforeRequest ?? false)
        capture.isLatin1 = isLatin1 ?? false
        return capture
    }

    private var outcome: RecordedCapture.Outcome {
        if let json { return .value(json: json) }
        if let failed { return .failed(failed) }
        return notEvaluated.map { .notEvaluated($0) } ?? .undefined
    }
}

struct AssertionForm: Codable {
    var expression: String
    var `operator`: String
    var value: String?
    /// With ``expected``: it does not hold.
    var found: String?
    var expected: String?
    var notEvaluated: String?

    init(_ assertion: RecordedAssertion) {
        expression = assertion.expression
        `operator` = assertion.operator
        value = assertion.value
        switch assertion.outcome {
        case .passed: break
        case .failed(let found, let expected): (self.found, self.expected) = (found, expected)
        case .notEvaluated(let reason): notEvaluated = reason
        }
    }

    var recorded: RecordedAssertion {
        RecordedAssertion(expression: expression, operator: `operator`, value: value, outcome: outcome)
    }

    private var outcome: RecordedAssertion.Outcome {
        if let found, let expected { return .failed(found: found, expected: expected) }
        return notEvaluated.map { .notEvaluated($0) } ?? .passed
    }
}

struct ErrandForm: Codable {
    /// One of these two.
    var grant: String?
    var login: String?
    var summary: String
    var isDone: Bool
    var attemptsBefore: Int
    var exchange: ExchangeForm?
    var captures: [CaptureForm]?

    init(_ errand: RecordedErrand) {
        switch errand.purpose {
        case .token(let grant): self.grant = grant
        case .login(let path): login = path
        }
        summary = errand.summary
        isDone = errand.isDone
        attemptsBefore = errand.attemptsBefore
        exchange = errand.exchange.map(ExchangeForm.init)
        captures = errand.captures.map(CaptureForm.init).nilIfEmpty
    }

    /// What was sent is set as it was kept: it has been masked when it was recorded.
    var value: RecordedErrand {
        let purpose = login.map { RecordedErrand.Purpose.login(path: $0) } ?? .token(grant: grant ?? "")
        var errand = RecordedErrand(purpose, summary: summary, isDone: isDone, exchange: nil)
        errand.attemptsBefore = attemptsBefore
        errand.exchange = exchange?.value
        errand.captures = captures?.map(\.value) ?? []
        return errand
    }
}

struct MarkerForm: Codable {
    var name: String
    /// "url", "header" (with its index) or "body".
    var place: String
    var header: Int?
    var offset: Int
    var spelling: String
    var base64Offset: Int?
    var rule: String?

    init(_ marker: SecretMarker) {
        name = marker.name
        offset = marker.offset
        switch marker.place {
        case .url: place = "url"
        case .header(let index): (place, header) = ("header", index)
        case .body: place = "body"
        }
        switch marker.spelling {
        case .plain: spelling = "plain"
        case .percentEncoded: spelling = "percentEncoded"
        case .json: spelling = "json"
        case .base64(let offset, let isURLSafe): (spelling, base64Offset) = (isURLSafe ? "base64url" : "base64", offset)
        case .escaped(let rule): (spelling, self.rule) = ("escaped", rule)
        case .wholeField: spelling = "wholeField"
        case .other: spelling = "other"
        }
    }

    var value: SecretMarker { SecretMarker(name: name, place: markedPlace, offset: offset, spelling: markedSpelling) }

    private var markedPlace: SecretMarker.Place {
        switch place {
        case "header": .header(header ?? 0)
        case "body": .body
        default: .url
        }
    }

    /// What a later version knows cannot be made again by this one.
    private var markedSpelling: SecretMarker.Spelling {
        switch spelling {
        case "plain": .plain
        case "percentEncoded": .percentEncoded
        case "json": .json
        case "base64", "base64url": .base64(offset: base64Offset ?? 0, isURLSafe: spelling == "base64url")
        case "escaped": rule.map { .escaped(rule: $0) } ?? .other
        case "wholeField": .wholeField
        default: .other
        }
    }
}
