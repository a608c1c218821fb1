import Quoting
import YAMLTree

/// Checks which files have a meaning by their place, and which have none.
struct LayoutCheck {
    private let sources: CollectionSources
    private(set) var problems: [CheckProblem] = []
    /// The paths of all files that are not ignored.
    private(set) var paths: [ItemPath] = []
    /// Files whose content is not known: what they define must not be missed.
    private(set) var unread: Set<ItemPath> = []

    init(_ sources: CollectionSources) { self.sources = sources }

    /// The files that can be parsed and have a meaning, by path.
    mutating func readFiles() -> [(file: CheckedFile, kind: FileKind)] {
        let ignored = ignoredPrefixes()
        let listed = sources.files.sorted { $0.path < $1.path }.filter { file in
            !file.path.isWorkspaceFile
                && !ignored.contains { file.path.text == $0 || file.path.text.beginsWithBytes(of: $0 + "/") }
        }
        paths = listed.map(\.path)
        checkNames(listed.map(\.path).filter { $0.text.endsWithBytes(of: ".yml") })
        var files: [(CheckedFile, FileKind)] = []
        for source in listed {
            if let file = read(source) { files.append(file) }
        }
        return files
    }

    /// `extensions.bruno.ignore`: paths from the root, with all that lies below.
    private func ignoredPrefixes() -> [String] {
        guard case .text(let text)? = sources.files.first(where: { $0.path == ItemPath.root.folderFile })?.content,
            let root = try? YAMLDocument(text: text).root
        else { return [] }
        let paths = root.node(at: ["extensions", "bruno", "ignore"])?.items ?? []
        return paths.compactMap { $0.string.map { String($0.droppingTrailing("/")) } }.filter { !$0.isEmpty }
    }

    private mutating func read(_ source: CollectionSources.File) -> (CheckedFile, FileKind)? {
        let path = source.path
        if path.text.endsWithBytes(of: ".bru") {
            add(
                .error, .layout, path,
                "it is in Bruno's older format (.bru), which is not read beside opencollection.yml",
                fix: "import it with microscope import, and delete this file")
            return nil
        }
        switch source.content {
        case .notRead: return nil
        case .unreadable(let reason, let fix):
            unread.insert(path)
            add(.error, .unreadable, path, reason, fix: fix)
            return nil
        case .text(let text): return parse(text, path)
        }
    }

    private mutating func parse(_ text: String, _ path: ItemPath) -> (CheckedFile, FileKind)? {
        let isRead = path.text.endsWithBytes(of: ".yml") || path == CompanionFile.path
        do throws(YAMLSyntaxError) {
            let file = CheckedFile(path: path, document: try YAMLDocument(text: text))
            guard isRead else {
                addUnread(file)
                return nil
            }
            return kind(of: file).map { (file, $0) }
        } catch {
            guard isRead else { return nil }
            unread.insert(path)
            let problem = FileProblem(path: path, error, in: text)
            let place = problem.place ?? error.place
            problems.append(
                CheckProblem(
                    .error, .syntax, path: path, line: place.line, column: place.column, message: problem.message,
                    fix: problem.conflicts == nil
                        ? "the file is not read until this is fixed"
                        : "choose between the two sides; on screen, c on the file merges them field by field"))
            return nil
        }
    }

    private mutating func kind(of file: CheckedFile) -> FileKind? {
        if let kind = FileKind(file.path) { return kind }
        if let problem = misplaced(file) {
            add(.error, .layout, file.path, problem.message, fix: problem.fix)
            return nil
        }
        if let type = file.root["info"]?["type"] ?? file.root["type"] { return .item(type) }
        // Hidden directories are those of other tools, as .github is.
        if file.path.names.dropLast().contains(where: { $0.beginsWithBytes(of: ".") }) { return nil }
        let what = file.root.isNull ? "it is empty" : "its type is unknown: it has no info.type"
        add(
            .error, .layout, file.path, what,
            fix: "write info: with type: http, graphql, grpc, websocket or app; or list it in extensions.bruno.ignore")
        return nil
    }

    // MARK: - What does not belong

    private func misplaced(_ file: CheckedFile) -> (message: String, fix: String)? {
        if file.path.lastName == "opencollection.yml" {
            return ("a collection inside a collection is not read", "move its directory out of this one")
        }
        if file.path == "folder.yml" {
            return ("the root has no folder.yml: its defaults are in opencollection.yml", "move them there")
        }
        if file.root["info"]?["type"]?.string == "folder" {
            return ("a folder's file must be called folder.yml", "rename it, or change info.type")
        }
        return nil
    }

    /// A `.yaml` file: one that says what a request says was probably meant as one.
    private mutating func addUnread(_ file: CheckedFile) {
        let ending = file.path.text.split(at: ".").last ?? ""
        let name = file.path.baseName.droppingBytes(behind: ".\(ending)")
        if name == "microscope" {
            let fix = "move its content into the one beside opencollection.yml"
            return add(.error, .layout, file.path, "microscope.yaml is read at the collection's root only", fix: fix)
        }
        let keys = ["http", "graphql", "grpc", "websocket", "opencollection", "request", "variables"]
        let isMeant = file.root["info"]?["type"] != nil || keys.contains { file.root[$0] != nil }
        add(
            isMeant ? .error : .warning, .layout, file.path, "files that end in .\(ending) are not read",
            fix: isMeant
                ? "rename it to \(name).yml"
                : "move it out of the collection, or list it in extensions.bruno.ignore; a request ends in .yml")
    }

    // MARK: - Names

    /// Checks for names that some system or tool refuses, and names that are the same on systems that ignore case.
    private mutating func checkNames(_ paths: [ItemPath]) {
        var seen: [String: ItemPath] = [:]
        for path in paths {
            let names = path.names
            for name in names where !["opencollection.yml", "folder.yml"].contains(name) {
                guard let problem = FileName.problem(with: name) else { continue }
                let stem = FileName.safe(for: name.droppingBytes(behind: ".yml"))
                let fix = "rename it to \(name.endsWithBytes(of: ".yml") ? stem + ".yml" : stem)"
                let message = problem.beginsWithBytes(of: name) ? problem : "\(name): \(problem)"
                add(.error, .fileName, path, message, fix: fix)
            }
            if let other = seen.updateValue(path, forKey: path.text.lowercased()) {
                addDuplicate(path, other)
            }
        }
    }

    /// Adds a duplicate. Names that differ only in how an accent is encoded look the same; a disk distinguishes them.
    private mutating func addDuplicate(_ path: ItemPath, _ other: ItemPath) {
        guard path.text != other.text else {
            return add(
                .warning, .duplicateName, path, "another file has this name, its accents written with other characters",
                fix: "rename one of them: on some systems they are one file")
        }
        add(
            .warning, .duplicateName, path, "it differs from \(other) by upper and lower case only",
            fix: "rename one of them: case-insensitive systems see one file")
    }

    private mutating func add(
        _ severity: CheckProblem.Severity, _ rule: CheckProblem.Rule, _ path: ItemPath, _ message: String, fix: String
    ) {
        problems.append(CheckProblem(severity, rule, path: path, message: message, fix: fix))
    }
}
