/// Writes values on one line, with brackets.
struct FlowEmitter {
    /// Quote every key and every string, as the text around it does.
    var quotesAll = false

    func text(_ value: YAMLValue) -> String {
        switch value {
        case .sequence(let items): "[" + items.map(text).joined(separator: ", ") + "]"
        case .mapping(let mapping): "{" + mapping.entries.map { entry($0.key, $0.value) }.joined(separator: ", ") + "}"
        case .string(let text) where quotesAll: ScalarText.doubleQuoted(text)
        default: ScalarText.inline(value, inFlow: true)
        }
    }

    func entry(_ key: String, _ value: YAMLValue) -> String {
        "\(text(.string(key))): \(text(value))"
    }
}
