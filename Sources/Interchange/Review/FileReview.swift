import OpenCollection
import Quoting

/// A changed file as a review shows it.
enum FileReview {
    static func of(_ changed: ChangedFile, publicNames: Set<String>) -> SharingReview.File {
        var file = found(in: changed, publicNames)
        file.conversion = changed.conversion
        return file
    }

    private static func found(in changed: ChangedFile, _ publicNames: Set<String>) -> SharingReview.File {
        guard let text = changed.text else {
            return SharingReview.File(path: changed.path, change: changed.change, kind: kind(of: changed.path, nil))
        }
        let facts = FileFacts(text: text, publicNames: publicNames)
        var file = SharingReview.File(
            path: changed.path, change: changed.change, kind: kind(of: changed.path, facts.type), name: facts.name)
        file.secrets = secrets(facts)
        file.namedFiles = facts.namedFiles.map(ExactText.init).unique.map(\.text)
        file.hosts = facts.urls.compactMap(host).map(ExactText.init).unique.map(\.text)
        file.scripts = facts.scripts
        return file
    }

    private static func secrets(_ facts: FileFacts) -> [SharingReview.Secret] {
        facts.secrets.map { found in
            SharingReview.Secret(
                line: found.place.line, column: found.place.column,
                key: found.path.components.isEmpty ? "" : "\(found.path)", reason: found.text)
        }
    }

    /// Returns the kind of a file, by its place, or of an item by its type.
    private static func kind(of path: ItemPath, _ type: String?) -> String {
        switch path.text {
        case ItemPath.root.folderFile.text: return "collection"
        case CompanionFile.path.text: return "policies"
        default: break
        }
        guard path.text.endsWithBytes(of: ".yml") else { return "text" }
        if path.lastName == "folder.yml" { return "folder" }
        if path.parent == .environments { return "environment" }
        return type == "http" || type == nil ? "request" : type ?? "request"
    }

    /// Returns the host of a URL, without scheme, user information and path.
    private static func host(of text: String) -> String? {
        guard !text.contains(where: \.isNewline) else { return nil }
        var rest = text.utf8[...]
        // Not the scheme of a URL within the query of one that begins with a variable.
        if let scheme = rest.firstRange(of: "://".utf8),
            !rest[..<scheme.lowerBound].contains(where: "/?#".utf8.contains)
        {
            rest = rest[scheme.upperBound...]
        }
        let authority = rest.prefix { !"/?#\"' ".utf8.contains($0) }
        let host = authority.split(separator: UInt8(ascii: "@")).last.map { String(Substring($0)) } ?? ""
        return host.isEmpty ? nil : host
    }
}

extension Array where Element: Hashable {
    /// The elements in their order, each once.
    fileprivate var unique: [Element] {
        var seen = Set<Element>()
        return filter { seen.insert($0).inserted }
    }
}
