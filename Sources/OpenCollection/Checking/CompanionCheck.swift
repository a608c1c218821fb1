import Quoting
import Spelling
import YAMLTree

/// Entries of `microscope.yaml` for what is not there, and logins that cannot be sent.
struct CompanionCheck {
    private let outline: CollectionOutline
    private let paths: [ItemPath]

    /// - Parameter paths: The paths of all files, also of those that could not be read: their entries are not orphans.
    init(_ outline: CollectionOutline, paths: [ItemPath]) {
        self.outline = outline
        self.paths = paths.filter { $0.text.endsWithBytes(of: ".yml") }
    }

    func problems() -> [CheckProblem] {
        guard let companion = outline.companion else { return [] }
        let requests = paths.filter { FileKind($0) == nil }.map(\.text)
        let folders = Set(paths.flatMap(\.ancestors)).map(\.text).filter { $0 != "environments" }.sorted()
        let environments = paths.filter { $0.parent == "environments" }.map(\.baseName)
        return orphans("requests", requests, "request", in: companion)
            + orphans("folders", folders, "folder", in: companion)
            + orphans("environments", environments + outline.environments.map(\.name), "environment", in: companion)
            + logins(requests, in: companion) + queries(in: companion) + operations(in: companion)
    }

    // MARK: - Operations

    private func operations(in file: CheckedFile) -> [CheckProblem] {
        (file.root["requests"]?.entries ?? []).compactMap { entry in
            guard let node = entry.value["operation"], let name = node.string, !name.isEmpty,
                let request = outline.requests.first(where: { $0.file.path.text == entry.key.scalar?.text })
            else { return nil }
            guard let query = request.node["graphql"]?["body"]?["query"]?.string else {
                return file.problem(
                    .warning, .orphan, at: node, "\(request.file.path) has no GraphQL query", fix: "take the entry out")
            }
            guard Placeholder.all(in: query).isEmpty,
                case .open(let open) = OperationChoice(of: name, in: query), open.unknown != nil
            else { return nil }
            return file.problem(.warning, .orphan, at: node, open.words, fix: "name one of them, or take the entry out")
        }
    }

    // MARK: - Captures and checks

    private func queries(in file: CheckedFile) -> [CheckProblem] {
        let rows = (file.root["requests"]?.entries ?? []).flatMap { entry in
            ["captures", "checks"].flatMap { entry.value[$0]?.enabledItems ?? [] }
        }
        return rows.compactMap { row in
            guard let language = row["from"]?.string.flatMap(BodyQuery.Language.init), let node = row["expression"],
                let problem = BodyQuery(language, node.string ?? "").problem
            else { return nil }
            return file.problem(.warning, .query, at: node, "\(language) finds nothing: \(problem)", fix: "correct it")
        }
    }

    // MARK: - Logins

    private func logins(_ known: [String], in file: CheckedFile) -> [CheckProblem] {
        // Items of one file have their paths from their names.
        guard outline.levels.first?.node["items"] == nil else { return [] }
        let ofMaps = ["folders", "requests"].flatMap { key in
            (file.root[key]?.entries ?? []).map { ($0.key.scalar?.text, $0.value) }
        }
        return ([(nil, file.root["collection"])] + ofMaps).compactMap { holder, policies in
            guard let node = policies?["login"], let login = node.string, LoginRule(login) != .off else { return nil }
            return problem(of: login, at: node, holder: holder, known, in: file)
        }
    }

    private func problem(
        of login: String, at node: YAMLNode, holder: String?, _ known: [String], in file: CheckedFile
    ) -> CheckProblem? {
        guard known.contains(login) else {
            let nearest = NearestWord.find(login, among: known) ?? sameFileElsewhere(login, known)
            return file.problem(
                .warning, .orphan, at: node, "there is no request \(login) to log in with",
                fix: nearest.map { "did you mean \($0)?" } ?? "name one, or remove the entry",
                replacement: nearest.map(node.spelling))
        }
        if login == holder {
            return file.problem(
                .warning, .unusableLogin, at: node, "\(login) would log in with itself",
                fix: "name another request, or remove the entry")
        }
        let kind = outline.requests.first { $0.file.path.text == login }?.kind
        guard !["http", "graphql"].contains(kind), !outline.isUnread(ItemPath(login)) else { return nil }
        return file.problem(
            .warning, .unusableLogin, at: node, "\(login) is not an HTTP request, so it cannot log in",
            fix: "name a request of type http")
    }

    private func orphans(_ key: String, _ known: [String], _ kind: String, in file: CheckedFile) -> [CheckProblem] {
        let names = Set(known)
        return (file.root[key]?.entries ?? []).compactMap { entry in
            guard let name = entry.key.scalar?.text, !names.contains(name) else { return nil }
            let nearest = NearestWord.find(name, among: known) ?? sameFileElsewhere(name, known)
            return file.problem(
                .warning, .orphan, at: entry.key, "there is no \(kind) \(name)",
                fix: nearest.map { "did you mean \($0)?" } ?? "remove the entry",
                replacement: nearest.flatMap { entry.key.spelling(ofKey: $0, in: file.root[key]) })
        }
    }

    /// A file that was moved keeps its name.
    private func sameFileElsewhere(_ name: String, _ known: [String]) -> String? {
        let last = ItemPath(name).baseName
        let moved = known.filter { ItemPath($0).baseName == last }
        return moved.count == 1 ? moved.first : nil
    }
}
