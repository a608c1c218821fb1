import Quoting

extension Variable {
    /// A value of the session as a file has it; a secret has no value there.
    ///
    /// - Returns: The variable, or nil if the value has placeholders: in a file they would be replaced, so that a server could ask for a secret by
    ///   its name.
    public init?(keeping value: TypedValue, as name: String, isSecret: Bool) {
        guard isSecret || Placeholder.all(in: value.text).isEmpty else { return nil }
        let type: ValueType =
            switch value {
            case .string, .null: .string
            case .number, .longNumber: .number
            case .boolean: .boolean
            case .list, .object: .object
            }
        self.init(name, isSecret ? "" : value.text, type: isSecret ? .string : type, isSecret: isSecret)
    }
}

extension [Variable] {
    /// Gives the row of a name that counts another value, or appends a row.
    public mutating func keep(_ variable: Variable) {
        guard let index = lastIndex(where: { $0.name.hasSameBytes(as: variable.name) && $0.isEnabled }) else {
            return append(variable)
        }
        // A secret stays one, with its value elsewhere.
        self[index].isSecret = self[index].isSecret || variable.isSecret
        (self[index].value, self[index].type) = self[index].isSecret ? ("", .string) : (variable.value, variable.type)
    }
}
