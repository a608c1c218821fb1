/// Texts compared and searched by their bytes.
///
/// To Swift two texts are equal when Unicode calls them equivalent: "é" as one scalar and as two, a semicolon and the Greek question mark. And a
/// sign with a mark behind it is another Character. Files, servers and shells see bytes, so what decides about them compares these.
extension StringProtocol {
    public func hasSameBytes(as other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }

    public func beginsWithBytes(of other: some StringProtocol) -> Bool { utf8.starts(with: other.utf8) }

    /// The text with another in the place of each occurrence of these bytes.
    public func replacingBytes(of old: String, with new: String) -> String {
        guard !old.isEmpty, utf8.contains(old.utf8) else { return String(self) }
        return String(decoding: Array(utf8).replacing(Array(old.utf8), with: Array(new.utf8)), as: UTF8.self)
    }

    /// The text without the white space at both ends, scalar by scalar: a mark behind a blank stays.
    public func trimmingBlankScalars() -> String {
        var rest = String(self).unicodeScalars[...]
        while rest.first?.properties.isWhitespace == true { rest.removeFirst() }
        while rest.last?.properties.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}

/// Whether two values are not the same, or texts in them are not the same bytes.
public func differ<Value: Equatable>(_ one: Value, _ other: Value) -> Bool {
    one != other || !haveSameTexts(one, other)
}

/// - Parameters: two equal values, whose parts are alike one by one.
private func haveSameTexts(_ one: Any, _ other: Any) -> Bool {
    if let one = one as? String, let other = other as? String { return one.hasSameBytes(as: other) }
    let (one, other) = (Mirror(reflecting: one), Mirror(reflecting: other))
    // The parts of sets and dictionaries come in any order.
    if one.displayStyle == .set || one.displayStyle == .dictionary { return true }
    return zip(one.children, other.children).allSatisfy { haveSameTexts($0.value, $1.value) }
}
