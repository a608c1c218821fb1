import Spelling

/// A remark on a place of a query.
public struct GraphQLRemark: Sendable, Hashable {
    /// In bytes of the query.
    public var range: Range<Int>
    /// "User has no field nmae; did you mean name?"
    public var words: String
    /// Whether it is only said: what is there can be sent.
    public var isDeprecation = false
}

/// A word that may stand at a place of a query.
public struct GraphQLProposal: Sendable, Hashable {
    public var text: String
    /// Its type and the first line of its description.
    public var detail: String
}

/// The words that may stand where the cursor is.
public struct GraphQLCompletion: Sendable, Hashable {
    /// Where the word begins that is typed; in bytes of the query.
    public var start: Int
    public var proposals: [GraphQLProposal]
}

extension GraphQLSchema {
    /// Names what of a query its server does not know, and what is deprecated. Unfinished text and templates are no fault.
    public func remarks(on query: String) -> [GraphQLRemark] {
        var reader = GraphQLQueryReader(query, self, cursor: nil)
        reader.read()
        return reader.remarks
    }

    /// - Parameter offset: of the cursor, in bytes.
    /// - Returns: nil where no name can stand.
    public func completion(in query: String, at offset: Int) -> GraphQLCompletion? {
        var reader = GraphQLQueryReader(query, self, cursor: offset)
        reader.read()
        return reader.completion
    }
}

/// Reads a query with its schema at hand: it notes what is unknown, and, where the cursor is, what could stand there.
///
/// - Source: GraphQL specification (October 2021), section 2.
struct GraphQLQueryReader {
    private let bytes: [UInt8]
    private let tokens: [GraphQLToken]
    private let schema: GraphQLSchema
    private let cursor: Int?
    private var index = 0
    private var depth = 0
    private let variables: [String]
    private let fragments: [String]
    private(set) var remarks: [GraphQLRemark] = []
    private(set) var completion: GraphQLCompletion?

    private static let mostRemarks = 100
    private static let deepest = 200

    init(_ query: String, _ schema: GraphQLSchema, cursor: Int?) {
        bytes = Array(query.utf8)
        let lexer = GraphQLLexer(bytes)
        let tokens = lexer.tokens
        (self.tokens, self.schema) = (tokens, schema)
        self.cursor = cursor.flatMap { cursor in
            lexer.comments.contains { $0.lowerBound < cursor && cursor <= $0.upperBound } ? nil : cursor
        }
        let bytes = bytes
        func text(_ token: GraphQLToken) -> String {
            String(decoding: bytes[token.range], as: UTF8.self)
        }
        let places = tokens.indices.dropLast(2)
        variables = places.filter {
            tokens[$0].is("$") && tokens[$0 + 1].kind == .name && tokens[$0 + 2].is(":")
        }
        .map { text(tokens[$0 + 1]) }
        fragments = places.filter {
            tokens[$0].kind == .name && tokens[$0 + 1].kind == .name && tokens[$0].range.count == 8
        }
        .filter { text(tokens[$0]) == "fragment" }.map { text(tokens[$0 + 1]) }
    }

    mutating func read() {
        while token.kind != .end, completion == nil || cursor == nil {
            propose { _ in Self.keywords }
            if token.is("{") {
                readSelections(of: schema.root(of: "query"))
            } else {
                switch name() {
                case let word? where ["query", "mutation", "subscription"].contains(word):
                    readOperation(word)
                case "fragment": readFragment()
                case .some: break
                case nil: index += 1
                }
            }
        }
        propose { _ in Self.keywords }
    }

    private static let keywords = ["query", "mutation", "subscription", "fragment"].map {
        GraphQLProposal(text: $0, detail: "")
    }

    // MARK: - Tokens

    private var token: GraphQLToken { tokens[min(index, tokens.count - 1)] }
    private var isName: Bool { token.kind == .name || token.kind == .hole }

