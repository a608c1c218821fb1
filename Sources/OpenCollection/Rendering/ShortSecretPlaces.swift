import Foundation
import Quoting
import Text

/// Where secrets stand in a rendered request that are too short to be looked for: by their bytes they would be found in half of all texts.
///
/// The request is rendered once more, with a sign in the place of each such secret. What lies between the signs is the same in both, so they
/// tell where the secrets begin and end, however a value is written there.
public struct ShortSecretPlaces: Sendable, Hashable {
    /// In UTF-8 bytes of the URL, in order.
    public var url: [Range<Int>] = []
    /// In bytes of the body, in order; empty for a body that is made while it is sent.
    public var body: [Range<Int>] = []

    public init() {}

    /// A shorter secret is told by its place alone. In bytes.
    static let longEnough = 6

    /// - Parameters:
    ///   - values: those that have signs.
    ///   - marked: the same request, with the signs.
    init(of values: [String], in rendered: RenderedRequest, marked: RenderedRequest) {
        let longer = rendered.secretValues.map(\.value).filter { $0.utf8.count >= Self.longEnough }.unique
        func ranges(in bytes: [UInt8], marked: [UInt8]) -> [Range<Int>] {
            let start = Array(Self.signStart.utf8)
            guard bytes != marked, Self.firstRange(of: start, in: marked[...]) != nil else { return [] }
            return Self.between(start, of: values, in: bytes, marked: marked)
                ?? Self.occurrences(of: values, besides: longer, in: bytes)
        }
        url = ranges(in: Array(rendered.url.utf8), marked: Array(marked.url.utf8))
        guard case .bytes(let bytes, _) = rendered.body, case .bytes(let markedBytes, _) = marked.body else { return }
        body = ranges(in: bytes, marked: markedBytes)
    }

    /// Other items stand in the URL's query now, in one stretch of it: what is behind has moved. Of what stood in the stretch nobody can tell
    /// what is still there, so it is hidden wherever it is found in it.
    ///
    /// - Parameter longer: secrets within which nothing is looked for.
    mutating func follow(_ old: String, to new: String, besides longer: [String]) {
        let (old, new) = (Array(old.utf8), Array(new.utf8))
        func isEdge(_ place: Int, _ newPlace: Int) -> Bool {
            Self.isEdge(place, of: old) && Self.isEdge(newPlace, of: new)
        }
        var same = zip(old, new).prefix { $0 == $1 }.count
        while !isEdge(same, same) { same -= 1 }
        var end = zip(old[same...].reversed(), new[same...].reversed()).prefix { $0 == $1 }.count
        while !isEdge(old.count - end, new.count - end) { end -= 1 }
        let moved = new.count - old.count
        let before = url.prefix { $0.upperBound <= same }
        let behind = url.drop { $0.lowerBound < old.count - end }
        let lost = url.dropFirst(before.count).dropLast(behind.count)
        let start = min(same, lost.first?.lowerBound ?? same)
        let stretch = new[start..<max(new.count - end, (lost.last?.upperBound ?? 0) + moved)]
        let found = Self.occurrences(
            of: lost.map { String(decoding: old[$0], as: UTF8.self) }.unique, besides: longer, in: Array(stretch))
        url =
            before + found.map { $0.lowerBound + start..<$0.upperBound + start }
            + behind.map { $0.lowerBound + moved..<$0.upperBound + moved }
    }

    /// Whether an item of a query can begin or end there.
    private static func isEdge(_ place: Int, of url: [UInt8]) -> Bool {
        let marks = Array("?&".utf8)
        return place == 0 || place == url.count || marks.contains(url[place]) || marks.contains(url[place - 1])
    }

    /// Letters and digits are written the same in URLs, forms, JSON and XML.
    static func sign(_ index: Int) -> String { "\(signStart)\(index)\(signEnd)" }

    /// A text with the values again in whose place signs stand.
    static func withoutSigns(_ text: String, for values: [String]) -> String {
        guard text.utf8.contains(signStart.utf8) else { return text }
        return values.indices.reduce(text) { $0.replacingBytes(of: sign($1), with: values[$1]) }
    }

    private static let signStart = "zshortsecret"
    private static let signEnd = "z"

    /// Wherever such a value stands, by chance too, but within a longer secret: it is somewhere, and nobody can tell where.
    private static func occurrences(of values: [String], besides longer: [String], in bytes: [UInt8]) -> [Range<Int>] {
        func spelled(_ values: [String], isShort: Bool) -> [(bytes: [UInt8], isShort: Bool)] {
            values.flatMap(spellings).filter { !$0.isEmpty }.map { ($0, isShort) }
        }
        let all = (spelled(values, isShort: true) + spelled(longer, isShort: false)).sorted {
            $0.bytes.count > $1.bytes.count
        }
        var (found, place) = ([Range<Int>](), 0)
        while place < bytes.count {
            let spelled = all.first { bytes[place...].starts(with: $0.bytes) }
            if let spelled, spelled.isShort { found.append(place..<place + spelled.bytes.count) }
            place += spelled?.bytes.count ?? 1
        }
        return found
    }

    /// Wherever one of these values stands behind the scheme of a URL.
    ///
    /// - Parameter longer: secrets within which nothing is looked for.
    static func occurrences(of values: [String], besides longer: [String], inURL url: String) -> [Range<Int>] {
        let bytes = Array(url.utf8)
        let start = firstRange(of: Array("://".utf8), in: bytes[...])?.upperBound ?? 0
        let found = occurrences(of: values, besides: longer, in: Array(bytes[start...]))
        return found.map { $0.lowerBound + start..<$0.upperBound + start }
    }

