public import OpenCollection

/// Why a request cannot be written in another form, in words for the user.
public struct SharingRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String
    package init(_ description: String) { self.description = description }

    /// The refusal of a text in none of the forms of a request, in words for the screen.
    public static let noRequest = SharingRefusal(
        "Not a request: paste a URL, a curl command, a request as text or the YAML of a request. Enter edits a field.")
}

/// A request of a collection as a command of curl, for a POSIX shell.
///
/// Variables are written as their values. Secrets, also those of the process environment, literals that look like secrets, and names without a value
/// are variables of the shell; comment lines above the command say which.
public struct CurlExport: Sendable {
    private let definition: RequestDefinition
    private let path: ItemPath
    private let collection: Collection
    private let scopes: VariableScopes

    /// - Parameters:
    ///   - definition: The request as it is on screen or in its file.
    ///   - path: the request's file, or the one it would have: its folders give headers and credentials.
    ///   - scopes: made for the same path and definition.
    public init(
        _ definition: RequestDefinition, at path: ItemPath, in collection: Collection, scopes: VariableScopes
    ) {
        self.definition = definition
        self.path = path
        self.collection = collection
        self.scopes = scopes
    }

    /// The command with its comments, with a line end.
    ///
    /// - Throws: when the request cannot be sent as it is, or holds what no shell can pass to a program.
    public func text() throws(SharingRefusal) -> String { try command().text }

    func command() throws(SharingRefusal) -> CurlCommand {
        var notes: [String] = []
        let plain = sendable(&notes)
        let first = render(plain, scopes)
        var placeholders = ShellPlaceholders(
            besides: first.url + first.headers.map(\.value).joined() + plain.texts.joined(), scopes: scopes)
        let shellScopes = shellScopes(in: &placeholders, for: plain, first)
        var rendered = render(plain, shellScopes)
        // The value has its own scheme.
        if placeholders.beginsWithMark(shellScopes.resolve(plain.url).text), scopes.resolve(plain.url).bringsScheme {
            rendered.url = String(rendered.url.dropFirst("http://".count))
        }
        if let problem = rendered.cycles.first ?? rendered.problems.first { throw SharingRefusal(problem) }
        var maker = CurlCommandMaker(
            rendered: rendered, definition: plain, scopes: shellScopes, placeholders: placeholders, notes: notes)
        return try maker.make()
    }

    /// Returns the request without what only curl sends; the rest can be rendered.
    private func sendable(_ notes: inout [String]) -> RequestDefinition {
        var plain = definition
        if case .unsupported(let kind) = collection.effectiveAuth(of: definition.auth, at: path).auth,
            !["digest", "ntlm", "awsv4"].contains(kind.type)
        {
            notes.append("Credentials of type \(kind) are not written here.")
            plain.auth = .none
        }
        return plain
    }

    private func render(_ definition: RequestDefinition, _ scopes: VariableScopes) -> RenderedRequest {
        var definition = definition
        if definition.body.isUnknown { definition.body.kind = .none }
        return RequestRenderer.render(
            definition, at: path, in: collection, scopes: scopes, defaults: ClientDefaults(userAgent: ""))
    }

    private static let processPrefix = "process.env."

    /// The scopes with marks in the place of what is not written out.
    private func shellScopes(
        in placeholders: inout ShellPlaceholders, for definition: RequestDefinition, _ rendered: RenderedRequest
    ) -> VariableScopes {
        var marks = placeholders
        var further: [String: String] = [:]
        let missing = rendered.missing.map(\.name) + definition.texts.flatMap { scopes.resolve($0).missing.map(\.name) }
        for name in Set(missing).subtracting(scopes.secretNames) {
            let isProcess = name.hasPrefix(Self.processPrefix)
            let plain = isProcess ? String(name.dropFirst(Self.processPrefix.count)) : name
            further[name] = marks.mark(for: plain, isProcess ? .environment : .missing)
        }
        let result = scopes.replacing(
            secret: { marks.mark(for: $0, .secret) }, processVariable: { marks.mark(for: $0, .environment) },
            further: further)
        placeholders = marks
        return result
    }
}

extension RequestBody {
    /// Whether the renderer refuses it.
    var isUnknown: Bool { if case .unsupported = kind { true } else { false } }
}

extension RequestDefinition {
    /// The templates of its body.
    var texts: [String] {
        [body.text] + body.form.flatMap { [$0.name, $0.value] } + body.parts.flatMap { [$0.name] + $0.values }
    }
}