    private func text(of token: GraphQLToken) -> String {
        String(decoding: bytes[token.range], as: UTF8.self)
    }

    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
        guard token.is(sign) else { return false }
        index += 1
        return true
    }

    /// A template stands for any name: "".
    private mutating func name() -> String? {
        guard isName else { return nil }
        defer { index += 1 }
        return token.kind == .hole ? "" : text(of: token)
    }

    /// Reads a name that should be one of those that are known.
    ///
    /// - Parameters:
    ///   - known: nil: nobody knows what there is.
    ///   - owner: "User has no field".
    private mutating func name(of known: [GraphQLMember]?, _ owner: @autoclosure () -> String)
        -> GraphQLMember?
    {
        let place = token
        guard let name = name(), !name.isEmpty, let known else { return nil }
        guard let member = known.first(where: { $0.name == name }) else {
            note(place, "\(owner()) \(name)\(Self.nearest(to: name, among: known.map(\.name)))")
            return nil
        }
        if let reason = member.deprecation {
            note(place, "\(name) is deprecated: \(reason)", isDeprecation: true)
        }
        return member
    }

    private static func nearest(to name: String, among words: [String]) -> String {
        NearestWord.find(name, among: words).map { "; did you mean \($0)?" } ?? ""
    }

    /// Who completes wants no remarks.
    private mutating func note(
        _ place: GraphQLToken, _ words: @autoclosure () -> String, isDeprecation: Bool = false
    ) {
        guard cursor == nil, remarks.count < Self.mostRemarks else { return }
        remarks.append(GraphQLRemark(range: place.range, words: words(), isDeprecation: isDeprecation))
    }

    /// Takes note of what may stand at the next token, if the cursor is in it, or before it.
    private mutating func propose(_ proposals: (Self) -> [GraphQLProposal]) {
        guard let cursor, completion == nil else { return }
        let isInName =
            token.kind == .name && token.range.lowerBound < cursor && cursor <= token.range.upperBound
        if isInName {
            completion = GraphQLCompletion(start: token.range.lowerBound, proposals: proposals(self))
            return
        }
        let before = index > 0 ? tokens[index - 1] : GraphQLToken(kind: .end, range: 0..<0)
        let touches =
            cursor == before.range.upperBound && [.name, .hole, .number, .string].contains(before.kind)
        guard cursor >= before.range.upperBound, cursor <= token.range.lowerBound, !touches else {
            return
        }
        completion = GraphQLCompletion(start: cursor, proposals: proposals(self))
    }

    /// Reads what stands between brackets until they close, or until something shows that they never will.
    ///
    /// - Parameter proposals: for the beginning of each part; nil: there are none.
    private mutating func parts(
        until close: Unicode.Scalar, _ proposals: ((Self) -> [GraphQLProposal])?,
        _ part: (inout Self) -> Void
    ) {
        guard depth < Self.deepest else {
            index = tokens.count - 1
            return
        }
        depth += 1
        defer { depth -= 1 }
        while true {
            proposals.map { propose($0) }
            if token.kind == .end || take(close) || close == ")" && (token.is("{") || token.is("}")) {
                return
            }
            let before = index
            part(&self)
            if index == before { index += 1 }
        }
    }

    private static func proposing(_ members: [GraphQLMember]?) -> (Self) -> [GraphQLProposal] {
        { _ in (members ?? []).map(\.proposal) }
    }

    private static func proposing(valuesOf type: GraphQLType?) -> (Self) -> [GraphQLProposal] {
        { $0.values(of: type) }
    }

    // MARK: - Operations

    private mutating func readOperation(_ word: String) {
        _ = name()
        if take("(") { readVariables() }
        readDirectives()
        if token.is("{") { readSelections(of: schema.root(of: word)) }
    }

    private mutating func readVariables() {
        parts(until: ")", nil) { reader in
            guard reader.take("$") else { return }
            _ = reader.name()
            guard reader.take(":") else { return }
            let isList = reader.take("[")
            let type = reader.typeName { ![.object, .interface, .union].contains($0.kind) }
            while reader.take("]") || reader.take("!") {}
            if reader.take("=") { reader.readValue(of: isList ? "[\(type)]" : type) }
            reader.readDirectives()
        }
    }

    /// Reads the name of a type; those that `fits` are proposed.
    private mutating func typeName(_ fits: (GraphQLType) -> Bool) -> String {
        propose { reader in
            reader.schema.order.compactMap { reader.schema.types[$0] }.filter {
                fits($0) && !$0.name.hasPrefix("__")
            }
            .map { GraphQLProposal(text: $0.name, detail: $0.detail) }
        }
        let place = token
        guard let name = name(), !name.isEmpty else { return "" }
        if schema.types[name] == nil {
            let known = schema.order
            note(place, "there is no type \(name)\(Self.nearest(to: name, among: known))")
        }
        return name
    }

    private mutating func readFragment() {
        guard name() != nil, isName, text(of: token) == "on" else { return }
        index += 1
        readSelections(
            onTypeAmong: schema.order.compactMap { schema.types[$0] }.filter(\.hasSelections))
    }

    private mutating func readDirectives() {
        while take("@") {
            let known = schema.directives
            propose { _ in known.map(\.proposal) }
            let directive = name(of: known, "there is no directive")
            if take("(") { readArguments(directive?.arguments, "@\(directive?.name ?? "")") }
        }
    }

    // MARK: - Selections

    /// - Parameter type: nil: nobody knows what there is.
    private mutating func readSelections(of type: GraphQLType?) {
        guard take("{") else { return }
        let fields = type.flatMap { schema.selectable[$0.name] }
        parts(until: "}", Self.proposing(fields)) { reader in
            switch reader.token.kind {
            case .spread: reader.readSpread(in: type)
            case .name, .hole: reader.readField(of: type, fields)
            default: break
            }
        }
    }

    private mutating func readField(of type: GraphQLType?, _ fields: [GraphQLMember]?) {
        // The name before a colon is an alias, of one's own choice.
        if isName, tokens[min(index + 1, tokens.count - 1)].is(":") {
            index += 2
            propose { _ in (fields ?? []).map(\.proposal) }
            guard isName else { return }
        }
        let isUnion = type?.kind == .union
        let field = name(
            of: fields,
            isUnion
                ? "\(type?.name ?? "") is a union, ask with ... on a type of it: it has no field"
                : "\(type?.name ?? "") has no field")
        if take("(") { readArguments(field?.arguments, field?.name ?? "") }
        readDirectives()
        let inner = field.flatMap { schema.types[$0.typeName] }
        if token.is("{") { readSelections(of: inner?.hasSelections == true ? inner : nil) }
    }

    private mutating func readSpread(in type: GraphQLType?) {
        index += 1
        propose { reader in
            [GraphQLProposal(text: "on", detail: "a type")]
                + reader.fragments.map { GraphQLProposal(text: $0, detail: "fragment") }
        }
        guard isName else {
            readDirectives()
            return readSelections(of: type)
        }
        guard text(of: token) == "on" else {
            let known = fragments.map { GraphQLMember($0) }
            _ = name(of: known, "there is no fragment")
            return readDirectives()
        }
        index += 1
        let possible = type.map { [$0] + schema.possibleTypes(of: $0) } ?? []
        let all = schema.order.compactMap { schema.types[$0] }.filter(\.hasSelections)
        readSelections(onTypeAmong: possible.count > 1 ? possible : all)
    }

    /// Reads a type and what is asked of it.
    private mutating func readSelections(onTypeAmong types: [GraphQLType]) {
        let names = Set(types.map(\.name))
        let name = typeName { names.contains($0.name) }
        readDirectives()
        readSelections(of: schema.types[name])
    }

    // MARK: - Values

    private mutating func readArguments(_ known: [GraphQLMember]?, _ owner: String) {
        parts(until: ")", Self.proposing(known)) { $0.readPair(known, "\(owner) has no argument") }
    }

    /// A name, a colon and a value.
    private mutating func readPair(_ known: [GraphQLMember]?, _ owner: String) {
        guard isName else { return }
        let member = name(of: known, owner)
        if take(":") { readValue(of: member?.type ?? "") }
    }

    /// - Parameter type: as it is written; empty: nobody knows.
    private mutating func readValue(of type: String) {
        let named = schema.types[type.filter { !"[]!".contains($0) }]
        propose { $0.values(of: named) }
        switch token.kind {
        case .sign(UInt8(ascii: "$")):
            index += 1
            let known = variables.map { GraphQLMember($0) }
            propose { _ in known.map(\.proposal) }
            if isName { _ = name(of: known, "there is no variable") }
        case .sign(UInt8(ascii: "[")):
            index += 1
            parts(until: "]", Self.proposing(valuesOf: named)) { $0.readValue(of: type) }
        case .sign(UInt8(ascii: "{")):
            index += 1
            let fields = named?.kind == .input ? named?.fields : nil
            parts(until: "}", Self.proposing(fields)) {
                $0.readPair(fields, "\(named?.name ?? "") has no field")
            }
        case .name
        where named?.kind == .enumeration && !["null", "true", "false"].contains(text(of: token)):
            _ = name(of: named?.fields, "\(named?.name ?? "") has no value")
        case .name, .hole, .number, .string: index += 1
        default: break
        }
    }

    private func values(of type: GraphQLType?) -> [GraphQLProposal] {
        let own: [GraphQLProposal] =
            switch type?.kind {
            case .enumeration?: type?.fields.map(\.proposal) ?? []
            case .scalar? where type?.name == "Boolean":
                ["true", "false"].map { GraphQLProposal(text: $0, detail: "") }
            default: []
            }
        return own + variables.map { GraphQLProposal(text: "$" + $0, detail: "variable") }
    }
}

extension GraphQLType {
    fileprivate var detail: String {
        [kind.rawValue, description?.firstLine ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
    }
}

extension GraphQLMember {
    fileprivate var proposal: GraphQLProposal {
        let old = deprecation.map { "deprecated: \($0)" }
        return GraphQLProposal(
            text: name,
            detail: [type, old ?? description?.firstLine ?? ""].filter { !$0.isEmpty }.joined(
                separator: "  "))
    }
}

extension String {
    fileprivate var firstLine: String { String(prefix(200).prefix { !$0.isNewline }) }
}
