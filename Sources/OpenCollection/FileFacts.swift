import Quoting
import YAMLTree

/// The facts in a file of a collection that matter to those it is shared with.
public struct FileFacts: Sendable, Hashable {
    /// `info.type`, or `type` of the root; nil without.
    public var type: String?
    public var name: String?
    /// The secrets, by place: check and review list them, and a save warns of them. Those in comments, or in a text that is not YAML, have an empty
    /// path.
    public var secrets: [FoundSecret] = []
    /// Paths under keys that name files.
    public var namedFiles: [String] = []
    /// Texts under keys that hold URLs.
    public var urls: [String] = []
    /// Types of the scripts in it.
    public var scripts: [String] = []

    /// - Parameters:
    ///   - text: The text of any file; one that is not YAML is looked at line by line.
    ///   - publicNames: `notSecret` of `microscope.yaml`: the names whose values are not secret.
    public init(text: String, publicNames: Set<String> = []) {
        let root = try? YAMLDocument(text: text).root
        if let root, root.entries != nil {
            type = root["info"]?["type"]?.string ?? root["type"]?.string
            name = root["info"]?["name"]?.string ?? root["name"]?.string
            secrets = LiteralSecret.all(inFile: root)
            visit(root, key: "")
        }
        secrets += Self.loose(in: text, known: Set(secrets.map(\.place.line)), isTree: root?.entries != nil)
        secrets = secrets.filter { !$0.secret.isPublic(publicNames) }
            .sorted { $0.place.offsetInBytes < $1.place.offsetInBytes }
    }

    private static let fileKeys: Set = [
        "filePath", "caCertFilePath", "certificateFilePath", "privateKeyFilePath", "pkcs12FilePath", "dotEnvFilePath",
        "protoFilePath",
    ]

    private mutating func visit(_ node: YAMLNode, key: String) {
        switch node.kind {
        case .scalar(let scalar):
            if Self.fileKeys.contains(key) { namedFiles.append(scalar.text) }
            guard scalar.resolved == .string else { return }
            if key == "url" || key.endsWithBytes(of: "Url") || scalar.text.containsBytes(of: "://") {
                urls.append(scalar.text)
            }
        case .sequence(let items):
            for item in items { visit(item, key: key) }
        case .mapping(let entries):
            if node["type"]?.string == "file", let value = node["value"] {
                namedFiles += value.items?.compactMap(\.string) ?? [value.string ?? ""].filter { !$0.isEmpty }
            }
            if let code = node["code"]?.string, !code.isWhitespaceOnly {
                scripts.append(node["type"]?.string ?? "script")
            }
            for entry in entries { visit(entry.value, key: entry.key.scalar?.text ?? "") }
        }
    }

    /// Returns the secrets outside values of the tree: only known shapes if there is a tree, else also lines like `NAME=value`.
    private static func loose(in text: String, known: Set<Int>, isTree: Bool) -> [FoundSecret] {
        text.split(omittingEmptySubsequences: false) { $0.isNewline }.enumerated().flatMap { index, line in
            let start = text.utf8.distance(from: text.utf8.startIndex, to: line.startIndex)
            if isTree, known.contains(index + 1) { return [FoundSecret]() }
            let found = isTree ? LiteralSecret.shapes(in: String(line)) : inLine(String(line))
            return found.map { secret in
                let before = String(decoding: Array(line.utf8.prefix(secret.range.lowerBound)), as: UTF8.self)
                let place = SourcePlace(
                    line: index + 1, column: before.unicodeScalars.count + 1,
                    offsetInBytes: start + secret.range.lowerBound)
                return FoundSecret(secret: secret, path: YAMLPath([]), place: place, value: String(line))
            }
        }
    }

    private static func inLine(_ line: String) -> [LiteralSecret] {
        guard let (name, value) = line.cut(at: "="), !name.utf8.contains(0x20) || name.beginsWithBytes(of: "export ")
        else {
            return LiteralSecret.all(in: line)
        }
        let start = name.utf8.count + 1
        let plain = name.replacingBytes(of: "export ", with: "")
        return LiteralSecret.all(in: value, named: plain).map {
            LiteralSecret(reason: $0.reason, range: ($0.range.lowerBound + start)..<($0.range.upperBound + start))
        }
    }
}

extension FileFacts {
    /// Returns those of its ``secrets`` that another file does not hold as well, at any place and under any name.
    public func secretsMissing(in other: FileFacts) -> [FoundSecret] {
        let known = Set(other.secrets.map { ExactText($0.literal) })
        return secrets.filter { !known.contains(ExactText($0.literal)) }
    }
}

extension FoundSecret {
    /// The secret itself.
    fileprivate var literal: String { String(decoding: Array(value.utf8)[secret.range], as: UTF8.self) }
}

extension LiteralSecret {
    /// Whether it is the value of one of these names.
    package func isPublic(_ names: Set<String>) -> Bool {
        if case .name(let name) = reason { names.contains(name) } else { false }
    }
}
