import Foundation

/// Values that are made when asked for, `{{$guid}}` and the like. The caller supplies randomness and time.
///
/// Names and formats are those of the format's reference implementation; the words are our own.
public struct DynamicValues: Sendable {
    let random: @Sendable () -> UInt64
    let now: @Sendable () -> Date
    private(set) var digests: TemplateDigests
    private(set) var isPreview = false

    /// - Parameters:
    ///   - random: 64 evenly spread bits, new at each call.
    ///   - now: the time of the send.
    ///   - digests: The hashes and signatures for functions of templates.
    public init(
        random: @escaping @Sendable () -> UInt64, now: @escaping @Sendable () -> Date,
        digests: TemplateDigests = TemplateDigests()
    ) {
        (self.random, self.now, self.digests) = (random, now, digests)
    }

    /// The same with hashes and signatures.
    public func hashing(with digests: TemplateDigests) -> DynamicValues {
        var values = self
        values.digests = digests
        return values
    }

    /// A new value for a name without its `$`; nil for unknown names.
    public func text(of name: String) -> String? { Self.makers[name].map { isPreview ? "$\(name)" : $0(self) } }

    /// Values that are their names, `$guid` for `{{$guid}}`: for what is shown before a send, which must not change by itself.
    public static let preview: DynamicValues = {
        var values = example
        values.isPreview = true
        return values
    }()

    /// A value of each name, always the same: to see whether such a value can be in place of the name.
    public static let example = DynamicValues(random: { 0 }, now: { Date(timeIntervalSince1970: 1_700_000_000) })

    /// All names without their `$`.
    public static let knownNames: Set<String> = Set(makers.keys)

    typealias Maker = @Sendable (DynamicValues) -> String

    private static let makers: [String: Maker] = [
        identifiersAndTime, network, people, places, images, finance, business, files, languageWords, lorem,
    ].reduce(into: [:]) { all, family in all.merge(family) { first, _ in first } }
}

// MARK: - Chance

extension DynamicValues {
    static let digits = "0123456789"
    static let lowercase = "abcdefghijklmnopqrstuvwxyz"
    static let uppercase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    static let alphanumeric = digits + lowercase + uppercase

    /// Returns a random number from 0 up to, and without, `bound`.
    func below(_ bound: Int) -> Int {
        Int(truncatingIfNeeded: random().multipliedFullWidth(by: UInt64(max(1, bound))).high)
    }

    func number(in range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

    /// Returns a text of the list; empty if the list is.
    func pick(_ list: [String]) -> String { list.isEmpty ? "" : list[below(list.count)] }

    func letters(_ count: Int, of alphabet: String) -> String {
        let characters = Array(alphabet)
        return String((0..<count).map { _ in characters[below(characters.count)] })
    }

    /// Returns the pattern with each `#` as a digit, the rest as it is.
    func pattern(_ pattern: String) -> String {
        String(pattern.map { $0 == "#" ? Character(String(below(10))) : $0 })
    }

    /// A list of words, which white space divides.
    static func words(_ text: String) -> [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }

    /// A list of texts, one a line.
    static func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

    static func padded(_ number: some BinaryInteger, _ width: Int, radix: Int = 10) -> String {
        let digits = String(number, radix: radix)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
