/// One header field as it is sent or received, its spelling kept.
///
/// - Source: RFC 9110, section 5.
public struct HeaderField: Sendable, Hashable {
    /// The name as it is spelled; compared without regard to case.
    public var name: String
    /// The value, without surrounding spaces, unless those of a request are to be sent.
    public var value: String { didSet { bytes = nil } }
    /// The bytes of the value if they are not UTF-8: ``value`` has a Latin-1 character for each then. Nil if they are the UTF-8 of ``value``.
    package private(set) var bytes: [UInt8]?

    /// Creates a field exactly as it is sent.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Creates a field from the bytes of its value.
    ///
    /// - Source: RFC 9110, section 5.5: bytes that are no UTF-8 are opaque.
    package init(_ name: String, bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        if text.utf8.elementsEqual(bytes) {
            self.init(name, text)
        } else {
            self.init(name, String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })))
            self.bytes = bytes
        }
    }

    /// The value as it is sent.
    package var valueBytes: [UInt8] { bytes ?? Array(value.utf8) }
}

extension String {
    /// The bytes of the text in Latin-1; those of UTF-8 when it contains a character outside Latin-1.
    package var latin1Bytes: [UInt8] {
        let bytes = unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        return bytes.count == unicodeScalars.count ? bytes : Array(utf8)
    }
}

/// Header fields in the order, the spelling and the number in which they are sent or were received.
///
/// Names compare without regard to case (RFC 9110, section 5.1).
public struct HeaderFields: Sendable, Hashable, RandomAccessCollection, ExpressibleByArrayLiteral {
    private var fields: [HeaderField]

    /// Creates header fields in this order.
    public init(_ fields: [HeaderField] = []) { self.fields = fields }
    public init(arrayLiteral elements: HeaderField...) { fields = elements }

    public var startIndex: Int { fields.startIndex }
    public var endIndex: Int { fields.endIndex }
    public subscript(position: Int) -> HeaderField { fields[position] }

    /// The first value of a name. Setting replaces the first field in its place and removes the others; nil removes all.
    public subscript(name: String) -> String? {
        get { fields.first { $0.isNamed(name) }?.value }
        set {
            guard let newValue else { return removeAll(named: name) }
            guard let first = fields.firstIndex(where: { $0.isNamed(name) }) else { return append(name, newValue) }
            fields[first].value = newValue
            let rest = fields[(first + 1)...].filter { !$0.isNamed(name) }
            fields.replaceSubrange((first + 1)..., with: rest)
        }
    }

    /// Returns every value of a name, in order.
    public func values(for name: String) -> [String] { fields.filter { $0.isNamed(name) }.map(\.value) }
    /// Returns whether there is a field of this name, in any spelling.
    public func contains(named name: String) -> Bool { fields.contains { $0.isNamed(name) } }
    /// Adds a field after all others, whether or not there is one of its name.
    public mutating func append(_ name: String, _ value: String) { fields.append(HeaderField(name, value)) }
    /// Sets the first field of a name in its place, or a new one, and removes the others.
    package mutating func set(_ name: String, bytes: [UInt8]) {
        self[name] = ""
        if let first = fields.firstIndex(where: { $0.isNamed(name) }) {
            fields[first] = HeaderField(fields[first].name, bytes: bytes)
        }
    }
    /// Whether the `Content-Type` is that of a URL-encoded form.
    package var sayForm: Bool {
        self["Content-Type"]?.lowercased().hasPrefix("application/x-www-form-urlencoded") ?? false
    }
    /// Removes every field of this name, in any spelling.
    public mutating func removeAll(named name: String) { fields.removeAll { $0.isNamed(name) } }
}

extension HeaderField {
    /// Returns whether the name is this one, without regard to (ASCII) case.
    public func isNamed(_ other: String) -> Bool {
        let own = name.utf8
        let theirs = other.utf8
        guard own.count == theirs.count else { return false }
        // Mostly they are the same, and the first comparison is fast.
        return name == other || zip(own, theirs).allSatisfy { $0 == $1 || $0.isLetter && $0 ^ $1 == 0x20 }
    }
}

extension UInt8 {
    /// Whether the byte is an ASCII letter.
    fileprivate var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}
