import DeclarationScanner

/// Writes the members that a request lacks: the type of its response, the property of a body whose type is declared within, and the
/// memberwise initializer if the compiler's own is not sufficient: in public types it would be internal, and a private
/// property with a value would make it private.
struct MemberWriter {
    let macro: RequestMacro

    func source() -> String {
        guard macro.isStruct else { return "" }
        var lines = macro.responseType.map { ["\(macro.access)typealias ResponseModel = \($0)"] } ?? []
        lines += addedBodies(macro.trees)
        if needsInitializer, untyped.isEmpty { lines += initializers(macro.trees) }
        return lines.joined(separator: "\n")
    }

    private func addedBodies(_ trees: [FieldTree]) -> [String] {
        trees.lines { field in
            guard field.isAdded, let type = type(of: field) else { return [] }
            return ["\(field.property.modifiers.access)let body: \(type)"]
        }
    }

    /// Whether an initializer is needed; false if the user has one, or the compiler's is sufficient.
    private var needsInitializer: Bool {
        guard macro.isStruct, !macro.declaration.members.hasInitializer else { return false }
        return !macro.access.isEmpty || macro.fields.contains { $0.isAdded || $0.isStored && $0.isPrivate }
    }

    /// The properties whose type the initializer needs but the source does not show.
    var untyped: [Field] {
        guard needsInitializer else { return [] }
        return macro.fields.filter { $0.isStored && !$0.isSettled && type(of: $0) == nil }
    }

    /// Returns an initializer for each possible outcome of the conditions.
    private func initializers(_ trees: [FieldTree]) -> [String] {
        guard let index = trees.firstIndex(where: \.holdsParameters), case .conditional(var branches) = trees[index]
        else { return initializer(trees.flatMap(\.ownFields)) }
        if !branches.contains(where: { $0.directive.hasPrefix("#else") && !$0.directive.hasPrefix("#elseif") }) {
            branches.append(FieldTree.Branch(directive: "#else", trees: []))
        }
        return branches.flatMap { branch -> [String] in
            var chosen = trees
            chosen.replaceSubrange(index...index, with: branch.trees)
            return [branch.directive] + initializers(chosen)
        } + ["#endif"]
    }

    private func initializer(_ fields: [Field]) -> [String] {
        let taken = fields.filter { $0.isStored && !$0.isSettled }
        let parameters = taken.map(parameter).joined(separator: ", ")
        let assignments = taken.map { field in
            let name = field.name(macro.scanner)
            return "    self.\(name) = \(name)"
        }
        return ["\(macro.access)init(\(parameters)) {"] + assignments + ["}"]
    }

    private func parameter(_ field: Field) -> String {
        let type = type(of: field) ?? ""
        let escaping = type.isFunctionType ? "@escaping " : ""
        let text = "\(field.name(macro.scanner)): \(escaping)\(type)"
        if let value = field.binding.value { return "\(text) = \(macro.scanner.text(value))" }
        return !field.property.isLet && type.hasSuffix("?") ? "\(text) = nil" : text
    }

    private func type(of field: Field) -> String? {
        if let type = field.binding.type { return macro.scanner.text(type) }
        return field.binding.value.flatMap { macro.scanner.text($0).literalType }
    }
}

extension FieldTree {
    fileprivate var holdsParameters: Bool {
        guard case .conditional = self else { return false }
        return fields.contains { $0.isStored && !$0.isSettled }
    }

    fileprivate var ownFields: [Field] { if case .field(let field) = self { [field] } else { [] } }
}

extension String {
    /// Whether a value of this type is a closure, which then escapes.
    fileprivate var isFunctionType: Bool {
        var depth = 0
        var last: Character = " "
        for character in self {
            if "([<{".contains(character) { depth += 1 }
            if ")]}".contains(character) || (character == ">" && last != "-") { depth -= 1 }
            if depth == 0, character == ">", last == "-" { return true }
            last = character
        }
        return false
    }

    /// The type that Swift infers for a literal; nil for any other text.
    fileprivate var literalType: String? {
        if self == "true" || self == "false" { return "Bool" }
        if hasPrefix("\"") || hasPrefix("#\"") { return SourceScanner(self).isOneLiteral ? "String" : nil }
        let digits = hasPrefix("-") ? dropFirst() : self[...]
        guard digits.first?.isNumber == true, digits.allSatisfy({ $0.isHexDigit || "_.xob".contains($0) }) else {
            return nil
        }
        return digits.contains(".") ? "Double" : "Int"
    }
}
