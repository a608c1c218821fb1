/// `{{?Text}}`: a question to whoever sends, asked before each send.
public enum PromptName {
    /// The question in a placeholder's name; nil if it is not a prompt: a text with spaces at an end or with braces asks nothing.
    ///
    /// - Source: Bruno, packages/bruno-common/src/utils/prompt-variables.ts.
    public static func label(of name: String) -> String? {
        guard name.hasPrefix("?") else { return nil }
        let label = name.dropFirst()
        guard let first = label.first, let last = label.last, !first.isWhitespace, !last.isWhitespace else {
            return nil
        }
        return label.contains { $0 == "{" || $0 == "}" } ? nil : String(label)
    }
}

extension RenderedRequest {
    /// The texts of prompts without a value, each once, in the order of URL, parameters, headers, credentials and body.
    ///
    /// Session values called `?Text` fill them. Those in variables count where the variable is used.
    public var prompts: [String] {
        missing.filter { $0.reason == .prompt }.compactMap { PromptName.label(of: $0.name) }.unique
    }
}
