extension String {
    /// Whether a segment is `.` or `..`, which URL parsers remove.
    ///
    /// - Source: RFC 3986, section 5.2.4.
    var hasDotSegment: Bool {
        prefix { $0 != "?" }.split(separator: "/").contains { $0 == "." || $0 == ".." }
    }
}
