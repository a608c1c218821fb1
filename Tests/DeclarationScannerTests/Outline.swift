import DeclarationScanner

/// The members of a type as lines that are easy to read and to compare.
func outline(_ source: String) -> [String] {
    let scanner = SourceScanner(source)
    return outline(scanner.members(), scanner)
}

func outline(_ members: [Member], _ scanner: SourceScanner) -> [String] {
    members.flatMap { member -> [String] in
        switch member {
        case .property(let property): property.bindings.map { outline(property, $0, scanner) }
        case .initializer: ["init"]
        case .type(let type): ["\(type.keyword) \(type.name)"]
        case .other(let word): [word]
        case .conditional(let branches):
            branches.flatMap { [$0.directive] + outline($0.members, scanner).map { "  \($0)" } } + ["#endif"]
        }
    }
}

/// "@Query(\"q\") private var page: Int = 1 {observers}".
private func outline(_ property: Property, _ binding: Property.Binding, _ scanner: SourceScanner) -> String {
    var words = property.attributes.map { "@\($0.name)" + ($0.arguments.map { "(\(scanner.text($0)))" } ?? "") }
    words += property.modifiers.map { $0.name + ($0.detail.map { "(\($0))" } ?? "") }
    words.append(property.isLet ? "let" : "var")
    words.append(binding.name + (binding.type == nil ? "" : ":"))
    if let type = binding.type { words.append(scanner.text(type)) }
    if let value = binding.value { words += ["=", scanner.text(value)] }
    if binding.accessors != .none { words.append("{\(binding.accessors)}") }
    return words.joined(separator: " ")
}
