import Quoting

/// One node of the tree: its kind and its place in the text.
public struct YAMLNode: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        case scalar(YAMLScalar)
        /// The entries in the order of the text; no two keys have the same text.
        case mapping([Entry])
        case sequence([YAMLNode])
    }

    /// One key with its value.
    public struct Entry: Sendable, Hashable {
        public let key: YAMLNode
        public let value: YAMLNode

        public init(key: YAMLNode, value: YAMLNode) {
            self.key = key
            self.value = value
        }
    }

    public let kind: Kind
    /// The bytes of the content: quotes and brackets included, anchor and tag not.
    ///
    /// A block scalar begins at its `|` or `>` and ends before the line break of its last line; trailing blank lines
    /// count only when they are part of the value (`|+`). A block collection ends with its last value. An empty value
    /// is an empty range after its `:` or `-`. The content of an alias is the alias itself (`*name`), while the places
    /// inside it are those of the anchored node.
    public let range: Range<Int>
    /// The place at which `range` begins.
    public let place: SourcePlace
    /// Whether a collection is written with brackets. Always false for scalars.
    public let isFlow: Bool
    let properties: NodeProperties?

    init(
        kind: Kind, range: Range<Int>, place: SourcePlace, isFlow: Bool = false, properties: NodeProperties? = nil
    ) {
        self.kind = kind
        self.range = range
        self.place = place
        self.isFlow = isFlow
        self.properties = properties
    }

    /// The anchor's name without `&`.
    public var anchor: String? { properties?.anchor }
    /// The tag, resolved (`tag:yaml.org,2002:str` for `!!str`).
    public var tag: String? { properties?.tag }
    /// The name of the anchor when this node is an alias (`*name`).
    public var alias: String? { properties?.alias }
}

/// The properties that few nodes have, kept apart so that the others stay small.
final class NodeProperties: Sendable, Hashable {
    let anchor: String?
    let tag: String?
    let alias: String?
    /// Offset of the first property; the node's content begins later.
    let offset: Int

    init(anchor: String? = nil, tag: String? = nil, alias: String? = nil, offset: Int) {
        self.anchor = anchor
        self.tag = tag
        self.alias = alias
        self.offset = offset
    }

    static func == (left: NodeProperties, right: NodeProperties) -> Bool {
        left.anchor == right.anchor && left.tag == right.tag && left.alias == right.alias && left.offset == right.offset
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(offset)
    }
}

extension YAMLNode {
    public var scalar: YAMLScalar? {
        if case .scalar(let scalar) = kind { scalar } else { nil }
    }

    /// The entries of a mapping, else nil.
    public var entries: [Entry]? {
        if case .mapping(let entries) = kind { entries } else { nil }
    }

    /// The items of a sequence, else nil.
    public var items: [YAMLNode]? {
        if case .sequence(let items) = kind { items } else { nil }
    }

    /// The text of a scalar as JavaScript would see it (``YAMLScalar/javascriptText``); nil for collections.
    public var string: String? { scalar?.javascriptText }

    /// Whether it is a null scalar, an empty value included.
    public var isNull: Bool { scalar?.resolved == .null }

    /// The value under the key with this decoded text; nil also when this is no mapping.
    public subscript(key: String) -> YAMLNode? {
        entries?.first { $0.key.scalar?.text.hasSameBytes(as: key) == true }?.value
    }

    /// The item at this 0-based index; nil also when this is no sequence.
    public subscript(index: Int) -> YAMLNode? {
        guard let items, items.indices.contains(index) else { return nil }
        return items[index]
    }

    public func node(at path: YAMLPath) -> YAMLNode? {
        var node: YAMLNode? = self
        for component in path.components {
            switch component {
            case .key(let key): node = node?[key]
            case .index(let index): node = node?[index]
            }
        }
        return node
    }
}
