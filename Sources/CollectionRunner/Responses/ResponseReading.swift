import BodyStore
import Exchanges
import MicroClient
import OpenCollection
import Secrets

/// Evaluates expressions over one response and the variables in scope.
struct ResponseReading {
    let head: ResponseHead
    let exchange: Exchange
    var body: ResponseBody
    var scopes: VariableScopes
    /// Reads the body in the languages of `microscope.yaml`.
    let queries: QueryReading
    /// Whether bare names are those of environment and session only, as in actions.
    var isForActions = false
    /// Whether markers replace secrets in the response.
    var isOfHistory = false
    /// Whether markers replace secrets in its body.
    var isBodyMasked = false

    /// A value, and whether it is a secret by where it comes from.
    struct Finding {
        var value: FoundValue
        var isSecret: Bool
        /// Whether the history has only a marker for it, or for a part of it.
        var isMasked = false
    }

    func value(of expression: ReadExpression) throws(NoValue) -> Finding {
        switch expression {
        case .served(let expression): try value(of: expression)
        case .query(let query): try value(of: query)
        }
    }

    private func value(of query: BodyQuery) throws(NoValue) -> Finding {
        let value = try body.value(of: query, by: queries)
        return Finding(value: value, isSecret: query.namesSecret(value), isMasked: isBodyMasked && value.isMasked)
    }

    private func value(of expression: ServedExpression) throws(NoValue) -> Finding {
        if case .variable(let name) = expression.root { return try variable(name, expression.steps) }
        let value = try response(expression)
        var isMasked = false
        if mayBeMasked(expression) { isMasked = value.isMasked ? true : try isLengthOfMasked(expression) }
        return Finding(value: value, isSecret: expression.namesSecret(value), isMasked: isMasked)
    }

    /// Whether an expression is the length of a masked text: the marker has another length than the text that it replaces.
    private func isLengthOfMasked(_ expression: ServedExpression) throws(NoValue) -> Bool {
        guard expression.steps.last?.name == "length" else { return false }
        var whole = expression
        whole.steps.removeLast()
        guard case .value(.string(let text)) = try response(whole) else { return false }
        return BareMarkers.isIn(text)
    }

    /// Whether a value may hold markers: text in braces is no marker where nothing was masked.
    private func mayBeMasked(_ expression: ServedExpression) -> Bool {
        switch expression.root {
        case .body, .query: isBodyMasked
        case .header, .url: isOfHistory
        case .status, .statusText, .responseTime, .variable: false
        }
    }

    private func variable(_ name: String, _ steps: [ServedExpression.Step]) throws(NoValue) -> Finding {
        switch scopes.bareValue(of: name, environmentAndSessionOnly: isForActions) {
        case .none(let reason): throw .failed("\(name) \(reason)")
        case .value(let value, let isSecret, _):
            return Finding(value: try FoundValue(value.property(steps[...], of: name)), isSecret: isSecret)
        }
    }

    private func response(_ expression: ServedExpression) throws(NoValue) -> FoundValue {
        switch expression.root {
        case .status: .value(.number(Double(head.status)))
        case .statusText: .value(.string(head.reasonWords))
        case .responseTime: responseTime
        case .url: .value(.string(exchange.lastHop?.request.url ?? exchange.request.url))
        case .header(let name): try header(name, expression.steps)
        case .body: try body.value(of: expression.steps)
        case .query(let query): try body.value(of: query)
        case .variable: .undefined
        }
    }

    /// Whether a value was read from bytes of a field that are no UTF-8.
    func hasLatin1(_ value: TypedValue) -> Bool {
        guard case .string(let text) = value, text.utf8.contains(where: { $0 > 0x7F }) else { return false }
        return head.headers.contains { $0.bytes != nil && $0.value.containsBytes(of: text) }
    }

    /// The duration of the last hop, or else of the exchange, in whole milliseconds; undefined if neither was measured.
    private var responseTime: FoundValue {
        guard let time = exchange.lastHop?.timings.total ?? exchange.duration else { return .undefined }
        return .value(.number((time.inSeconds * 1000).rounded()))
    }

    /// Names are in lower case; repeated fields are joined, but for Set-Cookie, which is a list.
    private func header(_ name: String, _ steps: [ServedExpression.Step]) throws(NoValue) -> FoundValue {
        let values = name == name.lowercased() ? head.headers.values(for: name) : []
        if values.isEmpty { return try FoundValue(TypedValue.undefined(steps[...], of: "res.headers[\"\(name)\"]")) }
        let value: TypedValue =
            name == "set-cookie" ? .list(values.map { .string($0) }) : .string(values.joined(separator: ", "))
        return try FoundValue(value.property(steps[...], of: "res.headers[\"\(name)\"]"))
    }
}

/// An expression of either of the two files.
enum ReadExpression {
    case served(ServedExpression)
    case query(BodyQuery)

    init(_ text: String) throws(NoValue) {
        if let query = BodyQuery(expression: text) {
            self = .query(query)
        } else if let served = ServedExpression(text) {
            self = .served(served)
        } else {
            throw .notEvaluated(ServedExpression.reason(against: text))
        }
    }

    /// Whether what it finds is a text where JSON would have a number.
    var findsTextsOnly: Bool { if case .query(let query) = self { query.language != .jq } else { false } }
}

extension ServedExpression {
    /// Whether the name of the found value makes it a credential.
    func namesSecret(_ found: FoundValue) -> Bool {
        var text: String?
        if case .value(let value) = found { text = value.text }
        return lastName.map { SecretVocabulary.isSecret(text, under: $0) } ?? false
    }

    private var lastName: String? {
        switch root {
        case .header(let name): name
        case .query(let query): query.lastName
        case .body: steps.last { TypedValue.index($0.name) == nil && $0.name != "length" }?.name
        default: nil
        }
    }
}

extension ResponseQuery {
    fileprivate var lastName: String? {
        for step in steps.reversed() {
            switch step {
            case .name(let name), .anyDepth(let name): return name
            case .index: continue
            }
        }
        return nil
    }
}

extension Exchange {
    fileprivate var lastHop: Exchange.Hop? { attempts.last?.hops.last }
}

extension ResponseHead {
    /// The reason phrase that the server sent, or the registered one if it sent none, as in HTTP/2.
    var reasonWords: String {
        reason.isEmpty ? String(statusText.dropFirst("\(status) ".count)) : reason
    }
}
