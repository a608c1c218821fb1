import Foundation
import MicroClient

/// As JSON it has a `version`, durations in nanoseconds and moments in microseconds since 1970 (UTC). What is unknown is passed over, so that an older
/// program reads what a newer one wrote.
///
/// What repeats is written once: the request of an attempt when it is that of the exchange, that of a hop when it is that of its attempt,
/// the head when it is that of the last hop.
extension KeptExchange: Codable {
    public init(from decoder: any Decoder) throws { self = try KeptExchangeForm(from: decoder).value }

    public func encode(to encoder: any Encoder) throws { try KeptExchangeForm(self).encode(to: encoder) }
}

private struct KeptExchangeForm: Codable {
    static let version = 1

    var version: Int
    var id: UUID
    var origin: OriginForm
    var source: SourceForm
    var variableNames: [String]?
    var sentAt: Int64
    var exchange: ExchangeForm
    var requestBody: KeptBodyForm?
    var head: HeadForm?
    /// It is that of the last hop.
    var isHeadOfFinalHop: Bool?
    var responseBody: KeptBodyForm?
    var failure: FailureForm?
    var captures: [CaptureForm]?
    var assertions: [AssertionForm]?
    var graphQLErrorCount: Int?
    var errands: [ErrandForm]?
    var markers: [MarkerForm]?
    var shortSecretNames: [String]?

    init(_ kept: KeptExchange) {
        version = Self.version
        id = kept.id
        origin = OriginForm(kept.origin)
        source = SourceForm(kept.source)
        variableNames = kept.variableNames.nilIfEmpty
        sentAt = kept.sentAt.microsecondsSince1970
        exchange = ExchangeForm(kept.exchange)
        requestBody = kept.requestBody.map(KeptBodyForm.init)
        if let head = kept.head, head == kept.exchange.finalHop?.response {
            isHeadOfFinalHop = true
        } else {
            head = kept.head.map(HeadForm.init)
        }
        responseBody = kept.responseBody.map(KeptBodyForm.init)
        failure = kept.failure.map(FailureForm.init)
        captures = kept.captures.map(CaptureForm.init).nilIfEmpty
        assertions = kept.assertions.map(AssertionForm.init).nilIfEmpty
        graphQLErrorCount = kept.graphQLErrorCount > 0 ? kept.graphQLErrorCount : nil
        errands = kept.errands.map(ErrandForm.init).nilIfEmpty
        markers = kept.markers.map(MarkerForm.init).nilIfEmpty
        shortSecretNames = kept.shortSecretNames.nilIfEmpty
    }

    var value: KeptExchange {
        var kept = KeptExchange(
            id: id, origin: origin.value, source: source.value, sentAt: Date(microsecondsSince1970: sentAt),
            exchange: exchange.value)
        kept.variableNames = variableNames ?? []
        kept.requestBody = requestBody?.value
        kept.head = isHeadOfFinalHop == true ? kept.exchange.finalHop?.response : head?.value
        kept.responseBody = responseBody?.value
        kept.failure = failure?.value
        kept.captures = captures?.map(\.value) ?? []
        kept.assertions = assertions?.map(\.recorded) ?? []
        kept.graphQLErrorCount = graphQLErrorCount ?? 0
        kept.errands = errands?.map(\.value) ?? []
        kept.markers = markers?.map(\.value) ?? []
        kept.shortSecretNames = shortSecretNames ?? []
        return kept
    }
}

private struct OriginForm: Codable {
    var collection: String?
    var requestPath: String?
    var environment: String?
    var wasDraft: Bool?

    init(_ origin: RecordedExchange.Origin) {
        collection = origin.collection
        requestPath = origin.requestPath
        environment = origin.environment
        wasDraft = origin.wasDraft ? true : nil
    }

    var value: RecordedExchange.Origin {
        RecordedExchange.Origin(
            collection: collection, requestPath: requestPath, environment: environment, wasDraft: wasDraft ?? false)
    }
}

private struct SourceForm: Codable {
    var kind: String
    var replayed: UUID?
    var file: String?

    init(_ source: KeptExchange.Source) {
        kind = source.kind
        switch source {
        case .screen, .commandLine: break
        case .replay(let original): replayed = original
        case .imported(let name): file = name
        }
    }

    var value: KeptExchange.Source {
        KeptExchange.Source(kind: kind, replayed: replayed, file: file)
    }
}

extension KeptExchange.Source {
    /// The word that it is written down with.
    package var kind: String {
        switch self {
        case .screen: "screen"
        case .commandLine: "commandLine"
        case .replay: "replay"
        case .imported: "imported"
        }
    }

    /// From its word; a later version's word counts as the screen's.
    package init(kind: String, replayed: UUID?, file: String?) {
        switch (kind, replayed, file) {
        case ("commandLine", _, _): self = .commandLine
        case ("replay", let original?, _): self = .replay(of: original)
        case ("imported", _, let name?): self = .imported(from: name)
        default: self = .screen
        }
    }
}

private struct KeptBodyForm: Codable {
    var hash: String
    var length: Int64
    var keptLength: Int64?
    var wholeHash: String?
    var isMasked: Bool?

    init(_ body: KeptBody) {
        hash = body.hash
        length = body.length
        keptLength = body.keptLength == body.length ? nil : body.keptLength
        wholeHash = body.wholeHash
        isMasked = body.isMasked ? true : nil
    }

    var value: KeptBody {
        KeptBody(
            hash: hash, length: length, keptLength: keptLength ?? length, wholeHash: wholeHash,
            isMasked: isMasked ?? false)
    }
}
