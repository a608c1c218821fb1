import BodyStore
public import Exchanges
public import Foundation
import MicroClient
import Secrets

/// The forms in which exchanges are given to others.
public enum ShareFormat: String, Sendable, Hashable, CaseIterable {
    /// An HTTP archive, for browsers and other programs, and to be imported here.
    case har
    /// Commands for a POSIX shell.
    case curl
    /// A bug report.
    case markdown

    public var title: String {
        switch self {
        case .har: "HAR"
        case .curl: "curl"
        case .markdown: "Markdown"
        }
    }

    /// The extension of a file, without the dot.
    public var fileExtension: String {
        switch self {
        case .har: "har"
        case .curl: "sh"
        case .markdown: "md"
        }
    }
}

/// An exchange to share, with notes on it.
public struct SharedExchange: Sendable {
    public var past: PastExchange
    /// The note written about it; nil without one.
    public var note: String?
    /// The difference from an earlier one, in words without any value of that one, which nothing here masks; nil if it was not compared.
    public var verdict: String?

    public init(_ past: PastExchange, note: String? = nil, verdict: String? = nil) {
        self.past = past
        self.note = note
        self.verdict = verdict
    }
}

/// Exchanges of the history as they may leave this machine: what is secret, or only looks like it, is masked, and it is known what was.
public struct SharePackage: Sendable {
    /// The exchanges, masked, in their order.
    public let exchanges: [SharedExchange]
    /// The name of the set; nil if the exchanges are not a set.
    public let name: String?
    /// The note, masked; nil without one.
    public let note: String?
    /// The masked values, each name once for each place.
    public let masked: [MaskedPlace]
    /// Names of secrets that are too short to be looked for: they may occur somewhere.
    public let shortNames: [String]
    /// The names of markers that occur in it.
    let markerNames: Set<String>

    /// A longer body is shared by its beginning, in bytes.
    public static let longestBody: Int64 = 16_000_000
    private static let limits = HistoryMasking.BodyLimits(whole: longestBody, beginning: 1_000_000)

    /// Masks the exchanges. Takes as long as reading their bodies a few times.
    ///
    /// - Parameters:
    ///   - exchanges: The exchanges of the history; what is secret in one of them is masked in all.
    ///   - name: The name of the set; nil if they are not a set.
    ///   - note: The note on the set; nil without one.
    ///   - spillDirectory: The directory for long bodies that had to be changed.
    ///   - checkCancellation: asked before each; throws when it is not wanted any more.
    /// - Throws: ``BodyStoreError`` when there is no room for them, and what `checkCancellation` throws.
    public init(
        _ exchanges: [SharedExchange], name: String? = nil, note: String? = nil, spillDirectory: URL,
        checkCancellation: () throws -> Void = {}
    ) throws {
        let originals = exchanges.map(\.past)
        let masking = try CarefulMasking(
            originals.map { RecordedExchange($0) },
            notes: exchanges.flatMap { [$0.note, $0.verdict] }.compactMap { $0 } + [name, note].compactMap { $0 },
            markers: originals.reduce(into: []) { $0.formUnion($1.markerNames) }, limits: Self.limits,
            spillDirectory: spillDirectory, checkCancellation: checkCancellation)
        var places = MaskedPlaces()
        self.exchanges = try exchanges.map { exchange in
            try checkCancellation()
            var past = try masking.masked(exchange.past)
            // Its local path must not be shared.
            past.kept.origin.collection = nil
            let names = masking.names(in: past)
            let shared = SharedExchange(
                past, note: exchange.note.map(masking.masked), verdict: exchange.verdict.map(masking.masked))
            places.add(shared, names: names, before: exchange)
            return shared
        }
        self.name = name.map(masking.masked)
        self.note = note.map(masking.masked)
        masked = places.list
        markerNames = Set(places.list.map(\.name))
        shortNames = Set(originals.flatMap(\.kept.shortSecretNames)).sorted()
    }

