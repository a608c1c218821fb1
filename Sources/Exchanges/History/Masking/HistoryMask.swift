import MicroClient
import Secrets
import Text

/// Writes bytes with markers in the place of secrets.
struct HistoryMask {
    var names: SecretNames
    /// Whether a text that only looks like a secret, or has a name like one, is masked wherever it occurs.
    var isCareful = false
    /// The places where secrets were put in the request.
    var places = SecretSet()
    /// Masked texts of other exchanges; nil if none are remembered.
    var memory: MaskedTexts?

    /// A marker and where it begins in what was written.
    struct Mark {
        var name: String
        var offset: Int
        var spelling: SecretPlaceholder.Spelling
    }

    typealias Bytes = UnsafeBufferPointer<UInt8>

    /// - Parameters:
    ///   - places: The places of secrets, in order, none within another.
    ///   - isSecretPlace: Whether short secrets are looked for, too.
    ///   - write: Receives the result piece by piece; not called if nothing was found.
    /// - Returns: The markers that were written.
    func mask(
        _ bytes: Bytes, places: [SecretSpan] = [], isSecretPlace: Bool = false,
        write: (Bytes) throws -> Void
    ) rethrows -> [Mark] {
        let found = found(in: bytes, places, isSecretPlace ? names.inSecretPlaces : names.anywhere)
        guard !found.isEmpty else { return [] }
        let starts = try bytes.replacing(found.lazy.map { ($0.range, Array($0.text.utf8)) }, write: write)
        return zip(found, starts).map { Mark(name: $0.name, offset: $1 + ($0.isQuoted ? 1 : 0), spelling: $0.spelling) }
    }

    /// The secrets in some bytes, each with the words of its marker.
    private struct Found {
        var range: Range<Int>
        var name: String
        var spelling: SecretPlaceholder.Spelling
        var isQuoted = false

        var text: String { isQuoted ? "\"\(SecretPlaceholder.text(of: name))\"" : SecretPlaceholder.text(of: name) }
    }

    /// - Parameter matcher: Finds secrets outside the places.
    private func found(in bytes: Bytes, _ places: [SecretSpan], _ matcher: SecretMatcher) -> [Found] {
        var (all, position) = ([Found](), 0)
        for place in places {
            all += matches(position..<place.range.lowerBound, of: bytes, matcher)
            all += found(at: place, in: bytes)
            position = place.range.upperBound
        }
        return all + matches(position..<bytes.count, of: bytes, matcher)
    }

    private func found(at place: SecretSpan, in bytes: Bytes) -> [Found] {
        let (range, written) = (place.range, bytes[place.range])
        if place.kind == .number {
            let name = names.name(of: written, orNamed: place.name)
            return [Found(range: range, name: name, spelling: .other, isQuoted: true)]
        }
        if place.kind == .given, let spelling = names.spelling(of: written, named: place.name) {
            return [Found(range: range, name: place.name, spelling: spelling)]
        }
        if isCovered(bytes, range) { return matches(range, of: bytes, names.inSecretPlaces) }
        return [Found(range: range, name: names.readable(place.name), spelling: .other)]
    }

    private func matches(_ range: Range<Int>, of bytes: Bytes, _ matcher: SecretMatcher) -> [Found] {
        var all: [Found] = []
        matcher.forEachOccurrence(in: Bytes(rebasing: bytes[range])) { found, index in
            let found = (range.lowerBound + found.lowerBound)..<(range.lowerBound + found.upperBound)
            let value = names.original(of: matcher.known[index])
            let spelling = SecretPlaceholder.Spelling(of: bytes[found], for: value)
            all.append(Found(range: found, name: names.name(of: value), spelling: spelling))
        }
        return all
    }

    /// Whether a range consists of nothing but known secrets.
    private func isCovered(_ bytes: Bytes, _ range: Range<Int>) -> Bool {
        names.inSecretPlaces.covers(Bytes(rebasing: bytes[range]))
    }
}

extension HistoryMask {
    /// A short text with its markers.
    struct Text {
        var bytes: [UInt8]
        var marks: [Mark]
        var string: String { String(decoding: bytes, as: UTF8.self) }
    }

    func text(_ bytes: [UInt8], places: [SecretSpan] = [], isSecretPlace: Bool = false) -> Text {
        var output: [UInt8] = []
        let marks = bytes.withUnsafeBufferPointer { bytes in
            mask(bytes, places: places, isSecretPlace: isSecretPlace) { output += $0 }
        }
        return Text(bytes: marks.isEmpty ? bytes : output, marks: marks)
    }

    func text(_ text: String, places: [SecretSpan] = []) -> Text { self.text(Array(text.utf8), places: places) }

    func url(_ url: String) -> Text {
        let known = outermost(places.spans(in: url), in: Array(url.utf8))
        let named = SecretScan.unmasked.spans(in: url, of: [.url])
        return text(url, places: (named + suspected(in: url) + known).inOrder)
    }

    /// The number of bytes up to which a body is parsed; a longer one is only searched for known values.
    static let longestForm = 1 << 20

    /// Returns the places of secrets in a body, or in its beginning: those under names, in any body if this is careful, else in a form that was sent;
    /// and those where secrets were put.
    func places(in bytes: Bytes, type: String, isSent: Bool) -> [SecretSpan] {
        let isForm = isSent && bytes.count <= Self.longestForm
        let named =
            isCareful
            ? SecretScan.unmarked.spans(in: bytes, of: [.body(type: type)])
            : isForm ? SecretScan().spans(in: bytes, of: [.form(type: type)]) : []
        let known = isSent ? outermost(places.spans(inBody: bytes), in: bytes) : []
        return known.isEmpty ? named : (named + known).inOrder
    }

    func outermost(_ spans: [SecretSpan], in bytes: [UInt8]) -> [SecretSpan] {
        bytes.withUnsafeBufferPointer { outermost(spans, in: $0) }
    }

    /// Returns the spans without those within a longer secret, which would not be found in parts.
    private func outermost(_ spans: [SecretSpan], in bytes: Bytes) -> [SecretSpan] {
        guard !spans.isEmpty else { return [] }
        var longer: [Range<Int>] = []
        names.anywhere.forEachOccurrence(in: bytes) { range, _ in longer.append(range) }
        var next = longer[...]
        return spans.filter { $0.range.upperBound <= bytes.count }.compactMap { span in
            next = next.drop { $0.upperBound <= span.range.lowerBound }
            guard let other = next.first, other.overlaps(span.range), other != span.range else {
                return SecretSpan(span.range, span.name, .given)
            }
            if other.lowerBound <= span.range.lowerBound, other.upperBound >= span.range.upperBound { return nil }
            let both = min(span.range.lowerBound, other.lowerBound)..<max(span.range.upperBound, other.upperBound)
            return SecretSpan(both, "secret")
        }
    }

    /// Returns the places of suspected secrets; none unless this is careful.
    func suspected(in text: String) -> [SecretSpan] {
        isCareful ? SecretScan.unmarked.spans(in: text, of: [.text, .members]) : []
    }
}
