/// Comparison and search of texts by their bytes.
///
/// Swift treats two texts as equal if Unicode calls them equivalent: "é" as one scalar and as two, a semicolon and the Greek question mark. And a
/// sign with a combining mark is another Character. Files, servers and shells see bytes, so decisions about them are made with these functions.
///
/// Functions that are called for each byte are inlinable: without that, each byte costs several calls by witness tables, an eighth of the start time.
extension StringProtocol {
    @inlinable
    public func hasSameBytes(as other: some StringProtocol) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }

    @inlinable
    public func beginsWithBytes(of other: some StringProtocol) -> Bool { utf8.starts(with: other.utf8) }

    @inlinable
    public func endsWithBytes(of other: some StringProtocol) -> Bool {
        utf8.count >= other.utf8.count && utf8.suffix(other.utf8.count).elementsEqual(other.utf8)
    }

    @inlinable
    public func containsBytes(of other: some StringProtocol) -> Bool { utf8.contains(other.utf8) }

    /// Returns the text without these bytes at its beginning; the text itself if it begins otherwise.
    @inlinable
    public func droppingBytes(before rest: some StringProtocol) -> String {
        beginsWithBytes(of: rest) ? String(self[utf8.index(startIndex, offsetBy: rest.utf8.count)...]) : String(self)
    }

    /// Returns the text without these bytes at its end; the text itself if it ends otherwise.
    @inlinable
    public func droppingBytes(behind rest: some StringProtocol) -> String {
        endsWithBytes(of: rest) ? String(self[..<utf8.index(endIndex, offsetBy: -rest.utf8.count)]) : String(self)
    }

    /// Returns the text before and after the first of these scalars, even if a combining mark makes it another Character; nil without one.
    @inlinable
    public func cut(at mark: Unicode.Scalar) -> (before: String, after: String)? {
        guard let place = unicodeScalars.firstIndex(of: mark) else { return nil }
        return (String(self[..<place]), String(self[unicodeScalars.index(after: place)...]))
    }

    /// Returns the parts between these scalars, empty ones included.
    @inlinable
    public func split(at mark: Unicode.Scalar) -> [String] {
        unicodeScalars.split(separator: mark, omittingEmptySubsequences: false).map {
            String(self[$0.startIndex..<$0.endIndex])
        }
    }

    /// Returns the text with each occurrence of these bytes replaced.
    @inlinable
    public func replacingBytes(of old: String, with new: String) -> String {
        // Searching for one byte is much faster than for several, and most texts do not contain even that.
        guard let first = old.utf8.first, utf8.contains(first), utf8.contains(old.utf8) else { return String(self) }
        return String(decoding: Array(utf8).replacing(Array(old.utf8), with: Array(new.utf8)), as: UTF8.self)
    }

    /// Returns the text without the white space at both ends, scalar by scalar: a combining mark after a space stays.
    @inlinable
    public func trimmingWhitespaceScalars() -> String {
        let scalars = unicodeScalars
        guard scalars.first?.isWhitespace == true || scalars.last?.isWhitespace == true else { return String(self) }
        var rest = String(self).unicodeScalars[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}

extension Unicode.Scalar {
    /// Whether it is white space. The table of properties is slow, and nearly all texts are ASCII.
    @inlinable
    var isWhitespace: Bool { value < 0x80 ? value == 0x20 || value >= 9 && value <= 13 : properties.isWhitespace }
}

/// A text that equals another only if their bytes are the same, as a key or a member of a set.
public struct ExactText: Sendable, Hashable {
    public let text: String
    public init(_ text: String) { self.text = text }
    public static func == (left: Self, right: Self) -> Bool { left.text.hasSameBytes(as: right.text) }
}

extension Sequence<String> {
    /// Whether one of the texts has these bytes.
    @inlinable
    public func containsBytes(of text: some StringProtocol) -> Bool { contains { $0.hasSameBytes(as: text) } }
}

/// Returns whether two values are not the same, or texts in them are not the same bytes.
public func differ<Value: Equatable>(_ one: Value, _ other: Value) -> Bool {
    one != other || !haveSameTexts(one, other)
}

/// A value that compares its own texts: reflection is too slow for values that are compared by the thousand.
public protocol ExactlyComparable: Equatable {
    /// Returns whether the texts of two equal values are the same bytes.
    func hasSameTexts(as other: Self) -> Bool
}

/// Returns whether two values, or texts in them, are not the same, without reflection.
public func differ<Value: ExactlyComparable>(_ one: Value, _ other: Value) -> Bool {
    one != other || !one.hasSameTexts(as: other)
}

/// Returns the same for values that may be absent.
public func differ<Value: ExactlyComparable>(_ one: Value?, _ other: Value?) -> Bool {
    guard let one, let other else { return one != other }
    return differ(one, other)
}

extension String? {
    /// Returns whether both are absent, or have the same bytes.
    public func hasSameBytes(as other: String?) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return self.hasSameBytes(as: other)
    }
}

/// - Parameters: Two equal values, whose parts correspond one by one.
private func haveSameTexts(_ one: Any, _ other: Any) -> Bool {
    if let one = one as? String, let other = other as? String { return one.hasSameBytes(as: other) }
    let (one, other) = (Mirror(reflecting: one), Mirror(reflecting: other))
    // The parts of sets and dictionaries are in any order.
    if one.displayStyle == .set || one.displayStyle == .dictionary { return true }
    return zip(one.children, other.children).allSatisfy { haveSameTexts($0.value, $1.value) }
}
