import YAMLTree

/// An item that is kept and shown, but not sent: gRPC, WebSocket, a script, an app.
///
/// As text it is its kind: "grpc".
public struct UnsupportedItem: Sendable, Hashable, CustomStringConvertible {
    /// "grpc", "websocket", "script", "app".
    public var kind: String
    /// `info.seq`.
    public var sequence: Double?
    /// The file's text.
    public var text: String

    public init(kind: String, sequence: Double? = nil, text: String = "") {
        self.kind = kind
        self.sequence = sequence
        self.text = text
    }

    public var description: String { kind }

    /// Why it cannot be sent, for the user.
    public var reason: String {
        switch kind {
        case "grpc": "gRPC requests are shown and kept, but this Microscope speaks HTTP only"
        case "websocket": "WebSocket requests are shown and kept, but this Microscope speaks HTTP only"
        case "script": "it is a library of scripts, which is shown and kept; scripts are not run"
        case "app": "it is an app, a panel of HTML, which is shown and kept; apps are not run"
        default: "items of type \(kind) are shown and kept, but cannot be sent"
        }
    }

    /// The content of the file, as lines to read.
    public var outline: [OutlineLine] { (try? YAMLDocument(text: text)).map { OutlineLine.lines(of: $0.root) } ?? [] }
}

/// A line of a file shown to be read: a key with its text, or a heading above deeper lines.
public struct OutlineLine: Sendable, Hashable {
    /// The depth of the line; 0 is the outermost.
    public var depth: Int
    /// The key; "-" begins an item of a list; empty for further lines of a text.
    public var label: String
    /// The text of the line; empty above deeper lines.
    public var text: String

    public init(_ label: String, _ text: String = "", depth: Int = 0) {
        self.depth = depth
        self.label = label
        self.text = text
    }

    /// Returns the lines of all that a node holds, in the order of the file. An alias is shown by its name, since its value
    /// is shown at its anchor.
    public static func lines(of node: YAMLNode) -> [OutlineLine] { lines(of: node, depth: 0) }

    private static func lines(of node: YAMLNode, depth: Int) -> [OutlineLine] {
        if let items = node.items { return items.flatMap { lines("-", $0, depth: depth) } }
        if let entries = node.entries {
            return entries.flatMap { lines($0.key.string ?? "?", $0.value, depth: depth) }
        }
        return texts("", node.scalar?.text ?? "", depth: depth)
    }

    private static func lines(_ label: String, _ node: YAMLNode, depth: Int) -> [OutlineLine] {
        if let alias = node.alias { return [OutlineLine(label, "*\(alias)", depth: depth)] }
        guard node.scalar == nil else { return texts(label, node.scalar?.text ?? "", depth: depth) }
        return [OutlineLine(label, depth: depth)] + lines(of: node, depth: depth + 1)
    }

    private static func texts(_ label: String, _ text: String, depth: Int) -> [OutlineLine] {
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
        guard lines.count > 1 else { return [OutlineLine(label, text, depth: depth)] }
        return [OutlineLine(label, depth: depth)] + lines.map { OutlineLine("", $0, depth: depth + 1) }
    }
}
