import OpenCollection
import Quoting
import Secrets
import Text

/// The values that a sample call has in place of variables, and the parameters that it needs.
struct SampleValues: Sendable {
    private let scopes: VariableScopes
    /// Known values that must never be in the text.
    private let secrets: [NamedSecret]
    /// Names of the sample call's parameters, by what they replace.
    private var names: [String: String] = [:]
    private(set) var parameters: [String] = []

    /// Names that the sample call uses itself.
    private static let own: Set<String> = [
        "baseURL", "client", "configuration", "request", "decoder", "send", "sample",
    ]

    init(scopes: VariableScopes) {
        self.scopes = scopes
        // Shorter values occur by chance.
        secrets = scopes.secretValues.filter { $0.value.utf8.count >= 6 }
    }

    /// A template with what is known of it.
    ///
    /// - Parameter credential: The name of the credential that the text replaces, if any: then no value is in the text.
    mutating func text(_ template: String, credential: String? = nil) -> SwiftText {
        let template = hiding(template)
        let holes = Placeholder.all(in: template)
        let credential = credential.flatMap { isPublic($0) ? nil : $0 }
        if let credential, holes.isEmpty {
            return template.isEmpty ? SwiftText([]) : SwiftText([.hole(SwiftName.quoted(parameter(credential)))])
        }
        let texts = template.around(holes.map(\.range)).map { SwiftText.Piece.text($0) }
        return SwiftText(
            texts.prefix(1)
                + zip(holes, texts.dropFirst()).flatMap { [piece($0.name, isCredential: credential != nil), $1] })
    }

    /// The name of a credential that a template is written for; nil if it is not one. The value of a variable in it may be anything.
    static func credential(_ name: String, _ template: String) -> String? {
        let value = Placeholder.all(in: template).isEmpty ? template : nil
        let isOne =
            SecretVocabulary.isSecret(value, under: name) || !LiteralSecret.shapes(in: template).isEmpty
        return isOne ? name : nil
    }

    /// The text of a template; nil when something in it is not known or not to be shown.
    func known(_ template: String) -> String? {
        let template = hiding(template)
        guard Placeholder.all(in: template).allSatisfy({ isShown($0.name) }) else { return nil }
        let resolved = scopes.resolve(template)
        return resolved.isComplete && hiding(resolved.text).hasSameBytes(as: resolved.text) ? resolved.text : nil
    }

    /// A parameter of the sample call for what has no value.
    mutating func parameter(_ text: String) -> String {
        if let name = names[text] { return name }
        let plain = SwiftName.property(text)
        let name = SwiftName.unique(plain, among: Self.own.union(parameters))
        names[text] = name
        parameters.append(name)
        return name
    }

    /// The template with secrets that were written into it as variables again.
    func hiding(_ template: String) -> String {
        secrets.reduce(template) { text, secret in
            text.replacingBytes(of: secret.value, with: "{{\(secret.name)}}")
        }
    }

    // MARK: One variable

    private mutating func piece(_ name: String, isCredential: Bool) -> SwiftText.Piece {
        if !isCredential || isPublic(name), let text = known("{{\(name)}}") { return .text(text) }
        if let expression = Self.made[name]?.oneLine { return .hole(expression) }
        return .hole(SwiftName.quoted(parameter(name)))
    }

    /// The values that the format regenerates for each send.
    private static let made: [String: SwiftExpression] = {
        let id = SwiftExpression.chain(.call("UUID", []), [.text(".uuidString")])
        let seconds = SwiftExpression.chain(.call("Date", []), [.text(".timeIntervalSince1970")])
        let timestamp = SwiftExpression.call("String", [.init(nil, .call("Int", [.init(nil, seconds)]))])
        return ["$guid": id, "$randomUUID": id, "$timestamp": timestamp]
    }()

    /// Whether the collection says that this name is not secret.
    private func isPublic(_ name: String) -> Bool {
        scopes.publicNames.contains(name.hasPrefix("process.env.") ? String(name.dropFirst(12)) : name)
    }

    /// Whether a variable's value may be read by whoever gets the text.
    private func isShown(_ name: String, depth: Int = 0) -> Bool {
        guard depth < 16, let value = scopes.value(of: name), !value.isSecret,
            isPublic(name) || !SecretVocabulary.isSecret(value.template, under: name)
        else { return false }
        return Placeholder.all(in: value.template).allSatisfy { isShown($0.name, depth: depth + 1) }
    }
}
