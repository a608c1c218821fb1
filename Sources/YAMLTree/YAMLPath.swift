import Quoting

/// The way from the root of a tree to one of its nodes. The empty path is the root.
public struct YAMLPath: Sendable, Hashable {
    public enum Component: Sendable, Hashable {
        /// The value under the key whose decoded text is this.
        case key(String)
        /// The item of a sequence, 0-based.
        case index(Int)

        public static func == (left: Component, right: Component) -> Bool {
            switch (left, right) {
            case (.key(let one), .key(let other)): one.hasSameBytes(as: other)
            case (.index(let one), .index(let other)): one == other
            default: false
            }
        }
    }

    public var components: [Component]

    public init(_ components: [Component] = []) {
        self.components = components
    }

    public func appending(_ component: Component) -> YAMLPath {
        YAMLPath(components + [component])
    }

    public func appending(key: String) -> YAMLPath { appending(.key(key)) }
    public func appending(index: Int) -> YAMLPath { appending(.index(index)) }
}

extension YAMLPath: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: Component...) {
        self.init(elements)
    }
}

extension YAMLPath.Component: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    public init(stringLiteral value: String) { self = .key(value) }
    public init(integerLiteral value: Int) { self = .index(value) }
}

extension YAMLPath: CustomStringConvertible {
    /// `http.headers[2].name`; a key that holds more than letters, digits, `_` and `-` is quoted.
    public var description: String {
        var text = ""
        for component in components {
            switch component {
            case .index(let index): text += "[\(index)]"
            case .key(let key): text += (text.isEmpty ? "" : ".") + Self.shown(key)
            }
        }
        return text.isEmpty ? "the whole file" : text
    }

    private static func shown(_ key: String) -> String {
        let isPlain = !key.isEmpty && key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
        return isPlain ? key : "\"\(key)\""
    }
}
