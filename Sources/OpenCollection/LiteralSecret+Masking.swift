import Quoting
import Secrets
import Text
import YAMLTree

/// The text of a request's file as it may be given to others.
public struct SharedText: Sendable, Hashable {
    public var text: String
    /// Variables that were put in the place of literals, each once.
    public var variables: [String] = []
}

extension RequestFile {
    /// The file's text with the edits of `definition`, and a variable in the place of every literal that looks like a secret; what the
    /// collection gives to the request stays where it is.
    ///
    /// - Parameters:
    ///   - known: values of secrets, which are found wherever they were written out; those under 6 bytes occur by chance and are not
    ///     looked for.
    ///   - publicNames: `notSecret` of `microscope.yaml`: literals under these names stay.
    /// - Throws: when the edits cannot be written, see ``saving(_:)``.
    public func shared(
        as definition: RequestDefinition, hiding known: [NamedSecret], besides publicNames: Set<String> = []
    ) throws(FileProblem) -> SharedText {
        let text = try saving(definition)
        var masking = SecretMasking(known: known.filter { $0.value.utf8.count >= 6 }, publicNames: publicNames)
        var writing = try FileWriting(text: text, path: .root, keyOrder: .request)
        for (path, value) in masking.changes(in: try FileReading(text: text, path: .root).root) {
            try writing.apply(.setValue(path, .string(value)))
        }
        return SharedText(text: masking.withoutShapes(writing.text), variables: masking.variables)
    }
}

/// Finds what is to be replaced, and names what replaces it.
private struct SecretMasking {
    let known: [NamedSecret]
    private let publicNames: Set<String>
    private(set) var variables: [String] = []

    init(known: [NamedSecret], publicNames: Set<String>) {
        self.known = known
        self.publicNames = publicNames
    }

    /// Scalars with their new texts.
    mutating func changes(in root: YAMLNode) -> [(path: YAMLPath, value: String)] {
        var changes: [(path: YAMLPath, value: String)] = []
        for (path, group) in Self.grouped(LiteralSecret.all(inFile: root).filter { !$0.secret.isPublic(publicNames) }) {
            changes.append((path, hidingKnown(masked(group[0].value, group.map(\.secret)))))
        }
        let done = Set(changes.map(\.path))
        for (path, text) in Self.scalars(of: root, at: YAMLPath([])) where !done.contains(path) {
            let hidden = hidingKnown(text)
            if hidden != text { changes.append((path, hidden)) }
        }
        return changes
    }

    private static func grouped(_ found: [FoundSecret]) -> [(path: YAMLPath, secrets: [FoundSecret])] {
        var groups: [(path: YAMLPath, secrets: [FoundSecret])] = []
        for secret in found {
            if groups.last?.path == secret.path {
                groups[groups.count - 1].secrets.append(secret)
            } else {
                groups.append((secret.path, [secret]))
            }
        }
        return groups
    }

    private mutating func masked(_ text: String, _ secrets: [LiteralSecret]) -> String {
        let bytes = Array(text.utf8)
        return text.replacing(
            secrets.map { secret in
                let literal = String(decoding: bytes[secret.range], as: UTF8.self)
                let name = known.first { $0.value.hasSameBytes(as: literal) }?.name ?? secret.variableName
                return (secret.range, "{{\(variable(name))}}")
            })
    }

    private mutating func hidingKnown(_ text: String) -> String {
        known.reduce(text) { text, secret in
            guard text.utf8.contains(secret.value.utf8) else { return text }
            return text.replacingBytes(of: secret.value, with: "{{\(variable(secret.name))}}")
        }
    }

    private mutating func variable(_ name: String) -> String {
        if !variables.contains(name) { variables.append(name) }
        return name
    }

    private static func scalars(of node: YAMLNode, at path: YAMLPath) -> [(path: YAMLPath, text: String)] {
        guard node.alias == nil else { return [] }
        switch node.kind {
        case .scalar(let scalar): return [(path, scalar.text)]
        case .sequence(let items):
            return items.enumerated().flatMap { scalars(of: $0.element, at: path.appending(index: $0.offset)) }
        case .mapping(let entries):
            return entries.flatMap { entry in
                entry.key.scalar.map { scalars(of: entry.value, at: path.appending(key: $0.text)) } ?? []
            }
        }
    }

    /// Masks known values and known shapes in the text that is left, such as comments.
    mutating func withoutShapes(_ text: String) -> String {
        let hidden = known.reduce(text) { $0.replacingBytes(of: $1.value, with: "••••") }
        return hidden.replacing(LiteralSecret.shapes(in: hidden).map { ($0.range, "••••") })
    }
}
