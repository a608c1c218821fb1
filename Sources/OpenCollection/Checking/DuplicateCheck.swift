import YAMLTree

/// Checks names that occur twice where one of them hides the other, or where the user cannot distinguish them.
struct DuplicateCheck {
    private let outline: CollectionOutline
    private var found: [CheckProblem] = []

    init(_ outline: CollectionOutline) { self.outline = outline }

    func problems() -> [CheckProblem] {
        var check = self
        for siblings in outline.siblings { check.checkShownNames(siblings) }
        for environment in outline.environments {
            check.checkRows(environment.node["variables"], in: environment.file, "variable")
        }
        for level in outline.levels {
            check.checkRows(level.node["request"]?["variables"], in: level.file, "variable")
            check.checkRows(level.node["request"]?["headers"], in: level.file, "header", ignoringCase: true)
        }
        for request in outline.requests { check.check(request) }
        return check.found
    }

    private mutating func check(_ request: CollectionOutline.Request) {
        checkRows(request.node["runtime"]?["variables"], in: request.file, "variable")
        checkRows(request.details?["headers"], in: request.file, "header", ignoringCase: true)
        let paths = (request.details?["params"]?.enabledItems ?? []).filter { $0["type"]?.string == "path" }
        checkRows(paths, in: request.file, "path parameter")
    }

    /// Checks names on screen, which `send` by name cannot distinguish.
    private mutating func checkShownNames(_ siblings: [(file: CheckedFile, node: YAMLNode)]) {
        var seen: [String: (file: CheckedFile, node: YAMLNode)] = [:]
        for sibling in siblings {
            guard let node = sibling.node["info"]?["name"], let name = node.string, !name.isEmpty else { continue }
            guard let first = seen[name] else {
                seen[name] = (sibling.file, node)
                continue
            }
            found.append(
                sibling.file.problem(
                    .warning, .duplicateName, at: node,
                    "\(first.file.path), line \(first.node.place.line), is called \"\(name)\" too",
                    fix: "give one of them another name"))
        }
    }

    private mutating func checkRows(
        _ list: YAMLNode?, in file: CheckedFile, _ kind: String, ignoringCase: Bool = false
    ) {
        checkRows(list?.enabledItems ?? [], in: file, kind, ignoringCase: ignoringCase)
    }

    private mutating func checkRows(
        _ rows: [YAMLNode], in file: CheckedFile, _ kind: String, ignoringCase: Bool = false
    ) {
        var seen: [String: Int] = [:]
        for row in rows {
            guard let node = row["name"], let name = node.string, !name.isEmpty else { continue }
            let line = seen.updateValue(node.place.line, forKey: ignoringCase ? name.asciiLowercased : name)
            guard let line else { continue }
            found.append(
                file.problem(
                    .warning, .duplicateName, at: node, "the \(kind) \(name) is already in line \(line)",
                    fix: "the last one wins: remove one of them, or disable it"))
        }
    }
}