    /// Nil where the two cannot be told to be the same but for the signs.
    private static func between(
        _ start: [UInt8], of values: [String], in bytes: [UInt8], marked: [UInt8]
    ) -> [Range<Int>]? {
        guard firstRange(of: start, in: bytes[...]) == nil else { return nil }
        let spelled = values.map(spellings)
        var (found, place, rest) = ([Range<Int>](), 0, marked[...])
        while let sign = firstRange(of: start, in: rest) {
            let number = rest[sign.upperBound...].prefix { (0x30...0x39).contains($0) }
            let end = number.endIndex + signEnd.utf8.count
            guard let index = Int(String(decoding: number, as: UTF8.self)), values.indices.contains(index),
                end <= rest.endIndex, bytes[place...].starts(with: rest[..<sign.lowerBound])
            else { return nil }
            place += sign.lowerBound - rest.startIndex
            rest = rest[end...]
            let between = rest[..<(firstRange(of: start, in: rest)?.lowerBound ?? rest.endIndex)]
            let fitting = spelled[index].first {
                bytes[place...].starts(with: $0) && bytes[(place + $0.count)...].starts(with: between)
            }
            guard let fitting else { return nil }
            found.append(place..<place + fitting.count)
            place += fitting.count
        }
        return bytes[place...].elementsEqual(rest) ? found : nil
    }

    /// Of a body of many megabytes the standard library's search takes seconds.
    private static func firstRange(of pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Range<Int>? {
        let offset = bytes.withUnsafeBufferPointer { text -> Int? in
            var place = 0
            while place + pattern.count <= text.count {
                if text[place] == pattern[0], text[place..<place + pattern.count].elementsEqual(pattern) {
                    return place
                }
                place += 1
            }
            return nil
        }
        return offset.map { bytes.startIndex + $0..<bytes.startIndex + $0 + pattern.count }
    }

    /// As rendering writes a value.
    private static func spellings(of value: String) -> [[UInt8]] {
        // A URL has no tabs and line ends, and its path has slashes for backslashes: see ``SentURL``.
        let inURL = value.utf8.filter { ![0x09, 0x0A, 0x0D].contains($0) }
        let inPath = inURL.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
        let texts = [value, String(decoding: inURL, as: UTF8.self), String(decoding: inPath, as: UTF8.self)].unique
        // Values in a URL are encoded as its settings say, and then all of it as it is sent.
        let asked = (texts + texts.map { PercentCoding.decodeText($0) }).map {
            PercentCoding.encode($0, keeping: PercentCoding.isPlainInComponent)
        }
        let sent = (texts + asked).flatMap { text in
            [PercentCoding.isPlainInSentPath, PercentCoding.isPlainInSentQuery].map {
                PercentCoding.encode(text, keeping: $0)
            }
        }
        let strict = PercentCoding.encode(value) { PercentCoding.isAlphanumeric($0) || "-._~".utf8.contains($0) }
        let others = [
            value, strict, PercentCoding.encodeForm(value), JSONText.escaped(value), value.trimmingWhitespace(),
        ]
        return (asked + sent + others).unique.map { Array($0.utf8) }.sorted { $0.count > $1.count }
    }
}

extension RenderedRequest {
    /// Names of the header fields that are made of secrets, in lower case.
    public var secretFields: Set<String> {
        secretHostFields.union(headers.lazy.filter(\.isSecret).map { $0.name.lowercased() })
    }

    /// Names of the fields that repeat the URL's host, in lower case, where that is made of a secret too short to be looked for.
    private var secretHostFields: Set<String> {
        let template = URLTemplate(url, hashIsData: false)
        let pathStart = template.scheme.utf8.count + template.authority.utf8.count
        guard let first = shortSecretPlaces.url.first, first.lowerBound < pathStart else { return [] }
        return ["host", ":authority"]
    }

    /// Where secrets stand that are too short to be looked for, in a URL at which its token is asked for: in UTF-8 bytes, in order.
    public func shortSecretPlaces(inTokenURL url: String) -> [Range<Int>] {
        let short = shortSecrets.filter(secretsInTokenURLs.contains)
        guard !short.isEmpty else { return [] }
        let longer = secretValues.map(\.value).filter { $0.utf8.count >= ShortSecretPlaces.longEnough }.unique
        return ShortSecretPlaces.occurrences(of: short, besides: longer, inURL: url)
    }

    /// Values of secrets that it may be made of and that are told by their place alone, each once.
    var shortSecrets: [String] {
        secretValues.map(\.value).filter { (1..<ShortSecretPlaces.longEnough).contains($0.utf8.count) }.unique
    }
}

extension DynamicValues {
    /// Makes the same values in the same order each time that it is made of one seed.
    func repeatable(from seed: UInt64, at moment: Date) -> DynamicValues {
        guard !isPreview else { return self }
        let chance = RepeatableChance(seed)
        return DynamicValues(random: { chance.next() }, now: { moment })
    }
}

/// Evenly spread bits that follow from a seed.
///
/// - Source: SplitMix64, <https://prng.di.unimi.it/splitmix64.c>.
/// Unchecked: its state is touched under its lock only.
private final class RepeatableChance: @unchecked Sendable {
    private let lock = NSLock()
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    func next() -> UInt64 {
        lock.withLock {
            state &+= 0x9E37_79B9_7F4A_7C15
            var bits = state
            bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
            bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
            return bits ^ (bits >> 31)
        }
    }
}
