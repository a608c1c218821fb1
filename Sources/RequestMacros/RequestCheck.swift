import DeclarationScanner

/// Finds the faults of a request that its source shows; types are checked by the compiler.
struct RequestCheck {
    let macro: RequestMacro
    /// The full name of the type.
    let type: String

    func diagnostics() -> [Diagnostic] {
        guard macro.isStruct else { return [notAStruct] }
        guard !isOutOfReach else { return [outOfReach] }
        return verbs + path + response + macro.fields.flatMap(placement) + bodies + untyped
    }

    // MARK: The declaration

    private var notAStruct: Diagnostic {
        error(
            "\(macro.name) makes a request of a struct; '\(macro.declaration.name)' is \(macro.declaration.kind)",
            macro.source.spot(macro.declaration.keywordRange))
    }

    /// Whether no extension can name the type, since it is private within another one.
    var isOutOfReach: Bool { type.contains(".") && macro.declaration.modifiers.contains { $0.name == "private" } }

    private var outOfReach: Diagnostic {
        error(
            "\(macro.name) adds an extension, which cannot see a private type within another: make '\(macro.declaration.name)' fileprivate",
            macro.source.spot(macro.declaration.nameRange))
    }

    /// The diagnostics for a second method.
    private var verbs: [Diagnostic] {
        let attributes = macro.declaration.attributes.filter(RequestVerb.isOne)
        guard let first = attributes.first, first.name == macro.verb.rawValue else { return [] }
        return attributes.dropFirst().map {
            error(
                "a request has one method; '\(macro.declaration.name)' is \(macro.name) already",
                macro.source.spot($0.range))
        }
    }

    private var untyped: [Diagnostic] {
        MemberWriter(macro: macro).untyped.map { field in
            error(
                "'\(field.binding.name)' needs a type, since it is a parameter of the initializer",
                macro.source.spot(field.binding.nameRange))
        }
    }

    var hasUnreadableResponse: Bool { macro.response != nil && macro.responseType == nil }

    private var response: [Diagnostic] {
        guard let response = macro.response, hasUnreadableResponse else { return [] }
        return [
            error(
                "the type of the response is read while compiling: write 'of: User.self'",
                macro.attribute.spot(response.value))
        ]
    }

    // MARK: The path

    private var path: [Diagnostic] {
        switch macro.path {
        case .interpolated(let range):
            return [
                error(
                    "the path is read while compiling: write ':name' for a value and mark its property @Path",
                    macro.attribute.spot(range))
            ]
        case .other:
            return [error("the path must be a string literal of one line", macro.attribute.spot(macro.pathRange))]
        case .text(let plain): return form(plain) + unmatched
        }
    }

    private func form(_ plain: PlainText) -> [Diagnostic] {
        let template = PathTemplate(plain)
        var found: [Diagnostic] = []
        if plain.text.contains("://") || plain.text.hasPrefix("//") {
            found.append(
                error(
                    "the path is joined to the client's base URL: leave scheme and host out",
                    macro.attribute.spot(plain.range)))
        }
        if let fragment = template.fragment {
            found.append(error("a fragment is never sent to a server", macro.attribute.spot(fragment)))
        }
        if let control = plain.bytes.firstIndex(where: { $0 < 0x20 || $0 == 0x7F }) {
            found.append(
                error("a path has no control characters", macro.attribute.spot(plain.source(of: control..<control + 1)))
            )
        }
        found += template.namelessColons.map {
            error("a path parameter needs a name after its colon", macro.attribute.spot($0))
        }
        found += template.misplaced.map {
            error("parameters belong in the path only; for the query mark a property @Query", macro.attribute.spot($0))
        }
        return found
    }

    /// The diagnostics for parameters without a property, properties without a parameter, and repeated parameters.
    private var unmatched: [Diagnostic] {
        var seen: Set<String> = []
        let parameters = macro.template?.parameters ?? []
        let orphans = parameters.compactMap { name, source -> Diagnostic? in
            guard seen.insert(name).inserted else {
                return error("':\(name)' is in the path twice", macro.attribute.spot(source))
            }
            let isKnown = macro.fields.contains { $0.role == .path && $0.binding.name == name }
            return isKnown ? nil : missingProperty(name, source)
        }
        let names = Set(parameters.map(\.name))
        let unused = macro.fields.filter {
            $0.role == .path && !$0.binding.name.isEmpty && !names.contains($0.binding.name)
        }
        return orphans + unused.map(missingParameter)
    }

    private func missingProperty(_ name: String, _ source: Range<Int>) -> Diagnostic {
        let spot = macro.attribute.spot(source)
        if let field = macro.fields.first(where: {
            $0.binding.name == name && $0.role == .none && !$0.property.isStatic
        }) {
            var found = error("':\(name)' has a property of its name, which is not marked @Path", spot)
            found.notes = [
                .init(message: "'\(name)' is declared here", spot: macro.source.spot(field.binding.nameRange))
            ]
            found.fixIts = [insert("@Path ", at: field.property.start, "mark it @Path")]
            return found
        }
        var found = error("':\(name)' has no property: declare '@Path var \(name)'", spot)
        if let start = macro.declaration.bodyStart {
            found.fixIts = [insert("\n    @Path var \(name): String", at: start, "declare '@Path var \(name): String'")]
        }
        return found
    }

    private func missingParameter(_ field: Field) -> Diagnostic {
        error(
            "'\(field.binding.name)' is marked @Path, but the path has no ':\(field.binding.name)'",
            macro.source.spot(field.binding.nameRange))
    }

    // MARK: Properties

