/// Reads a schema in the schema definition language, SDL, as far as it is one: what is not understood is passed over.
///
/// - Source: GraphQL specification (October 2021), section 3.
struct SchemaLanguageReader {
    private let bytes: [UInt8]
    private let tokens: [GraphQLToken]
    private var index = 0
    private var types: [GraphQLType] = []
    /// Where a type is in the list.
    private var places: [String: Int] = [:]
    private var directives: [GraphQLMember] = []
    private var roots: [String: String] = [:]

    static func schema(_ text: String) -> GraphQLSchema {
        var reader = SchemaLanguageReader(Array(text.utf8))
        return reader.read()
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        tokens = GraphQLLexer(bytes).tokens
    }

    private mutating func read() -> GraphQLSchema {
        while token.kind != .end {
            let description = description()
            let word = name() ?? ""
            switch word {
            case "extend": break
            case "schema": readRoots()
            case "directive": readDirective(description)
            case "scalar": add(GraphQLType(kind: .scalar, name: name() ?? "", description: description))
            case "type": readFields(.object, description)
            case "interface": readFields(.interface, description)
            case "input": readFields(.input, description)
            case "enum": readFields(.enumeration, description)
            case "union": readUnion(description)
            default: if word.isEmpty, description == nil { index += 1 }
            }
        }
        return GraphQLSchema(types, directives: directives, roots: roots)
    }

    // MARK: Tokens

    private var token: GraphQLToken { tokens[min(index, tokens.count - 1)] }

    private func text(of token: GraphQLToken) -> String {
        String(decoding: bytes[token.range], as: UTF8.self)
    }

    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
        guard token.is(sign) else { return false }
        index += 1
        return true
    }

    private mutating func name() -> String? {
        guard token.kind == .name else { return nil }
        defer { index += 1 }
        return text(of: token)
    }

    private mutating func description() -> String? {
        guard token.kind == .string else { return nil }
        defer { index += 1 }
        return GraphQLString.value(of: text(of: token))
    }

    /// Reads what stands between brackets until they close; each call of `part` that moves on has read one.
    private mutating func parts(
        _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ part: (inout Self) -> Void
    ) {
        guard take(open) else { return }
        while token.kind != .end, !take(close) {
            let before = index
            part(&self)
            if index == before { index += 1 }
        }
    }

    // MARK: Definitions

    /// An extension adds to what is there.
    private mutating func add(_ type: GraphQLType) {
        guard !type.name.isEmpty else { return }
        guard let place = places[type.name] else {
            places[type.name] = types.count
            return types.append(type)
        }
        types[place].fields += type.fields
        types[place].members += type.members
    }

    private mutating func readRoots() {
        _ = deprecation()
        parts("{", "}") { reader in
            guard let operation = reader.name(), reader.take(":"), let type = reader.name() else {
                return
            }
            reader.roots[operation] = type
        }
    }

    private mutating func readDirective(_ description: String?) {
        guard take("@"), var directive = name().map({ GraphQLMember($0) }) else { return }
        directive.description = description
        directive.arguments = members("(", ")")
        if token.kind == .name, text(of: token) == "repeatable" { index += 1 }
        guard token.kind == .name, text(of: token) == "on" else { return directives.append(directive) }
        index += 1
        _ = take("|")
        while let location = name() {
            directive.locations.append(location)
            guard take("|") else { break }
        }
        directives.append(directive)
    }

    private mutating func readFields(_ kind: GraphQLType.Kind, _ description: String?) {
        var type = GraphQLType(kind: kind, name: name() ?? "", description: description)
        if token.kind == .name, text(of: token) == "implements" {
            index += 1
            _ = take("&")
            while let interface = name() {
                type.members.append(interface)
                _ = take("&")
            }
        }
        _ = deprecation()
        type.fields = members("{", "}")
        add(type)
    }

    private mutating func readUnion(_ description: String?) {
        var type = GraphQLType(kind: .union, name: name() ?? "", description: description)
        _ = deprecation()
        if take("=") {
            _ = take("|")
            while let member = name() {
                type.members.append(member)
                guard take("|") else { break }
            }
        }
        add(type)
    }

    /// Fields, arguments or values.
    private mutating func members(_ open: Unicode.Scalar, _ close: Unicode.Scalar) -> [GraphQLMember] {
        var found: [GraphQLMember] = []
        parts(open, close) { reader in
            let description = reader.description()
            guard var member = reader.name().map({ GraphQLMember($0) }) else { return }
            member.description = description
            if reader.token.is("(") { member.arguments = reader.members("(", ")") }
            if reader.take(":") { member.type = reader.type() }
            if reader.take("=") { member.defaultValue = reader.value() }
            member.deprecation = reader.deprecation()
            found.append(member)
        }
        return found
    }

    private mutating func type() -> String {
        var text = ""
        while true {
            if take("[") {
                text += "["
            } else if take("]") {
                text += "]"
            } else if take("!") {
                text += "!"
            } else if text.last?.isLetter != true, text.last?.isNumber != true, text.last != "]",
                text.last != "!",
                text.last != "_", let name = name()
            {
                text += name
            } else {
                return text
            }
        }
    }

    /// A value as it is written.
    private mutating func value() -> String {
        let start = token.range.lowerBound
        var depth = 0
        repeat {
            if token.is("[") || token.is("{") { depth += 1 }
            if token.is("]") || token.is("}") { depth -= 1 }
            if token.is("$") { index += 1 }
            index += 1
        } while depth > 0 && token.kind != .end
        return String(
            decoding: bytes[start..<tokens[min(index, tokens.count) - 1].range.upperBound], as: UTF8.self)
    }

    /// Passes over directives; nil if none of them says that it is deprecated.
    private mutating func deprecation() -> String? {
        var reason: String?
        while take("@") {
            let isDeprecation = name() == "deprecated"
            if isDeprecation { reason = "no longer supported" }
            parts("(", ")") { reader in
                let isReason = reader.name() == "reason"
                guard reader.take(":") else { return }
                let value = reader.value()
                if isDeprecation, isReason, value.utf8.first == UInt8(ascii: "\"") {
                    reason = GraphQLString.value(of: value)
                }
            }
        }
        return reason
    }
}
