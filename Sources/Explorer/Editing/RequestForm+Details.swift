import OpenCollection

extension RequestForm {
    /// What the file says beside the tabs, to be read.
    static func details(_ definition: RequestDefinition) -> [Row] {
        section("Description", lines(definition.description ?? ""))
            + section("Tags", definition.tags.isEmpty ? [] : [definition.tags.joined(separator: ", ")])
            + section("Variants of the body", definition.bodyVariants.map { ($0.isSelected ? "● " : "○ ") + $0.title })
            + section("Assertions", definition.assertions.map(line))
            + section("Kept from the answer", definition.actions.map(line))
            + section("Examples", definition.examples.map(line))
            + definition.scripts.flatMap { section("Script \($0.type)", lines($0.code)) }
            + section("App", lines(definition.app?.code ?? ""))
    }

    private static func section(_ title: String, _ lines: [String]) -> [Row] {
        lines.isEmpty ? [] : [Row(kind: .heading(title))] + lines.map { Row(kind: .note($0)) }
    }

    private static func lines(_ text: String) -> [String] {
        text.isEmpty ? [] : text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
    }

    private static func line(_ assertion: Assertion) -> String {
        let words = [assertion.expression, assertion.operator, assertion.value ?? ""].filter { !$0.isEmpty }
        return words.joined(separator: " ") + off(assertion.isEnabled)
    }

    private static func line(_ action: VariableAction) -> String {
        "\(action.variable) = \(action.expression)" + off(action.isEnabled)
    }

    private static func line(_ example: RequestExample) -> String {
        let request = [example.request?.method, example.request?.url].compactMap { $0 }.joined(separator: " ")
        let status = example.response?.status.flatMap { Int(exactly: $0) }.map(String.init)
        let answer = [status, example.response?.statusText].compactMap { $0 }.joined(separator: " ")
        let parts = [example.name ?? "", request, answer].filter { !$0.isEmpty }
        return parts.joined(separator: ", ")
    }

    private static func off(_ isEnabled: Bool) -> String { isEnabled ? "" : " (off)" }
}