    private func placement(of field: Field) -> [Diagnostic] {
        let marks = field.property.attributes.filter { Field.placeAttributes.contains($0.name) }
        guard let mark = marks.first else { return [] }
        if let second = marks.dropFirst().first {
            return [
                error("a property has one place: it is marked @\(mark.name) already", macro.source.spot(second.range))
            ]
        }
        if field.property.isStatic {
            return [
                error(
                    "@\(mark.name) is for what each request has of its own; '\(field.binding.name)' is static",
                    macro.source.spot(field.binding.nameRange))
            ]
        }
        if field.binding.name.isEmpty {
            return [
                error(
                    "@\(mark.name) marks one name: write a property for each value",
                    macro.source.spot(field.binding.nameRange))
            ]
        }
        if field.property.has("lazy") {
            return [
                error(
                    "a request does not change while it is sent, and '\(field.binding.name)' is lazy",
                    macro.source.spot(field.binding.nameRange))
            ]
        }
        return fixedPath(field) + unusableType(field, mark.name) + (mark.name == "Query" ? queryName(mark) : [])
    }

    private func fixedPath(_ field: Field) -> [Diagnostic] {
        guard field.role == .path, field.property.isLet, field.binding.value != nil else { return [] }
        return [
            error(
                "'\(field.binding.name)' never changes: write its value into the path, or make it a 'var'",
                macro.source.spot(field.binding.nameRange))
        ]
    }

    /// Returns the diagnostics for types that the source shows to be unusable as text.
    private func unusableType(_ field: Field, _ mark: String) -> [Diagnostic] {
        guard field.role != .body, let range = field.binding.type else { return [] }
        let type = macro.scanner.text(range)
        let what: String? =
            switch type.first {
            case "[" where type.isDictionaryType: "a dictionary"
            case "[" where mark == "Path": "an array"
            case "(": "a tuple or a function"
            case _ where type.hasPrefix("Dictionary<"): "a dictionary"
            case _ where mark == "Path" && (type.hasSuffix("?") || type.hasPrefix("Optional<")):
                "an optional, and the path needs a value"
            default: nil
            }
        return what.map {
            [
                error(
                    "@\(mark) takes a value with a description; '\(field.binding.name)' is \($0)",
                    macro.source.spot(range))
            ]
        } ?? []
    }

    private func queryName(_ attribute: Attribute) -> [Diagnostic] {
        guard let arguments = attribute.arguments, !arguments.isEmpty else { return [] }
        switch macro.scanner.literal(in: arguments) {
        case .text(let plain) where plain.bytes.isEmpty:
            return [error("a query item needs a name", macro.source.spot(arguments))]
        case .text: return []
        case .interpolated(let range):
            return [error("the name is read while compiling and cannot be interpolated", macro.source.spot(range))]
        case .other: return [error("the name must be a string literal of one line", macro.source.spot(arguments))]
        }
    }

    // MARK: The body

    /// The diagnostics for bodies: one is allowed, or one in each branch of a condition; none with TRACE.
    private var bodies: [Diagnostic] {
        let bodies = macro.trees.bodies
        guard let first = bodies.first else { return [] }
        if macro.verb == .trace {
            return [
                error(
                    "a TRACE request has no body (RFC 9110, section 9.3.8)", macro.source.spot(first.binding.nameRange))
            ]
        }
        return macro.trees.surplusBodies.map { field in
            var found = error(
                "a request has one body; '\(declaredName(field))' would be the second",
                macro.source.spot(field.binding.nameRange))
            found.notes = [
                .init(
                    message: "'\(declaredName(first))' is the first", spot: macro.source.spot(first.binding.nameRange))
            ]
            return found
        } + takenNames(bodies)
    }

    /// Returns the diagnostics for types whose property cannot be added.
    private func takenNames(_ bodies: [Field]) -> [Diagnostic] {
        guard macro.fields.contains(where: { $0.binding.name == "body" && $0.role != .body }) else { return [] }
        return bodies.filter(\.isAdded).map { field in
            error(
                "'\(declaredName(field))' becomes the property 'body', and there is one: mark a property of this type @Body",
                macro.source.spot(field.binding.nameRange))
        }
    }

    private func declaredName(_ field: Field) -> String { macro.scanner.text(field.binding.nameRange) }

    // MARK: Words

    private func error(_ message: String, _ spot: Spot) -> Diagnostic {
        Diagnostic(severity: .error, message: message, spot: spot)
    }

    private func insert(_ text: String, at position: Int, _ message: String) -> Diagnostic.FixIt {
        .init(message: message, spot: macro.source.spot(position..<position), replacement: text)
    }
}

extension [FieldTree] {
    fileprivate var bodies: [Field] { flatMap(\.fields).filter { $0.role == .body } }

    /// The bodies besides an earlier one that can exist at the same time.
    fileprivate var surplusBodies: [Field] { surplus(after: false) }

    private func surplus(after hasBody: Bool) -> [Field] {
        var hasBody = hasBody
        return flatMap { tree -> [Field] in
            defer { hasBody = hasBody || tree.fields.contains { $0.role == .body } }
            switch tree {
            case .field(let field): return hasBody && field.role == .body ? [field] : []
            case .conditional(let branches): return branches.flatMap { $0.trees.surplus(after: hasBody) }
            }
        }
    }
}

extension String {
    /// Whether a type in brackets has a key.
    fileprivate var isDictionaryType: Bool {
        var depth = 0
        for character in self {
            if "[(".contains(character) { depth += 1 }
            if "])".contains(character) { depth -= 1 }
            if depth == 1, character == ":" { return true }
            if depth == 0 { return false }
        }
        return false
    }
}
