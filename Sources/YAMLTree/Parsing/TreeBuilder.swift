import Quoting

/// Makes the tree from libyaml's events: places as bytes, aliases resolved, duplicate keys refused.
struct TreeBuilder {
    private let source: SourceText
    private var input: ParserInput
    private var stack: [Frame] = []
    private var root: YAMLNode?
    private var anchors: [ExactText: Anchored] = [:]
    private var nodeCount = 0
    /// The number of nodes that aliases repeat.
    private var aliasedCount = 0
    private let allowsRepeatedKeys: Bool
    private let nodeLimit: Int

    /// A collection whose end has not come yet.
    private struct Frame {
        let start: Int
        let place: SourcePlace
        let isMapping: Bool
        let isFlow: Bool
        let properties: NodeProperties?
        let countBefore: Int
        var items: [YAMLNode] = []
        var entries: [YAMLNode.Entry] = []
        var key: YAMLNode?
    }

    private struct Anchored {
        let node: YAMLNode
        let weight: Int
    }

    /// Deeper files would overflow the stack of those who walk the tree.
    private static let depthLimit = 256
    /// Aliases of aliases grow exponentially; this many nodes are far more than a person writes.
    private static let aliasedNodeLimit = 100_000
    /// A tree of more values takes too much memory and time, and nobody has written it by hand.
    static let nodeLimit = 500_000

    init(_ source: SourceText, allowsRepeatedKeys: Bool = false, nodeLimit: Int = nodeLimit) {
        self.source = source
        self.allowsRepeatedKeys = allowsRepeatedKeys
        self.nodeLimit = nodeLimit
        input = ParserInput(source)
    }

