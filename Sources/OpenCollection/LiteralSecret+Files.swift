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
        var walk = FileWalk()
        walk.visit(root, at: YAMLPath([]), named: nil)
        return walk.found
    }

    /// Returns the same for a file's text; none if it is not YAML.
    package static func all(inFile text: String) -> [FoundSecret] {
        guard let root = (try? YAMLDocument(text: text))?.root else { return [] }
        return all(inFile: root)
    }
}

private struct FileWalk {
    private(set) var found: [FoundSecret] = []

    /// - Parameter name: The name of the row or key that has this value.
    mutating func visit(_ node: YAMLNode, at path: YAMLPath, named name: String?) {
        // The anchored node is visited at its own place.
        guard node.alias == nil else { return }
        switch node.kind {
        case .scalar(let scalar): visit(scalar, node, path, name)
        case .sequence(let items):
            for (index, item) in items.enumerated() { visit(item, at: path.appending(index: index), named: name) }
        case .mapping(let entries):
            for entry in entries {
                guard let key = entry.key.scalar?.text else { continue }
                let name = self.name(of: key, in: node, inherited: name)
                visit(entry.value, at: path.appending(key: key), named: name)
            }
        }
    }

    private mutating func visit(_ scalar: YAMLScalar, _ node: YAMLNode, _ path: YAMLPath, _ name: String?) {
        if case .bool = scalar.resolved { return }
        for secret in LiteralSecret.all(in: scalar.text, named: name) {
            found.append(FoundSecret(secret: secret, path: path, place: node.place, value: scalar.text))
        }
    }

    /// Returns the name of a key's value: a row's own name, the name of what holds `{type, data}` or variants, else the key.
    private func name(of key: String, in mapping: YAMLNode, inherited: String?) -> String? {
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
