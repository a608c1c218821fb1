import Quoting
import Secrets
import Text
public import YAMLTree

/// A literal secret with its place in a file of a collection.
public struct FoundSecret: Sendable, Hashable {
    public var secret: LiteralSecret
    /// The scalar that holds it; empty outside of the tree.
    public var path: YAMLPath
    /// The place where that scalar begins; outside of the tree, that of the secret itself.
    public var place: SourcePlace
    /// Text of the scalar, decoded, or of the line; the secret's range is one of its bytes.
    public var value: String

    /// A line for the user, without the secret.
    public var text: String { secret.text }
}

extension LiteralSecret {
    /// Returns every literal secret of a file, in its order: rows, credentials, URLs, bodies, and known shapes in every text.
    public static func all(inFile root: YAMLNode) -> [FoundSecret] {
        var found: [FoundSecret] = []
        NamedScalar.forEach(in: root) { scalar in
            found += scalar.secrets.map {
                FoundSecret(secret: $0, path: scalar.path, place: scalar.place, value: scalar.value.text)
            }
        }
        return found
    }

    /// Returns the same for a file's text; none if it is not YAML.
    package static func all(inFile text: String) -> [FoundSecret] {
        guard let root = (try? YAMLDocument(text: text))?.root else { return [] }
        return all(inFile: root)
    }
}

/// A scalar of a file under the name of the row or key that has it as its value.
private struct NamedScalar {
    let path: YAMLPath
    let name: String?
    let place: SourcePlace
    let value: YAMLScalar

    var secrets: [LiteralSecret] {
        let isBody = path.components.suffix(2) == ["body", "data"]
        if case .bool = value.resolved { return [] }
        return LiteralSecret.all(in: value.text, named: name, ofBody: isBody ? "" : nil)
    }

    static func forEach(
        in node: YAMLNode, at path: YAMLPath = YAMLPath([]), named name: String? = nil, _ visit: (NamedScalar) -> Void
    ) {
        // The anchored node is visited at its own place.
        guard node.alias == nil else { return }
        switch node.kind {
        case .scalar(let scalar): visit(NamedScalar(path: path, name: name, place: node.place, value: scalar))
        case .sequence(let items):
            for (index, item) in items.enumerated() {
                forEach(in: item, at: path.appending(index: index), named: name, visit)
            }
        case .mapping(let entries):
            for entry in entries {
                guard let key = entry.key.scalar?.text else { continue }
                let name = self.name(of: key, in: node, inherited: name)
                forEach(in: entry.value, at: path.appending(key: key), named: name, visit)
            }
        }
    }

    /// Returns the name of a key's value: a row's own name, the name of what holds `{type, data}` or variants, else the key.
    private static func name(of key: String, in mapping: YAMLNode, inherited: String?) -> String? {
        switch key {
        case "value" where mapping["type"]?.string == "apikey": "API key"
        case "value" where mapping["secret"]?.string == "true": "secret"
        // The path of a file, whatever it holds: a private key, or a part of a form.
        case "value" where mapping["type"]?.string == "file": nil
        case "value", "values": mapping["name"]?.string ?? inherited
        case "data", "content": inherited
        // Certificates have the one, kinds of auth that nothing is known of the other.
        case "passphrase", "refreshToken": key
        default: AuthDetails.secretKeys.contains(key) ? key : nil
        }
    }
}

// MARK: - A file that is given to others

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
        var masking = FileMasking(known: known.filter { $0.value.utf8.count >= 6 }, publicNames: publicNames)
        var writing = try FileWriting(text: text, path: .root, keyOrder: .request)
        for (path, value) in masking.changes(in: try FileReading(text: text, path: .root).root) {
            try writing.apply(.setValue(path, .string(value)))
        }
        return SharedText(text: masking.withoutShapes(writing.text), variables: masking.variables)
    }
}

/// Finds what is to be replaced, and names what replaces it.
private struct FileMasking {
    let known: [NamedSecret]
    let publicNames: Set<String>
    private(set) var variables: [String] = []

    init(known: [NamedSecret], publicNames: Set<String>) { (self.known, self.publicNames) = (known, publicNames) }

    /// Scalars with their new texts.
    mutating func changes(in root: YAMLNode) -> [(path: YAMLPath, value: String)] {
        var changes: [(path: YAMLPath, value: String)] = []
        NamedScalar.forEach(in: root) { scalar in
            let text = scalar.value.text
            let masked = hidingKnown(masked(text, scalar.secrets.filter { !$0.isPublic(publicNames) }))
            if !masked.hasSameBytes(as: text) { changes.append((scalar.path, masked)) }
        }
        return changes
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

    /// Masks known values and known shapes in the text that is left, such as comments.
    mutating func withoutShapes(_ text: String) -> String {
        let hidden = known.reduce(text) { $0.replacingBytes(of: $1.value, with: "••••") }
        return hidden.replacing(LiteralSecret.shapes(in: hidden).map { ($0.range, "••••") })
    }
}
