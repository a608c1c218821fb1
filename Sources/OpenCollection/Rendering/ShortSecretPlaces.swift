import Foundation

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
        url = Self.ranges(of: values, in: Array(rendered.url.utf8), marked: Array(marked.url.utf8))
        guard case .bytes(let bytes, _) = rendered.body, case .bytes(let markedBytes, _) = marked.body else { return }
        body = Self.ranges(of: values, in: bytes, marked: markedBytes)
    }

    /// Letters and digits are written the same in URLs, forms, JSON and XML.
    static func sign(_ index: Int) -> String { "\(signStart)\(index)\(signEnd)" }

    private static let signStart = "zshortsecret"
    private static let signEnd = "z"

    private static func ranges(of values: [String], in bytes: [UInt8], marked: [UInt8]) -> [Range<Int>] {
        let start = Array(signStart.utf8)
        guard bytes != marked, marked.firstRange(of: start) != nil else { return [] }
        return between(start, of: values, in: bytes, marked: marked) ?? occurrences(of: values, in: bytes)
    }

    /// Wherever such a value stands, by chance too: it is somewhere, and nobody can tell where.
    private static func occurrences(of values: [String], in bytes: [UInt8]) -> [Range<Int>] {
        let spellings = values.flatMap(spellings).filter { !$0.isEmpty }.sorted { $0.count > $1.count }
        var (found, place) = ([Range<Int>](), 0)
        while place < bytes.count {
            let spelled = spellings.first { bytes[place...].starts(with: $0) }
            if let spelled { found.append(place..<place + spelled.count) }
            place += max(1, spelled?.count ?? 1)
        }
        return found
    }

    /// Nil where the two cannot be told to be the same but for the signs.
    private static func between(
        _ start: [UInt8], of values: [String], in bytes: [UInt8], marked: [UInt8]
    ) -> [Range<Int>]? {
        guard bytes.firstRange(of: start) == nil else { return nil }
        var (found, place, rest) = ([Range<Int>](), 0, marked[...])
        while let sign = rest.firstRange(of: start) {
            let number = rest[sign.upperBound...].prefix { (0x30...0x39).contains($0) }
            let end = number.endIndex + signEnd.utf8.count
            guard let index = Int(String(decoding: number, as: UTF8.self)), values.indices.contains(index),
                end <= rest.endIndex, bytes[place...].starts(with: rest[..<sign.lowerBound])
            else { return nil }
            place += sign.lowerBound - rest.startIndex
            rest = rest[end...]
            let between = rest[..<(rest.firstRange(of: start)?.lowerBound ?? rest.endIndex)]
            let spelled = spellings(of: values[index]).first {
                bytes[place...].starts(with: $0) && bytes[(place + $0.count)...].starts(with: between)
            }
            guard let spelled else { return nil }
            found.append(place..<place + spelled.count)
            place += spelled.count
        }
        return bytes[place...].elementsEqual(rest) ? found : nil
    }

    /// As rendering writes a value.
    private static func spellings(of value: String) -> [[UInt8]] {
        // Values in a URL are encoded as its settings say, and then all of it as it is sent.
        let asked = [value, PercentCoding.decode(value)].map {
            PercentCoding.encode($0, keeping: PercentCoding.isUnreserved)
        }
        let sent = ([value] + asked).flatMap { text in
            [PercentCoding.isPlainInSentPath, PercentCoding.isPlainInSentQuery].map {
                PercentCoding.encode(text, keeping: $0)
            }
        }
        let others = [value, PercentCoding.encodeForm(value), JSONText.escaped(value), value.trimmingWhitespace()]
        return (asked + sent + others).unique.map { Array($0.utf8) }.sorted { $0.count > $1.count }
    }
}

extension RenderedRequest {
    /// Values of secrets that it may be made of and that are told by their place alone, each once.
    var shortSecrets: [String] {
        secretValues.map(\.value).filter { (1..<ShortSecretPlaces.longEnough).contains($0.utf8.count) }.unique
    }
}

extension DynamicValues {
    /// Makes the same values in the same order each time that it is made of one seed.
    func repeatable(from seed: UInt64, at moment: Date) -> DynamicValues {
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
