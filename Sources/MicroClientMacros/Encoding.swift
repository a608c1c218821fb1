extension String {
    /// Whether a segment is `.` or `..`, which every reader of a URL takes away.
    ///
    /// - Source: RFC 3986, section 5.2.4.
    var hasDotSegment: Bool {
        prefix { $0 != "?" }.split(separator: "/").contains { $0 == "." || $0 == ".." }
    }
}
