import BodyView

/// The rules of a comparison, in order: the first that fits is named.
public struct IgnoreRules: Sendable, Hashable {
    public var rules: [IgnoreRule]

    /// The headers that change with each response and say nothing about the content: the date, and ids of the exchange.
    ///
    /// `ETag`, `Last-Modified` and `Set-Cookie` are not among them: they describe the content, or have an effect.
    public static let defaultHeaders = [
        "Date", "Age", "Expires", "X-Request-Id", "X-Correlation-Id", "Request-Id", "X-Trace-Id", "Traceparent",
        "X-B3-*",
        "X-Amzn-RequestId", "X-Amzn-Trace-Id", "X-Amz-Request-Id", "X-Amz-Id-2", "X-Amz-Cf-Id", "X-GitHub-Request-Id",
        "CF-Ray", "Report-To", "NEL", "Server-Timing", "X-Runtime", "X-Response-Time", "X-Served-By", "X-Timer",
        "X-RateLimit-*", "RateLimit-*", "RateLimit",
    ]

    /// Creates a list of exactly these rules.
    public init(_ rules: [IgnoreRule]) { self.rules = rules }

    /// Creates the user's rules, before the default headers.
    ///
    /// - Parameters:
    ///   - ignore: Paths, patterns and lines, see ``IgnoreRule/init(_:)``.
    ///   - headers: Names; `*` matches any characters.
    ///   - usesDefaults: Whether ``defaultHeaders`` are ignored, too. Default: true.
    /// - Throws: ``IgnoreRuleError`` for the first invalid one.
    public init(
        ignore: [String] = [], headers: [String] = [], usesDefaults: Bool = true
    ) throws(IgnoreRuleError) {
        rules = []
        for text in ignore { rules.append(try IgnoreRule(text)) }
        for name in headers { rules.append(try IgnoreRule(header: name)) }
        if usesDefaults { rules += Self.defaultHeaders.map(IgnoreRule.header) }
    }

    /// Whether a header of this name is ignored, whatever its value.
    public func ignoresHeader(_ name: String) -> Bool { ReadyRules(self).ruleForHeader(name) != nil }

    public static let none = IgnoreRules([])
    /// The rules for ``defaultHeaders``.
    public static let standard = IgnoreRules(defaultHeaders.map(IgnoreRule.header))
}

/// Compiled rules, for one thread.
struct ReadyRules {
    let rules: [IgnoreRule]
    let paths: [(index: Int, pattern: PathPattern)]
    let values: [(index: Int, pattern: ReadyPattern)]
    let headers: [(index: Int, name: [UInt8])]
    let lines: [(index: Int, matcher: BodyMatcher)]
    /// The first rule for markers.
    let masked: (index: Int, isOfBoth: Bool)?

    init(_ rules: IgnoreRules) {
        self.rules = rules.rules
        let all = rules.rules.enumerated()
        paths = all.compactMap { if case .path(let pattern) = $1 { ($0, pattern) } else { nil } }
        values = all.compactMap { if case .values(let pattern) = $1 { ($0, ReadyPattern(pattern)) } else { nil } }
        headers = all.compactMap {
            if case .header(let name) = $1 { ($0, name.lowercased().utf8.map { $0 }) } else { nil }
        }
        lines = all.compactMap {
            guard case .line(let pattern) = $1, let matcher = try? BodyMatcher(pattern) else { return nil }
            return ($0, matcher)
        }
        masked = all.lazy.compactMap { if case .masked(let both) = $1 { ($0, both) } else { nil } }.first
    }

    /// Returns the rule for markers if one value equals the other except at its markers.
    func ruleForMasked(_ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer) -> Int? {
        guard let masked else { return nil }
        return MarkedText.fits(old, new) || masked.isOfBoth && MarkedText.fits(new, old) ? masked.index : nil
    }

    /// Returns the same rule if a value is only a marker: it matches any other value.
    func ruleForWhole(_ marker: [UInt8]?, isOld: Bool) -> Int? {
        guard let masked, let marker, isOld || masked.isOfBoth else { return nil }
        return marker.withUnsafeBytes(MarkedText.isMarker) ? masked.index : nil
    }

    /// Returns the first rule whose pattern both values match.
    func ruleForValues(_ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer) -> Int? {
        values.first { $0.pattern.matches(old) && $0.pattern.matches(new) }?.index
    }

    func ruleForHeader(_ name: String) -> Int? {
        let name = Array(name.lowercased().utf8)
        return headers.first { Self.fits($0.name[...], name[...]) }?.index
    }

    /// Whether a name matches a pattern; `*` matches any characters.
    private static func fits(_ pattern: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
        guard let star = pattern.firstIndex(of: UInt8(ascii: "*")) else { return pattern.elementsEqual(name) }
        guard name.starts(with: pattern[..<star]) else { return false }
        let rest = pattern[(star + 1)...]
        var tail = name.dropFirst(star - pattern.startIndex)
        while true {
            if fits(rest, tail) { return true }
            if tail.popFirst() == nil { return false }
        }
    }
}

/// A compiled pattern.
struct ReadyPattern {
    let pattern: ValuePattern
    let matcher: BodyMatcher?

    init(_ pattern: ValuePattern) {
        self.pattern = pattern
        if case .regex(let text) = pattern { matcher = try? BodyMatcher(text) } else { matcher = nil }
    }

    /// Whether the whole text has this form; for a regular expression, whether it finds something.
    func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
        switch pattern {
        case .isoDate: DatePattern.length(bytes, at: 0).map { $0 == bytes.count } ?? false
        case .uuid: bytes.count == 36 && UUIDShape.isUUID(bytes, at: 0)
        case .number: NumberPattern.isNumber(bytes)
        case .regex: matcher?.isFound(in: bytes) ?? false
        }
    }
}
