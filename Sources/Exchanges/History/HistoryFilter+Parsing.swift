import Foundation
import Spelling

extension HistoryFilter {
    /// Understands a filter as it is typed: terms separated by spaces, which all have to hold.
    ///
    /// A term is `key:value`, or words to be found anywhere; `-` or `!` before it negates it; a value with spaces needs quotes.
    /// A URL, a host with its port and a time of day are words, though they contain a colon. See ``HistoryFilterKey``.
    /// - Parameter clock: The moment and the time zone that words such as "yesterday" refer to.
    /// - Throws: ``HistoryFilterError``, with the place and with the text to write instead.
    public init(parsing text: String, clock: HistoryClock) throws(HistoryFilterError) {
        var scanner = HistoryFilterScanner(text)
        let pieces = try scanner.pieces()
        let grammar = HistoryFilterGrammar(text: text, clock: clock)
        var terms: [Term] = []
        for (index, piece) in pieces.enumerated() {
            try grammar.refuseBrokenTime(piece, pieces[(index + 1)...].prefix(2))
            terms.append(Term(try grammar.test(piece), isNegated: piece.isNegated))
        }
        self.init(terms)
    }
}

/// The meaning of a filter's pieces.
private struct HistoryFilterGrammar {
    let text: String
    let clock: HistoryClock

    typealias Piece = HistoryFilterScanner.Piece

    func test(_ piece: Piece) throws(HistoryFilterError) -> HistoryFilter.Test {
        guard !piece.name.isEmpty else { return try words(piece) }
        guard let key = HistoryFilterKey(rawValue: piece.name.lowercased()) else { return try wordWithColon(piece) }
        guard !piece.value.isEmpty || [.error, .note].contains(key) && !piece.isQuoted else {
            throw fault("\(key.text) has no value", "write \(key.examples[0])", piece.place)
        }
        return try test(key, piece)
    }

    private func test(_ key: HistoryFilterKey, _ piece: Piece) throws(HistoryFilterError) -> HistoryFilter.Test {
        let value = piece.value
        switch key {
        case .status: return .status(try status(piece))
        case .method: return .method(value)
        case .environment:
            return .environment(value == HistoryFilterKey.noEnvironment && !piece.isQuoted ? nil : value)
        case .host: return .host(value)
        case .path: return .path(value)
        case .request: return request(value)
        case .collection: return .collection(value)
        case .error: return .error(value.isEmpty ? nil : value)
        case .since: return .since(try moment(key, piece).lowerBound)
        case .until: return .until(try moment(key, piece).upperBound)
        case .before: return .before(try moment(key, piece).lowerBound)
        case .slower: return .slower(try duration(key, piece))
        case .faster: return .faster(try duration(key, piece))
        case .body: return .body(value)
        case .header: return .header(value)
        case .note: return .note(value)
        case .set: return .set(value)
        case .property: return try property(piece)
        }
    }

    // MARK: Words

    private func words(_ piece: Piece) throws(HistoryFilterError) -> HistoryFilter.Test {
        guard !piece.value.isEmpty else {
            throw fault("the quotes are empty", "write what to find", piece.place)
        }
        return .text(piece.value)
    }

    /// Decides about a word with a colon: "http://example.com" and "localhost:8080/users" are words; "stauts:500" is a misspelled key.
    private func wordWithColon(_ piece: Piece) throws(HistoryFilterError) -> HistoryFilter.Test {
        if !piece.isQuoted, piece.value.hasPrefix("//") { return .text(piece.whole) }
        let near = HistoryFilterKey.near(piece.name)
        if near.isEmpty, !piece.isQuoted, Self.beginsWithPort(piece.value) { return .text(piece.whole) }
        let keys = (near.isEmpty ? HistoryFilterKey.allCases : near).map(\.text)
        let list = keys.joined(separator: near.isEmpty ? " " : " or ")
        let quoted = "\"\(piece.name):\(piece.value)\" in quotes"
        let meant = near.isEmpty ? "there are \(list)" : "did you mean \(list)?"
        throw fault("unknown key \"\(piece.name)\"", "\(meant) As words it is written \(quoted)", piece.placeOfName)
    }

    private static func beginsWithPort(_ text: String) -> Bool {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let rest = text[digits.endIndex...]
        return (1...5).contains(digits.count) && (rest.isEmpty || rest.first == "/" || rest.first == "?")
    }

    // MARK: Values

    /// Understands "/srv/shop//users/get.yml" as exactly one request.
    private func request(_ value: String) -> HistoryFilter.Test {
        guard value.hasPrefix("/"), let mark = value.range(of: HistoryFilter.markOfRequest) else {
            return .request(value)
        }
        return .sent(of: String(value[mark.upperBound...]), in: String(value[..<mark.lowerBound]))
    }

    private func status(_ piece: Piece) throws(HistoryFilterError) -> ClosedRange<Int> {
        if let range = HistoryStatusRange.range(piece.value) { return range }
        throw fault(
            "\"\(piece.value)\" is not a status", "write status:404, status:5xx, status:>=400 or status:200-299",
            piece.placeOfValue)
    }

