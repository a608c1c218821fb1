public import Exchanges
import MicroClient
import OpenCollection

extension ReceivedRequest {
    /// The request of an exchange as it was sent, to be edited and sent again. Markers of secrets are variables of their names in it.
    ///
    /// What the client adds by itself is left out: it is added again when it is sent.
    ///
    /// - Parameter body: the request's, whole or cut; nil without one, and when it is no longer kept.
    public init(_ kept: StoredExchange, body: [UInt8]?) {
        let sent = kept.exchange.request
        var definition = RequestDefinition.received
        definition.method = sent.method.rawValue
        definition = definition.settingURL(sent.url)
        definition.headers = sent.headers.filter { !Self.isMadeBySending($0) }.map { Field($0.name, $0.value) }
        var notes: [String] = []
        if let length = kept.requestBody?.length, length > 0 {
            Self.put(body, of: length, into: &definition, &notes)
        }
        if let names = Self.literalNames(in: kept, body: definition.body.text) {
            notes.append("\(names) was sent as text, and is read as a variable now: R sends it as it was.")
        }
        self = Self.made(.exchange, definition, notes: notes)
    }

    /// Whether a field of this name says how one message travels, which every send says by itself.
    static func isSetBySending(_ name: String) -> Bool {
        ["host", "content-length", "transfer-encoding", "connection"].contains(name.lowercased())
    }

    private static func isMadeBySending(_ field: HeaderField) -> Bool {
        let name = field.name.lowercased()
        return isSetBySending(name) || ["user-agent", "accept-encoding"].contains(name)
            || name == "accept" && field.value == "*/*"
    }

    /// Puts a body into a request as text; what is not text, or was cut, cannot be in a request file.
    private static func put(
        _ body: [UInt8]?, of length: Int64, into definition: inout RequestDefinition, _ notes: inout [String]
    ) {
        guard let body, let text = String(validating: body, as: UTF8.self), !text.contains("\0") else {
            return notes.append(
                "The body, \(Wording.bytes(length)), is left out: it is not text, or not kept whole. R sends it as it was."
            )
        }
        let index = definition.headers.firstIndex { $0.name.lowercased() == "content-type" }
        let type = index.map { definition.headers[$0].value.lowercased() } ?? ""
        definition.body.kind = type.contains("json") ? .json : type.contains("xml") ? .xml : .text
        definition.body.text = text
        if let index, type == definition.body.kind.mediaType { definition.headers.remove(at: index) }
    }

    /// Returns the names of texts that look like a variable and are not markers, which the format cannot write: "{{id}}, {{name}} and 3 more".
    private static func literalNames(in kept: StoredExchange, body: String) -> String? {
        let sent = kept.exchange.request
        let places =
            [(SecretPlaceholder.Place.url, sent.url)] + sent.headers.enumerated().map { (.header($0), $1.value) }
        var names: [String] = []
        for (place, text) in places + [(.body, body)] {
            let markers = Set(kept.markers.lazy.filter { $0.place == place }.map(\.offset))
            for literal in Placeholder.all(in: text) where !markers.contains(literal.range.lowerBound) {
                if !names.contains(literal.name) { names.append(literal.name) }
            }
        }
        guard !names.isEmpty else { return nil }
        let rest = names.count > Self.mostNames ? " and \(names.count - Self.mostNames) more" : ""
        return names.prefix(Self.mostNames).map { SecretPlaceholder.text(of: $0) }.joined(separator: ", ") + rest
    }

    private static let mostNames = 3
}

extension RequestBody.Kind {
    /// The media type sent with it when no header says otherwise.
    fileprivate var mediaType: String {
        switch self {
        case .json: "application/json"
        case .xml: "application/xml"
        default: "text/plain"
        }
    }
}