    mutating func build() throws(YAMLSyntaxError) -> YAMLNode {
        let bytes = input.bytes
        let outcome: Result<YAMLNode, YAMLSyntaxError> = bytes.withUnsafeBufferPointer { buffer in
            let parser = EventParser(buffer)
            do throws(YAMLSyntaxError) {
                return .success(try read(parser))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    private mutating func read(_ parser: borrowing EventParser) throws(YAMLSyntaxError) -> YAMLNode {
        while true {
            let event = try next(parser)
            switch event.kind {
            case .streamEnd: return root ?? emptyRoot()
            case .documentStart: try startDocument(event)
            case .documentEnd: break
            case .collectionEnd: try endCollection(event)
            case .mappingStart(let isFlow): try startCollection(event, isMapping: true, isFlow: isFlow)
            case .sequenceStart(let isFlow): try startCollection(event, isMapping: false, isFlow: isFlow)
            case .scalar(let text, let style): try add(scalar(event, text, style))
            case .alias(let name): try add(alias(event, name))
            }
        }
    }

    private mutating func next(_ parser: borrowing EventParser) throws(YAMLSyntaxError) -> ParserEvent {
        do throws(ParserProblem) {
            return try parser.next()
        } catch {
            throw syntaxError(error)
        }
    }

    private mutating func syntaxError(_ problem: ParserProblem) -> YAMLSyntaxError {
        let context = input.offset(ofIndex: problem.contextIndex)
        let noticed = problem.index.map { input.offset(ofIndex: $0) }
        let offset = problem.isNoticedLate ? context : noticed ?? input.offset(ofByte: problem.byteOffset ?? 0)
        let rest = source.bytes[min(offset, source.end)...].prefix(4)
        let found = String(decoding: rest, as: UTF8.self).unicodeScalars.first
        let message = problem.explanation(found: found, contextLine: source.place(at: context).line)
        return source.error(message, at: offset)
    }
}

// MARK: - Nodes

extension TreeBuilder {
    private func emptyRoot() -> YAMLNode {
        let scalar = YAMLScalar(text: "", style: .plain, resolved: .null)
        return YAMLNode(kind: .scalar(scalar), range: source.end..<source.end, place: source.place(at: source.end))
    }

    private mutating func startDocument(_ event: ParserEvent) throws(YAMLSyntaxError) {
        guard root != nil else { return }
        let offset = input.offset(ofIndex: event.start)
        throw source.error("a second document begins here; expected one document in a file", at: offset)
    }

    private mutating func startCollection(
        _ event: ParserEvent, isMapping: Bool, isFlow: Bool
    ) throws(YAMLSyntaxError) {
        let (start, place) = contentStart(event)
        guard stack.count < Self.depthLimit else {
            throw source.error("nested deeper than \(Self.depthLimit) levels", at: start)
        }
        stack.append(
            Frame(
                start: start, place: place, isMapping: isMapping, isFlow: isFlow,
                properties: properties(event), countBefore: nodeCount))
    }

    private mutating func endCollection(_ event: ParserEvent) throws(YAMLSyntaxError) {
        guard let frame = stack.popLast() else { return }
        let end: Int
        if frame.isFlow, isBracket(source.byte(at: frame.start)) {
            end = input.offset(ofIndex: event.end)
        } else {
            end = frame.isMapping ? frame.entries.last?.value.range.upperBound ?? frame.start : lastItemEnd(frame)
        }
        if frame.isMapping, !allowsRepeatedKeys { try refuseDuplicates(frame.entries) }
        let kind: YAMLNode.Kind = frame.isMapping ? .mapping(frame.entries) : .sequence(frame.items)
        let node = YAMLNode(
            kind: kind, range: frame.start..<max(frame.start, end), place: frame.place, isFlow: frame.isFlow,
            properties: frame.properties)
        try add(node, weight: nodeCount - frame.countBefore + 1)
    }

    private func lastItemEnd(_ frame: Frame) -> Int {
        frame.items.last?.range.upperBound ?? frame.start
    }

    private func isBracket(_ byte: UInt8?) -> Bool {
        byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{")
    }

    private mutating func scalar(
        _ event: ParserEvent, _ text: String, _ style: YAMLScalar.Style
    ) throws(YAMLSyntaxError) -> YAMLNode {
        let text = input.restored(text)
        let resolved = try resolve(text, style, tag: event.tag, at: event.start)
        let scalar = YAMLScalar(text: text, style: style, resolved: resolved)
        let (start, place) = contentStart(event)
        let end = scalarEnd(event, start: start, style)
        if start == end, event.anchor == nil, event.tag == nil, let moved = emptyValuePlace(start) {
            let offset = moved.offsetInBytes
            return YAMLNode(kind: .scalar(scalar), range: offset..<offset, place: moved)
        }
        return YAMLNode(
            kind: .scalar(scalar), range: start..<max(start, end), place: place, properties: properties(event))
    }

    /// Returns the place of an empty value: libyaml takes it from the next token in places; ours is after the colon or the key.
    private func emptyValuePlace(_ offset: Int) -> SourcePlace? {
        guard let frame = stack.last, frame.isMapping, let key = frame.key else { return nil }
        let keyEnd = key.range.upperBound
        let colon = source.skipToContent(keyEnd)
        let hasColon = colon < offset && source.byte(at: colon) == UInt8(ascii: ":")
        let end = hasColon ? colon + 1 : keyEnd
        return end < offset ? source.place(at: end, from: key.place) : nil
    }

    private mutating func scalarEnd(_ event: ParserEvent, start: Int, _ style: YAMLScalar.Style) -> Int {
        let end = input.offset(ofIndex: event.end)
        guard style.isBlock else { return end }
        return BlockScalarLayout(source, start: start, limit: end, parentIndentation: parentIndentation).end
    }

    /// The indentation that an explicit digit counts from.
    private var parentIndentation: Int {
        stack.last { !$0.isFlow }.map { $0.place.column - 1 } ?? 0
    }

    private mutating func alias(_ event: ParserEvent, _ name: String) throws(YAMLSyntaxError) -> YAMLNode {
        let start = input.offset(ofIndex: event.start)
        let end = input.offset(ofIndex: event.end)
        guard let anchored = anchors[ExactText(name)] else {
            let isInside = stack.contains { $0.properties?.anchor?.hasSameBytes(as: name) == true }
            throw source.error(
                isInside
                    ? "the alias '*\(name)' stands inside the value that it names"
                    : "no anchor '&\(name)' stands above this alias", at: start)
        }
        nodeCount += anchored.weight
        aliasedCount += anchored.weight
        guard aliasedCount < Self.aliasedNodeLimit || anchored.weight < 2 else {
            throw source.error("aliases make this file larger than \(Self.aliasedNodeLimit) values", at: start)
        }
        let place = SourcePlace(line: event.line + 1, column: event.column + 1, offsetInBytes: start)
        return YAMLNode(
            kind: anchored.node.kind, range: start..<end, place: place, isFlow: anchored.node.isFlow,
            properties: NodeProperties(alias: name, offset: start))
    }

    private mutating func add(_ node: YAMLNode, weight: Int = 1) throws(YAMLSyntaxError) {
        nodeCount += 1
        guard nodeCount <= nodeLimit else {
            throw source.error("more than \(nodeLimit) keys and values; split the file", at: node.range.lowerBound)
        }
        if let name = node.anchor { anchors[ExactText(name)] = Anchored(node: node, weight: weight) }
        guard let top = stack.indices.last else {
            root = node
            return
        }
        if !stack[top].isMapping {
            stack[top].items.append(node)
        } else if let key = stack[top].key {
            stack[top].entries.append(YAMLNode.Entry(key: key, value: node))
            stack[top].key = nil
        } else {
            stack[top].key = node
        }
    }
}

// MARK: - Properties, tags, keys

extension TreeBuilder {
    private mutating func properties(_ event: ParserEvent) -> NodeProperties? {
        guard event.anchor != nil || event.tag != nil else { return nil }
        return NodeProperties(
            anchor: event.anchor, tag: event.tag, offset: input.offset(ofIndex: event.start))
    }

    /// Returns the start of a node's content, after anchor and tag.
    private mutating func contentStart(_ event: ParserEvent) -> (Int, SourcePlace) {
        let start = input.offset(ofIndex: event.start)
        let place = SourcePlace(line: event.line + 1, column: event.column + 1, offsetInBytes: start)
        guard event.anchor != nil || event.tag != nil else { return (start, place) }
        let content = skipProperties(from: start, event)
        return (content, source.place(at: content, from: place))
    }

    private mutating func skipProperties(from start: Int, _ event: ParserEvent) -> Int {
        let limit = input.offset(ofIndex: event.end)
        var position = start
        var end = start
        while position < limit, isProperty(position) {
            position = min(source.wordEnd(position), limit)
            end = position
            position = source.skipToContent(position)
        }
        if case .scalar(let text, .plain) = event.kind, text.isEmpty { return end }
        return position
    }

    private func isProperty(_ offset: Int) -> Bool {
        source.byte(at: offset) == UInt8(ascii: "&") || source.byte(at: offset) == UInt8(ascii: "!")
    }

    private mutating func resolve(
        _ text: String, _ style: YAMLScalar.Style, tag: String?, at index: Int
    ) throws(YAMLSyntaxError) -> YAMLScalar.Resolved {
        guard let tag else { return style == .plain ? CoreSchema.resolve(text) : .string }
        let plain = CoreSchema.resolve(text)
        switch (tag, plain) {
        case ("tag:yaml.org,2002:null", .null), ("tag:yaml.org,2002:bool", .bool), ("tag:yaml.org,2002:int", .int),
            ("tag:yaml.org,2002:float", .float):
            return plain
        case ("tag:yaml.org,2002:float", .int(let value)):
            return .float(Double(value))
        case ("tag:yaml.org,2002:null", _), ("tag:yaml.org,2002:bool", _), ("tag:yaml.org,2002:int", _),
            ("tag:yaml.org,2002:float", _):
            let name = tag.split(separator: ":").last ?? ""
            throw source.error("the value is not of its tag's type; expected \(name)", at: input.offset(ofIndex: index))
        default:
            return .string
        }
    }

    private func refuseDuplicates(_ entries: [YAMLNode.Entry]) throws(YAMLSyntaxError) {
        if entries.count <= 8 {
            for (index, entry) in entries.enumerated() {
                guard let key = entry.key.scalar?.text else { continue }
                if let first = entries[..<index].first(where: { $0.key.scalar?.text.hasSameBytes(as: key) == true }) {
                    throw duplicate(entry.key, key, first.key)
                }
            }
            return
        }
        var seen: [ExactText: YAMLNode] = [:]
        for entry in entries {
            guard let key = entry.key.scalar?.text else { continue }
            if let first = seen.updateValue(entry.key, forKey: ExactText(key)) {
                throw duplicate(entry.key, key, first)
            }
        }
    }

    private func duplicate(_ node: YAMLNode, _ key: String, _ first: YAMLNode) -> YAMLSyntaxError {
        source.error(
            "the key '\(key)' stands here for the second time; expected it once, as on line \(first.place.line)",
            at: node.range.lowerBound)
    }
}
