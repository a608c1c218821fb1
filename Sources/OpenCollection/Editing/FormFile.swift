import Quoting

/// A file that is edited as a form, with the text it came from.
public enum FormFile: Sendable, Hashable {
    case request(RequestFile)
    case folder(FolderFile)
    case collection(CollectionRootFile)
    case environment(EnvironmentFile)

    /// The text from which edits are made.
    public var text: String {
        switch self {
        case .request(let file): file.text
        case .folder(let file): file.text
        case .collection(let file): file.text
        case .environment(let file): file.text
        }
    }

    /// Why it can be read but not edited; nil when it can be.
    public var readOnlyReason: String? {
        switch self {
        case .request(let file): file.readOnlyReason
        case .folder(let file): file.readOnlyReason
        case .collection(let file): file.readOnlyReason
        case .environment(let file): file.readOnlyReason
        }
    }

    /// Notes on what is kept but not understood, one line each.
    public var notes: [FileProblem] {
        switch self {
        case .request(let file): file.notes
        case .folder(let file): file.definition.notes
        case .collection(let file): file.defaults.notes
        case .environment(let file): file.definition.notes
        }
    }

    /// Returns the content of the file, with its policies in `microscope.yaml`.
    public func content(_ policies: RequestPolicies = RequestPolicies()) -> FormContent {
        switch self {
        case .request(let file): .request(DraftContent(definition: file.definition, policies: policies))
        case .folder(let file): .folder(FolderContent(definition: file.definition, policies: policies))
        case .collection(let file):
            .collection(CollectionContent(info: file.info, defaults: file.defaults, policies: policies))
        case .environment(let file): .environment(file.definition)
        }
    }

    /// The text with only that edited in which the content differs; the same content gives the same text.
    ///
    /// - Throws: when the file can only be read, or an edit cannot be written without changing anything else.
    public func saving(_ content: FormContent) throws(FileProblem) -> String {
        switch (self, content) {
        case (.request(let file), .request(let content)): try file.saving(content.definition)
        case (.folder(let file), .folder(let content)): try file.saving(content.definition)
        case (.collection(let file), .collection(let content)):
            try file.saving(content.info, defaults: content.defaults)
        case (.environment(let file), .environment(let content)): try file.saving(content)
        default: throw FileProblem(path: .root, message: "cannot save: the file has another type")
        }
    }
}

extension FormFile {
    /// Reads the text of the file that is edited at a path of the tree.
    ///
    /// - Throws: when the text is not YAML, or not a mapping.
    public static func read(text: String, at path: ItemPath) throws(FileProblem) -> FormFile {
        let file = path.editedFile
        return switch path.editedKind {
        case .request: .request(try RequestFile.read(text: text, path: file))
        case .folder: .folder(try FolderFile.read(text: text, path: file))
        case .collection: .collection(try CollectionRootFile.read(text: text, path: file))
        case .environment: .environment(try EnvironmentFile.read(text: text, name: path.baseName, path: file))
        }
    }

    /// Returns the new `folder.yml` of a directory that has none.
    public static func newFolder(at path: ItemPath) -> FormFile {
        let definition = FolderDefinition.fresh(named: path.baseName)
        return .folder(FolderFile(text: FolderFile.newText(for: definition), definition: definition))
    }
}

extension ItemPath {
    package enum EditedKind { case request, folder, collection, environment }

    /// The kind by the layout of a collection: the root is the collection, a directory a folder.
    package var editedKind: EditedKind {
        if self == .root { return .collection }
        guard text.endsWithBytes(of: ".yml") else { return .folder }
        return parent == "environments" ? .environment : .request
    }

    /// Whether it is not a request: a folder, the collection or an environment.
    public var isEditedAsDefaults: Bool { editedKind != .request }

    /// The file that a form for this path edits: `folder.yml` of a folder, `opencollection.yml` of the collection.
    public var editedFile: ItemPath {
        switch editedKind {
        case .request, .environment: self
        case .folder, .collection: folderFile
        }
    }

    /// The holder of its policies in `microscope.yaml`; nil for an environment.
    public var policyHolder: PolicyHolder? {
        switch editedKind {
        case .request: .request(self)
        case .folder: .folder(self)
        case .collection: .collection
        case .environment: nil
        }
    }
}
