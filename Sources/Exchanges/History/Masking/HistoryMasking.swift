public import BodyStore
public import Foundation
import MicroClient
import Secrets

/// Turns a send into its kept form: everything, with markers in the place of what is known to be secret.
public struct HistoryMasking: Sendable {
    /// The limits of what is kept of a body.
    public struct BodyLimits: Sendable, Hashable {
        /// The longest body that is kept whole, in bytes; a longer one keeps its beginning and its hash. Default: 256 MB.
        public var whole: Int64
        /// The length of that beginning, in bytes. Default: 1 MB.
        public var beginning: Int64

        public init(whole: Int64 = 256_000_000, beginning: Int64 = 1_000_000) {
            self.whole = whole
            self.beginning = beginning
        }
    }

    private let limits: BodyLimits
    let spillDirectory: URL

    /// - Parameter spillDirectory: The directory of long bodies that had to be changed.
    public init(
        limits: BodyLimits = BodyLimits(), spillDirectory: URL = FileManager.default.temporaryDirectory
    ) {
        self.limits = limits
        self.spillDirectory = spillDirectory
    }

    /// Returns the kept form of a finished send, and the bodies that it names by their hash.
    ///
    /// A body without secrets is the one of the record, not a copy.
    ///
    /// - Throws: ``BodyStoreError`` if there is no space for a body that had to be changed.
    public func kept(
        _ record: RecordedExchange, source: StoredExchange.Source
    ) throws -> (exchange: StoredExchange, bodies: [BodyStore]) {
        let record = record.asLastSent
        return try kept(record, source: source, HistoryMask(names: SecretNames(record)))
    }

    /// - Parameter record: A record with the request of its first hop.
    func kept(
        _ record: RecordedExchange, source: StoredExchange.Source, _ mask: HistoryMask
    ) throws -> (exchange: StoredExchange, bodies: [BodyStore]) {
        var mask = mask
        mask.places = record.secrets
        var kept = StoredExchange(mask.facts(record.facts), source: source)
        kept.markers = mask.markers(in: record.exchange.request)
        kept.shortSecretNames = record.secrets.shortNames(among: record.variableNames)
        let request = try record.sentBody.flatMap {
            try body($0, mask, record.exchange.request.headers, isSent: true, whole: record.wholeRequestBody)
        }
        let response = try record.responseBody.flatMap {
            try body($0, mask, record.head?.headers ?? [], isBroken: record.isResponseBroken)
        }
        kept.requestBody = request?.kept
        kept.responseBody = response?.kept
        kept.markers += (request?.marks ?? []).map { SecretPlaceholder($0, in: .body) }
        return (kept, [request?.store, response?.store].compactMap { $0 })
    }
}

// MARK: - Bodies

extension HistoryMasking {
    private typealias MaskedBody = (kept: StoredBody, store: BodyStore, marks: [HistoryMask.Mark])

    /// Masks a body; nil if it has no hash: it is still growing, or no hash can be computed here.
    ///
    /// - Parameters:
    ///   - fields: The fields of its message.
    ///   - isSent: Whether it is the request's.
    ///   - isBroken: Whether it ends too early: in a secret, perhaps.
    private func body(
        _ body: BodyStore, _ mask: HistoryMask, _ fields: HeaderFields, isSent: Bool = false, whole: WholeBody? = nil,
        isBroken: Bool = false
    ) throws -> MaskedBody? {
        guard let hash = body.sha256?.hexadecimal else { return nil }
        let isCut = whole != nil || Int64(body.count) > limits.whole
        let length = isCut ? mask.end(of: body, near: min(Int(limits.beginning), body.count)) : body.count
        let start = isBroken && length == body.count ? mask.startLength(atEndOf: body) : 0
        let (masked, marks) = try maskedCopy(of: body, upTo: length - start, mask, isStartCut: start > 0) {
            mask.places(in: $0, type: fields["Content-Type"] ?? "", isSent: isSent)
        }
        guard let store = try masked ?? (isCut ? copy(of: body, upTo: length) : body),
            let keptHash = store.sha256?.hexadecimal
        else { return nil }
        let kept = StoredBody(
            hash: keptHash, length: whole?.length ?? Int64(body.count), keptLength: Int64(store.count),
            wholeHash: isCut ? whole?.sha256 ?? hash : nil, isMasked: masked != nil)
        return (kept, store, marks)
    }

    /// Returns a masked copy of a body; nil if there is nothing to mask.
    ///
    /// - Parameters:
    ///   - isStartCut: Whether a marker replaces the start of a secret that was cut off at the end.
    ///   - places: Returns the places of secrets in these bytes.
    private func maskedCopy(
        of body: BodyStore, upTo length: Int, _ mask: HistoryMask, isStartCut: Bool,
        _ places: (HistoryMask.Bytes) -> [SecretSpan]
    ) throws -> (BodyStore?, [HistoryMask.Mark]) {
        let copy = BodyStore(directory: spillDirectory)
        let marks = try body.withBytes(in: 0..<length) { raw in
            let bytes = raw.bindMemory(to: UInt8.self)
            let places = places(bytes)
            // Most bodies contain no secret: those are read, and no copy of them is written.
            let marks = mask.mask(bytes, places: places) { _ in }
            guard !marks.isEmpty || isStartCut else { return marks }
            guard !marks.isEmpty else {
                try copy.append(raw)
                return marks
            }
            return try mask.mask(bytes, places: places) { try copy.append(UnsafeRawBufferPointer($0)) }
        }
        if isStartCut { try copy.append(Data(SecretPlaceholder.text(of: HistoryMask.nameOfStart).utf8)) }
        copy.finish()
        return (marks.isEmpty && !isStartCut ? nil : copy, marks)
    }

