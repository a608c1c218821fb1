import Foundation
import MicroClient
import Secrets

/// The known secret values of one exchange, each under one name of its own.
struct SecretNames {
    /// The values that are long enough to be found anywhere.
    private(set) var anywhere = SecretMatcher([])
    /// All values, for places that are known to contain secrets.
    private(set) var inSecretPlaces = SecretMatcher([])
    /// The name of each value, by its bytes, since texts that look alike are equal.
    private var names: [[UInt8]: String] = [:]
    private var taken: Set<String> = []
    /// The number for the next value of a name that is taken, by that name.
    private var nextNumbers: [String: Int] = [:]
    /// The number of values that may not be secrets.
    private var doubtfulCount = 0
    /// The value behind each variant that a header field or a URL may turn it into.
    private var originals: [[UInt8]: String] = [:]
    /// The values that the request was made of; the others were found in places for secrets.
    private var given: Set<[UInt8]> = []
    /// The values that the request was made of under a second name, by that name: the marker at its place gets that name.
    private var others: [String: String] = [:]
    /// The texts that were looked through already: in an archive most fields are repeated.
    private var lookedThrough: Set<LookedThrough> = []

    private struct LookedThrough: Hashable {
        var name: String
        var value: String
        var isSuspected: Bool
    }

    /// - Parameters:
    ///   - given: The secrets that the request was made of; the names of the first win.
    ///   - markers: Names of markers that the texts contain already, and keep. There may be any number of them.
    init(_ given: [NamedSecret], markers: [String] = []) {
        insert(markers: markers)
        insert(given: given)
    }

    /// Inserts secrets that the request was made of.
    mutating func insert(given: [NamedSecret]) {
        for secret in given {
            if names[Array(secret.value.utf8)] != nil, !taken.contains(secret.name) {
                others[secret.name] = secret.value
            }
            insert(secret.value, named: secret.name)
            self.given.insert(Array(secret.value.utf8))
        }
        for secret in given { insertVariants(of: secret) }
    }

    private mutating func insert(markers: [String]) {
        let texts = markers.map { SecretPlaceholder.text(of: $0) }
        for (name, text) in zip(markers, texts) {
            names[Array(text.utf8)] = free(name)
            given.insert(Array(text.utf8))
        }
        let long = texts.filter { $0.utf8.count >= SecretMatcher.shortest }
        anywhere.insert(long, isSpelled: false)
        // Both begin with the markers: a matcher that takes long to build is not built twice.
        inSecretPlaces = anywhere
        inSecretPlaces.insert(texts, isSpelled: false)
    }

    private mutating func insertVariants(of secret: NamedSecret) {
        let trimmed = secret.value.trimmingCharacters(in: .whitespacesAndNewlines)
        for variant in [trimmed, secret.value.removingPercentEncoding ?? ""] where !isKnown(variant) {
            insert(variant, named: secret.name)
            originals[Array(variant.utf8)] = secret.value
            given.insert(Array(variant.utf8))
        }
    }

    private func isKnown(_ value: String) -> Bool { names[Array(value.utf8)] != nil }

    /// - Parameter isCertain: Whether it is a secret beyond doubt; else it is looked for elsewhere only if it looks like one.
    mutating func insert(_ value: String, named name: String, isCertain: Bool = true) {
        let bytes = Array(value.utf8)
        guard !bytes.isEmpty else { return }
        if names[bytes] == nil {
            if !isCertain {
                guard doubtfulCount < Self.mostDoubtful else { return }
                doubtfulCount += 1
            }
            names[bytes] = free(name)
        }
        inSecretPlaces.insert([value])
        if SecretVocabulary.isDistinct(value, isCertain: isCertain) { anywhere.insert([value]) }
    }

    /// Whether a text under a name was not looked through yet, for secrets or for suspected ones.
    mutating func isNew(_ name: String, _ value: String, isSuspected: Bool = false) -> Bool {
        // Other texts may be equal though their bytes are not.
        guard value.utf8.allSatisfy({ $0 < 0x80 }) else { return true }
        return lookedThrough.insert(LookedThrough(name: name, value: value, isSuspected: isSuspected)).inserted
    }

    /// Returns the name, or the name with a number if another value has it already.
    private mutating func free(_ name: String) -> String {
        let name =
            name.isEmpty
            ? "secret" : String(String.UnicodeScalarView(name.unicodeScalars.filter { $0 != "{" && $0 != "}" }))
        var free = name
        var number = nextNumbers[name] ?? 2
        while !taken.insert(free).inserted {
            free = "\(name)-\(number)"
            number += 1
        }
        nextNumbers[name] = number
        others[free] = nil
        return free
    }

    /// The most doubtful values that are looked for elsewhere; further ones are only masked where their name suggests a secret.
    static let mostDoubtful = 10_000

    func name(of value: String) -> String { names[Array(original(of: value).utf8)] ?? "secret" }

    /// Returns the name of a value as it is written; `name` if it has none.
    func name(of bytes: some Sequence<UInt8>, orNamed name: String) -> String { names[Array(bytes)] ?? readable(name) }

    /// Returns the spelling, in these bytes, of a value that the request was made of under a second name; nil if it is not one.
    func spelling(of bytes: some Sequence<UInt8>, named name: String) -> SecretPlaceholder.Spelling? {
        others[name].map { SecretPlaceholder.Spelling(of: bytes, for: $0) }.flatMap { $0 == .other ? nil : $0 }
    }

    /// Returns the name of a field or an item for a marker: a name that contains a secret is replaced.
    func readable(_ name: String) -> String { anywhere.occurs(in: name) ? "secret" : name }

    /// All names of values.
    var all: Set<String> { taken }

    /// Returns the value that a variant was made of; the value itself if it is not a variant.
    func original(of value: String) -> String { originals[Array(value.utf8)] ?? value }

    func isGiven(_ value: String) -> Bool { given.contains(Array(value.utf8)) }
}
