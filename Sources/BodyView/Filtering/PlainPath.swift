import Quoting

/// A path into JSON that is followed exactly: its results are bytes of the body.
public struct PlainPath: Sendable, Hashable {
    public enum Step: Sendable, Hashable {
        /// A member of an object, its escapes undone; of equal names the last counts.
        case member(String)
        /// An element of an array; the first is 0, the last is -1.
        case element(Int)
        /// Elements of an array as a shorter array; nil means its start, or its end. Negative numbers count from its end.
        case slice(from: Int?, to: Int?)
        /// Every value in an array or an object.
        case all
        /// A token of a JSON pointer: a member of an object, or an element of an array.
        case token(String)
    }

    public struct Part: Sendable, Hashable {
        public var step: Step
        /// Whether a miss is ignored: `?`.
        public var isOptional: Bool

        public init(_ step: Step, isOptional: Bool = false) {
            self.step = step
            self.isOptional = isOptional
        }
    }

    public var parts: [Part]

    public init(_ parts: [Part]) { self.parts = parts }

    /// The corresponding path in the body; nil if it may lead to several values, or only the body determines where it leads.
    public var bodyPath: BodyPath? {
        var steps: [BodyPath.Step] = []
        for part in parts {
            switch part.step {
            case .member(let name): steps.append(.member(name))
            case .element(let number) where number >= 0: steps.append(.element(number))
            case .token(let name) where name.utf8.first.map({ (0x30...0x39).contains($0) }) == false:
                steps.append(.member(name))
            case .element, .token, .slice, .all: return nil
            }
        }
        return BodyPath(steps)
    }
}

/// A filter of a body, as the user typed it.
public enum BodyFilter: Sendable, Hashable {
    /// The whole body: the filter is empty, or a path to the root.
    case whole
    case path(PlainPath)
    /// The beginning of a plain path, which is incomplete.
    case unfinished
    /// Any other filter, for jq.
    case query(String)
    /// The reason why it is not a valid filter.
    case fault(String)
}

extension BodyFilter {
    /// Reads jq's plain paths (`.a[0].b`, `.[]`, `.["odd name"]`, `.a[-2:]`, each with `?`), the same after JSONPath's `$`, and JSON
    /// pointers (`/a/0/b`).
    ///
    /// - Source: The manual of jq 1.7, "Basic filters"; RFC 6901; RFC 9535, section 2.3.
    public init(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while bytes.first.map(ByteSearch.isWhitespace) == true { bytes.removeFirst() }
        while bytes.last.map(ByteSearch.isWhitespace) == true { bytes.removeLast() }
        let trimmed = String(decoding: bytes, as: UTF8.self)
        switch bytes.first {
        case nil: self = .whole
        case UInt8(ascii: "/"): self = Self.pointer(trimmed)
        case UInt8(ascii: "."), UInt8(ascii: "$"):
            var reader = PlainPathReader(bytes)
            self = reader.read() ?? .query(trimmed)
        default: self = .query(trimmed)
        }
    }

    private static func pointer(_ text: String) -> BodyFilter {
        var parts: [PlainPath.Part] = []
        for token in text.split(at: "/").dropFirst() {
            guard let name = unescaped(token) else {
                return .fault("In a JSON pointer `~` is written ~0, and `/` within a name ~1.")
            }
            parts.append(PlainPath.Part(.token(name)))
        }
        return .path(PlainPath(parts))
    }

    /// - Source: RFC 6901, section 4.
    private static func unescaped(_ token: String) -> String? {
        let parts = token.split(at: "~")
        guard parts.dropFirst().allSatisfy({ $0.beginsWithBytes(of: "0") || $0.beginsWithBytes(of: "1") }) else {
            return nil
        }
        return parts.dropFirst().reduce(parts[0]) { name, part in
            name + (part.beginsWithBytes(of: "0") ? "~" : "/")
                + part.droppingBytes(before: part.utf8.first == 0x30 ? "0" : "1")
        }
    }
}