    private func copy(of body: BodyStore, upTo length: Int) throws -> BodyStore? {
        let copy = BodyStore(directory: spillDirectory)
        try copy.append(Data(body.copy(0..<length)))
        copy.finish()
        return copy
    }
}

// MARK: - The rest of the record

extension RecordedExchange {
    /// The record with the request of its last attempt before any redirect, cookies included: what a replay sends. Attempts before a login lack
    /// the login's result.
    var asLastSent: RecordedExchange {
        guard var first = facts.exchange.attempts.last?.hops.first?.request else { return self }
        first.body = first.body ?? facts.exchange.request.body
        var record = self
        record.exchange.request = first
        return record
    }

    /// The body of the request; if it was given as bytes, it is still in the exchange.
    var sentBody: BodyStore? {
        if let requestBody { return requestBody }
        guard let bytes = facts.exchange.request.body, !bytes.isEmpty else { return nil }
        return BodyStore(bytes)
    }

    /// Whether the body is incomplete: the connection broke, or there was less than announced.
    fileprivate var isResponseBroken: Bool {
        if facts.failure != nil { return true }
        guard let head = facts.head, let body = responseBody, head.headers["Content-Encoding"] == nil,
            let announced = head.headers["Content-Length"].flatMap({ Int($0) })
        else { return false }
        return body.count < announced
    }
}

extension HistoryMask {
    fileprivate func facts(_ facts: ExchangeFacts) -> ExchangeFacts {
        let kept = facts.mappingExchanges(prepared)
        var masked = kept.mappingTexts {
            text($1, as: $0.part).string
        } body: {
            Data(body($0, $1))
        }
        masked = masked.mappingExchanges(cuttingStarts)
        masked.captures = masked.captures.map(\.withoutSecret)
        masked.console = readable(masked.console)
        for index in masked.auxiliaryExchanges.indices {
            masked.auxiliaryExchanges[index].captures = masked.auxiliaryExchanges[index].captures.map(\.withoutSecret)
        }
        return masked
    }

    /// Returns the place near `end` where a body can be cut: after a secret that begins before `end`.
    fileprivate func end(of body: BodyStore, near end: Int) -> Int {
        // Every byte of it may be escaped.
        let reach = names.anywhere.longest * SecretMatcher.longestEscape
        let window = max(0, end - reach)..<min(body.count, end + reach)
        var cut = end
        body.withBytes(in: window) { bytes in
            names.anywhere.forEachOccurrence(in: bytes.bindMemory(to: UInt8.self)) { found, _ in
                let (start, stop) = (window.lowerBound + found.lowerBound, window.lowerBound + found.upperBound)
                if start < end, stop > end { cut = stop }
            }
        }
        return cut
    }

    /// Returns how many of the last bytes may be the start of a secret, and are not part of a whole one.
    fileprivate func startLength(atEndOf body: BodyStore) -> Int {
        let length = body.withBytes(in: max(0, body.count - names.anywhere.longest)..<body.count) {
            names.anywhere.startLength(at: Array($0))
        }
        guard length >= SecretMatcher.shortestStart else { return 0 }
        let reach = 2 * names.anywhere.longest * SecretMatcher.longestEscape
        let window = max(0, body.count - reach)..<body.count
        var end = 0
        body.withBytes(in: window) { bytes in
            names.anywhere.forEachOccurrence(in: bytes.bindMemory(to: UInt8.self)) { found, _ in
                end = window.lowerBound + found.upperBound
            }
        }
        return end > body.count - length ? 0 : length
    }

    /// Returns as many lines of the console as are readable, with a note about the rest.
    private func readable(_ lines: [ConsoleLine]) -> [ConsoleLine] {
        var (kept, bytes) = ([ConsoleLine](), 0)
        for line in lines {
            // Its secrets were masked before it is cut.
            let shown = line.text.count > 4000 ? "\(line.text.prefix(4000))…" : line.text
            bytes += shown.utf8.count
            guard kept.count < 500, bytes <= 64 << 10 else {
                let note = "\(Wording.count(lines.count - kept.count, "more line")) not kept"
                return kept + [ConsoleLine(level: "info", text: note)]
            }
            kept.append(ConsoleLine(level: line.level, text: shown))
        }
        return kept
    }

    fileprivate func markers(in request: Exchange.SentRequest) -> [SecretPlaceholder] {
        let inURL = url(request.url).marks.map { SecretPlaceholder($0, in: .url) }
        let inFields = request.headers.enumerated().flatMap { index, field in
            text(field.value, as: .field(field.name, isSent: true)).marks.map {
                SecretPlaceholder($0, in: .header(index))
            }
        }
        return inURL + inFields
    }
}

extension RecordedCapture {
    /// The capture with a marker for its value if that is secret.
    fileprivate var withoutSecret: RecordedCapture {
        guard isSecret, case .value = outcome else { return self }
        var masked = self
        masked.outcome = .value(json: "\"\(SecretPlaceholder.text(of: variable))\"")
        return masked
    }
}

extension SecretPlaceholder {
    fileprivate init(_ mark: HistoryMask.Mark, in place: Place) {
        self.init(name: mark.name, place: place, offset: mark.offset, spelling: mark.spelling)
    }
}