    private func duration(_ key: HistoryFilterKey, _ piece: Piece) throws(HistoryFilterError) -> Duration {
        if let duration = HistorySpan.duration(piece.value) { return duration }
        let isNumber = Double(piece.value) != nil
        throw fault(
            isNumber ? "\(piece.value) has no unit" : "\"\(piece.value)\" is not a duration",
            isNumber
                ? "write \(key.text)\(piece.value)s or \(key.text)\(piece.value)ms"
                : "write \(key.text)2s, \(key.text)150ms, \(key.text)1.5s or \(key.text)2m", piece.placeOfValue)
    }

    private func moment(_ key: HistoryFilterKey, _ piece: Piece) throws(HistoryFilterError) -> Range<Date> {
        do throws(HistoryMoment.Fault) {
            return try HistoryMoment.range(piece.value, clock)
        } catch {
            let examples =
                "write \(key.text)yesterday, \(key.text)'yesterday 17:00', \(key.text)2h or \(key.text)2026-11-21T17:00"
            throw fault(error.message(piece.value), error.advice ?? examples, piece.placeOfValue)
        }
    }

    /// Refuses "since:last week": two terms, although one is meant.
    func refuseBrokenTime(_ piece: Piece, _ following: ArraySlice<Piece>) throws(HistoryFilterError) {
        guard !piece.isQuoted, let key = HistoryFilterKey(rawValue: piece.name.lowercased()),
            [.since, .until, .before].contains(key)
        else { return }
        let words = following.prefix { $0.name.isEmpty && !$0.isQuoted && !$0.isNegated }
        for count in stride(from: words.count, to: 0, by: -1) {
            let time = ([piece] + words.prefix(count)).map(\.value).joined(separator: " ")
            guard (try? HistoryMoment.range(time, clock)) != nil else { continue }
            let end = words[words.startIndex + count - 1].place.upperBound
            throw fault(
                "put a time with a space in quotes", "write \(key.text)'\(time)'",
                piece.placeOfValue.lowerBound..<end)
        }
    }

    private func property(_ piece: Piece) throws(HistoryFilterError) -> HistoryFilter.Test {
        if let property = HistoryFilterProperty(rawValue: piece.value.lowercased()) { return property.test }
        let all = HistoryFilterProperty.allCases.map(\.rawValue)
        let near = all.first { NearestWord.isNear(piece.value.lowercased(), to: $0) }
        throw fault(
            "unknown is:\(piece.value)",
            near.map { "did you mean is:\($0)?" } ?? "there are is:\(all.joined(separator: ", is:"))",
            piece.placeOfValue)
    }

    private func fault(_ message: String, _ advice: String, _ place: Range<Int>) -> HistoryFilterError {
        HistoryFilterError(message: message, advice: advice, place: place, text: text)
    }
}

/// Ranges of status codes: "404", "5xx", ">=400", "200-299".
enum HistoryStatusRange {
    static let all = 0...999

    static func range(_ text: String) -> ClosedRange<Int>? {
        if let range = compared(text) { return range }
        if let hundreds = text.first?.wholeNumberValue, text.first?.isASCII == true,
            text.dropFirst().lowercased() == "xx"
        {
            return (hundreds * 100)...(hundreds * 100 + 99)
        }
        for sign in ["..", "-"] {
            guard let place = text.range(of: sign) else { continue }
            guard let low = number(text[..<place.lowerBound]), let high = number(text[place.upperBound...]), low <= high
            else { return nil }
            return low...high
        }
        return number(text[...]).map { $0...$0 }
    }

    private static func compared(_ text: String) -> ClosedRange<Int>? {
        for sign in [">=", "<=", ">", "<", "="] where text.hasPrefix(sign) {
            guard let number = number(text.dropFirst(sign.count)) else { return nil }
            let low = [">=": number, ">": number + 1, "=": number][sign] ?? all.lowerBound
            let high = ["<=": number, "<": number - 1, "=": number][sign] ?? all.upperBound
            return low <= high ? low...high : nil
        }
        return nil
    }

    /// Returns the number of three digits; nil if the text is not a status.
    private static func number(_ text: Substring) -> Int? {
        text.count == 3 && text.allSatisfy { $0.isASCII && $0.isNumber } ? Int(text) : nil
    }

    static func text(of range: ClosedRange<Int>) -> String {
        let (low, high) = (range.lowerBound, range.upperBound)
        if low == high { return three(low) }
        if low == all.lowerBound { return "<=\(three(high))" }
        if high == all.upperBound { return ">=\(three(low))" }
        return low % 100 == 0 && high == low + 99 ? "\(low / 100)xx" : "\(three(low))-\(three(high))"
    }

    private static func three(_ number: Int) -> String {
        String(repeating: "0", count: max(0, 3 - String(number).count)) + String(number)
    }
}
