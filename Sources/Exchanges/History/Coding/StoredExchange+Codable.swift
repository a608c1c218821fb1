import Foundation
import MicroClient

/// JSON with a `version`, durations in nanoseconds and moments in microseconds since 1970 (UTC). Unknown members are skipped, so that an older
/// program reads what a newer one wrote.
///
/// What repeats is written once: the request of an attempt when it is that of the exchange, that of a hop when it is that of its attempt,
/// the head when it is that of the last hop.
extension StoredExchange: Codable {
    public init(from decoder: any Decoder) throws { self = try Written<StoredExchange>(from: decoder).value }

    public func encode(to encoder: any Encoder) throws { try Written(self).encode(to: encoder) }
}

extension StoredExchange: WrittenDown {
    package static var blank: StoredExchange {
        StoredExchange(id: UUID(), origin: .blank, source: .screen, sentAt: .distantPast, exchange: .blank)
    }

    package mutating func code(_ fields: FieldCoder) throws {
        var version = 1
        try fields.field("version", &version)
        try fields.field("id", &facts.id)
        try fields.field("origin", &facts.origin)
        try fields.field("source", &source)
        try fields.field("variableNames", &facts.variableNames, unless: [])
        try fields.moment("sentAt", &facts.sentAt)
        try fields.field("exchange", &facts.exchange)
        try fields.field("requestBody", &requestBody)
        var isHeadOfFinalHop = facts.head != nil && facts.head == facts.exchange.finalHop?.response
        if isHeadOfFinalHop { facts.head = nil }
        try fields.field("isHeadOfFinalHop", &isHeadOfFinalHop, unless: false)
        try fields.field("head", &facts.head)
        if isHeadOfFinalHop { facts.head = facts.exchange.finalHop?.response }
        try fields.field("responseBody", &responseBody)
        try fields.field("failure", &facts.failure)
        try fields.list("captures", &facts.captures)
        try fields.list("assertions", &facts.assertions)
        try fields.list("console", &facts.console)
        try fields.field("skippedScripts", &facts.skippedScripts, unless: 0)
        try fields.field("graphQLErrorCount", &facts.graphQLErrorCount, unless: 0)
        // The name that every version so far has written: histories stay readable in both directions.
        try fields.list("errands", &facts.auxiliaryExchanges)
        try fields.list("markers", &markers)
        try fields.field("shortSecretNames", &shortSecretNames, unless: [])
    }
}

extension RecordedExchange.Origin: WrittenDown {
    package static var blank: RecordedExchange.Origin { .init() }

    package mutating func code(_ fields: FieldCoder) throws {
        try fields.field("collection", &collection)
        try fields.field("requestPath", &requestPath)
        try fields.field("environment", &environment)
        try fields.field("wasDraft", &wasDraft, unless: false)
    }
}

extension StoredExchange.Source: WrittenDown {
    package static var blank: StoredExchange.Source { .screen }

    package mutating func code(_ fields: FieldCoder) throws {
        var word = kind
        var replayed: UUID? = if case .replay(let original) = self { original } else { nil }
        var file: String? = if case .imported(let name) = self { name } else { nil }
        try fields.field("kind", &word)
        try fields.field("replayed", &replayed)
        try fields.field("file", &file)
        self = StoredExchange.Source(kind: word, replayed: replayed, file: file)
    }

    /// The word for this source in JSON.
    package var kind: String {
        switch self {
        case .screen: "screen"
        case .commandLine: "commandLine"
        case .replay: "replay"
        case .imported: "imported"
        }
    }

    /// Creates a source from its word; a word that only a later version knows counts as the screen's.
    package init(kind: String, replayed: UUID?, file: String?) {
        switch (kind, replayed, file) {
        case ("commandLine", _, _): self = .commandLine
        case ("replay", let original?, _): self = .replay(of: original)
        case ("imported", _, let name?): self = .imported(from: name)
        default: self = .screen
        }
    }
}

extension StoredBody: WrittenDown {
    package static var blank: StoredBody { StoredBody(hash: "", length: 0, keptLength: 0) }

    package mutating func code(_ fields: FieldCoder) throws {
        try fields.field("hash", &hash)
        try fields.field("length", &length)
        try fields.field("keptLength", &keptLength, unless: length)
        try fields.field("wholeHash", &wholeHash)
        try fields.field("isMasked", &isMasked, unless: false)
    }
}
