import YAMLTree

/// Checks a collection for all that is wrong or unusual.
public struct CollectionCheck {
    private let sources: CollectionSources

    public init(_ sources: CollectionSources) { self.sources = sources }

    /// Returns every problem, by file and place.
    public func problems() -> [CheckProblem] {
        var layout = LayoutCheck(sources)
        let files = layout.readFiles()
        let outline = CollectionOutline(files, unread: layout.unread)
        var problems = sources.problems + layout.problems
        for (file, kind) in files { problems += Self.schemaProblems(file, kind) }
        problems += VariableCheck(outline).problems()
        problems += DuplicateCheck(outline).problems()
        problems += FilePathCheck(files.map(\.file), exists: sources.exists).problems()
        problems += CompanionCheck(outline, paths: layout.paths).problems()
        problems += ConnectionCheck(outline).problems()
        problems += GraphQLCheck(outline, schema: sources.schema).problems()
        problems += SecretCheck(files, companion: outline.companion).problems()
        for request in outline.requests { problems += RequestCheck(request).problems() }
        return problems.sorted()
    }

    private static func schemaProblems(_ file: CheckedFile, _ kind: FileKind) -> [CheckProblem] {
        var check = SchemaCheck(file)
        switch kind {
        case .collection: check.check(file.root, .object(CollectionInfo.rule))
        case .folder: check.check(file.root, .object(FolderDefinition.rule))
        case .environment: check.check(file.root, .object(EnvironmentDefinition.rule))
        case .companion: check.check(file.root, .object(Schema.companion))
        case .item(let type): check.checkItem(file.root, type: type)
        }
        return check.problems + (kind.isCompanion ? companionProblems(file, after: check.problems) : [])
    }

    /// The problem for which all of `microscope.yaml` is refused when it is read, where its shape has none.
    private static func companionProblems(_ file: CheckedFile, after others: [CheckProblem]) -> [CheckProblem] {
        guard !others.contains(where: { $0.severity == .error }) else { return [] }
        do throws(FileProblem) {
            _ = try CompanionFile.read(text: file.document.text)
            return []
        } catch {
            let problem = file.problem(
                .error, .wrongType, at: error.place ?? file.root.place, error.message,
                fix: "until then nothing of the file is read")
            return [problem]
        }
    }
}

/// The kind of a file of the collection, by its place and, for an item, by its type.
enum FileKind {
    case collection
    case folder
    case environment
    case companion
    /// An item, with the node that names its type.
    case item(YAMLNode)

    var isCompanion: Bool { if case .companion = self { true } else { false } }

    /// Finds the kind by place alone; nil for what may be an item.
    init?(_ path: ItemPath) {
        switch path {
        case ItemPath.root.folderFile: self = .collection
        case CompanionFile.path: self = .companion
        case _ where path.parent == "environments": self = .environment
        case _ where path.parent != .root && path == path.parent.folderFile: self = .folder
        default: return nil
        }
    }
}