    /// Writes the package in one of its forms, as UTF-8, piece by piece.
    ///
    /// - Parameters:
    ///   - creator: the program and its version, which an archive names.
    ///   - secondsFromGMT: The offset of the time zone of the times in a report.
    ///   - sink: takes the pieces.
    /// - Throws: what `sink` throws.
    public func write(
        as format: ShareFormat, creator: (name: String, version: String), secondsFromGMT: Int,
        to sink: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        switch format {
        case .har: try writeArchive(by: creator, to: sink)
        case .curl: try Self.write(CurlScript(self, secondsFromGMT: secondsFromGMT).text, to: sink)
        case .markdown: try Self.write(BugReport(self, secondsFromGMT: secondsFromGMT).text, to: sink)
        }
    }

    private static func write(_ text: String, to sink: (UnsafeRawBufferPointer) throws -> Void) throws {
        var text = text
        try text.withUTF8 { try sink(UnsafeRawBufferPointer($0)) }
    }

    /// A file name for the package, without an extension: the set's name, or method, last part of the path and id.
    public var fileName: String {
        let words: String
        if let name {
            words = name
        } else if let first = exchanges.first?.past.kept {
            let request = first.exchange.request
            let path = request.url.utf8.prefix { !"?#".utf8.contains($0) }
            let last = path.split(separator: UInt8(ascii: "/")).dropFirst(2).last.map { Substring($0) } ?? ""
            words = "\(request.method.rawValue) \(last) \(HistoryAddress.shortText(of: first.id))"
        } else {
            words = "exchanges"
        }
        let plain = words.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        let short = String(plain).split(separator: "-").joined(separator: "-").prefix(80)
        return short.isEmpty ? "exchanges" : String(short)
    }
}

/// A masked value and its place.
public struct MaskedPlace: Sendable, Hashable {
    /// The name in the marker, without braces.
    public var name: String
    /// "request header Authorization", "response body"
    public var place: String
    /// The number of times that it occurs there.
    public var times: Int
    /// Whether the history did not know it to be secret: it looks like one, or is called so.
    public var isSuspected: Bool

    /// "token: request header Authorization", "password: request body, 2 times".
    public var text: String { "\(name): \(place)\(times > 1 ? ", \(times) times" : "")" }
}

/// Finds the markers in what is shared.
struct MaskedPlaces {
    private struct Key: Hashable {
        var name: String
        var place: String
    }
    private var order: [Key] = []
    private var found: [Key: MaskedPlace] = [:]

    var list: [MaskedPlace] { order.compactMap { found[$0] } }

    /// - Parameters:
    ///   - names: those that markers may have.
    ///   - before: the same exchange as the history has it.
    mutating func add(_ exchange: SharedExchange, names: Set<String>, before: SharedExchange) {
        var known: Set<Key> = []
        Self.forEachPlace(of: before) { text, place in
            for name in SecretPlaceholder.names(in: text) { known.insert(Key(name: name, place: place)) }
        }
        var counts: [Key: Int] = [:]
        Self.forEachPlace(of: exchange) { text, place in
            for name in SecretPlaceholder.names(in: text) where names.contains(name) {
                let key = Key(name: name, place: place)
                if counts[key] == nil, found[key] == nil { order.append(key) }
                counts[key, default: 0] += 1
            }
        }
        for (key, times) in counts {
            let isBody = key.place.hasSuffix("body")
            let all = isBody ? times + (found[key]?.times ?? 0) : 1
            let isSuspected = found[key]?.isSuspected ?? true && !known.contains(key)
            found[key] = MaskedPlace(name: key.name, place: key.place, times: all, isSuspected: isSuspected)
        }
    }

    private static func forEachPlace(of exchange: SharedExchange, _ body: (String, String) -> Void) {
        let texts = exchange.past.kept.facts.texts.filter { $0.text.place != nil }
        let count = exchange.past.kept.exchange.request.headers.count + 1
        for (text, value) in texts.prefix(count) { body(value, text.place ?? "") }
        text(exchange.past.requestBody).map { body($0, "request body") }
        let rest = texts.dropFirst(count)
        for (text, value) in rest where text.subject == .exchange && !text.isRelated { body(value, text.place ?? "") }
        text(exchange.past.responseBody).map { body($0, "response body") }
        for (text, value) in rest where text.subject != .exchange || text.isRelated { body(value, text.place ?? "") }
        for text in [exchange.note, exchange.verdict].compactMap({ $0 }) { body(text, "note") }
    }

    private static func text(_ body: BodyStore?) -> String? {
        body.map { $0.withBytes(in: 0..<$0.count) { String(decoding: $0, as: UTF8.self) } }
    }
}
