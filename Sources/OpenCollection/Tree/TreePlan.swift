import YAMLTree

/// A step on disk, in this order; each can be undone.
public enum TreeStep: Sendable, Hashable {
    /// A directory that holds nothing; none is made where there is one.
    case makeDirectory(ItemPath)
    /// The removal of a directory if nothing is in it.
    case removeDirectory(ItemPath)
    /// A file that is not there yet.
    case create(ItemPath, text: String)
    /// A directory that is not there yet, with its `folder.yml`.
    case createFolder(ItemPath, text: String)
    /// A directory that is not there yet, with all its files, by their paths in it: it is there as a whole or not at all.
    case createTree(ItemPath, files: [TreeFile])
    /// Another text. If the file has another text than `from` by now, only the lines in which the texts differ change.
    case rewrite(ItemPath, from: String, to: String)
    /// A file or a directory with all that is in it.
    case move(ItemPath, to: ItemPath)
    /// A file or a directory with all that is in it.
    case copy(ItemPath, to: ItemPath)
    /// A move into the trash; refused if the content has changed.
    case discard(ItemPath, ifStill: ItemDigest? = nil)
    /// A move out of the trash again.
    case restore(TrashID, to: ItemPath)
    /// Texts of a file that holds a whole collection, kept in the trash before they are cut out.
    case keep(ItemPath, files: [ItemPath: String])
    /// A move of the private values of an environment: secrets, tokens, cookies.
    case movePrivateValues(from: String, to: String)
    /// A file or a directory of another collection, by its absolute path, with all that is in it.
    case copyIn(String, to: ItemPath)
    /// Values of secrets that another collection, by its root, keeps for an environment of that name; where there are some, they stay.
    case copySecrets(environment: String, from: String)
}

/// A file of a directory that is made as a whole.
public struct TreeFile: Sendable, Hashable {
    public var path: ItemPath
    public var text: String
    /// The content of a file that may be no text; nil: the text is the content.
    public var bytes: [UInt8]?

    public init(_ path: ItemPath, text: String) {
        self.path = path
        self.text = text
    }

    public init(_ path: ItemPath, bytes: [UInt8]) {
        self.init(path, text: "")
        self.bytes = bytes
    }
}

/// A hash of a file, or of a directory with all that is in it.
public struct ItemDigest: Sendable, Hashable {
    public let text: String
    public init(_ text: String) { self.text = text }
}

/// An entry of the trash.
public struct TrashID: Sendable, Hashable, Comparable {
    public let text: String
    public init(_ text: String) { self.text = text }
    public static func < (left: TrashID, right: TrashID) -> Bool { left.text < right.text }
}

/// An operation thought through: its steps, and what has another path afterwards.
public struct TreePlan: Sendable, Hashable {
    public var steps: [TreeStep]
    /// The changed paths, made all at once.
    public var changes: [PathChange]
    /// The paths that it is about, after the operation; empty for what is deleted.
    public var focus: [ItemPath]
    /// Notes for the user, one line each.
    public var notes: [String] = []
    /// The texts of another collection's files, by their paths there, when copying them was planned; empty for all else.
    public var incomingTexts: [ItemPath: String] = [:]

    public init(steps: [TreeStep], changes: [PathChange] = [], focus: [ItemPath] = []) {
        self.steps = steps
        self.changes = changes
        self.focus = focus
    }

    public var isEmpty: Bool { steps.isEmpty }

    /// Whether a file or directory goes to the trash.
    public var discards: Bool { steps.contains { if case .discard = $0 { true } else { false } } }

    /// Discards files at these paths even if they have changed since.
    public mutating func discard(changed paths: [ItemPath]) {
        steps = steps.map { step in
            if case .discard(let path, _) = step, paths.contains(path) { .discard(path) } else { step }
        }
    }

    /// Plans an operation in a collection in a directory.
    ///
    /// - Parameter text: Returns the text of a file as it is now; throws a problem if it cannot be read.
    /// - Throws: ``TreeProblem`` when it cannot be done; then nothing has happened yet.
    public init(
        _ operation: TreeOperation, in contents: some TreeContents, text: (ItemPath) throws(FileProblem) -> String
    ) throws(TreeProblem) {
        let planner = try TreePlanner(operation, in: contents)
        self.init(steps: [], changes: planner.changes, focus: planner.focus)
        do throws(FileProblem) {
            for edit in planner.edits { try add(edit, contents, text) }
            let companion = try contents.companion.following(planner.companionChanges)
            rewrite(CompanionFile.path, contents.companion.text, companion.text)
        } catch {
            throw TreeProblem(error)
        }
    }

    /// Plans an operation in a collection in one file.
    ///
    /// - Parameter file: the one file's name.
    public init(
        _ operation: TreeOperation, in contents: some TreeContents, bundle: CollectionBundle, file: ItemPath
    ) throws(TreeProblem) {
        if case .renameFile(let path, _) = operation, !path.isEnvironment {
            throw TreeProblem("items of a collection in one file have no files of their own; rename the item")
        }
        let planner = try TreePlanner(operation, in: contents)
        do throws(FileProblem) {
            let edited = try BundleEditing(bundle, planner.edits, path: file)
            self.init(steps: edited.kept, changes: edited.changes, focus: planner.focus.map(edited.path))
            rewrite(file, bundle.text, edited.text)
            for change in changes where change.from.isEnvironment {
                steps.append(.movePrivateValues(from: change.from.baseName, to: change.to.baseName))
            }
            let follows =
                planner.companionChanges.filter(\.isNotMove)
                + edited.changes.inOrderOfMaking.map(CompanionChange.follow)
            let companion = try contents.companion.following(follows)
            rewrite(CompanionFile.path, contents.companion.text, companion.text)
        } catch {
            throw TreeProblem(error)
        }
    }

    /// Puts parts that were cut out of a collection in one file into it again, after the others of their folder.
    ///
    /// - Parameters:
    ///   - texts: The texts of the parts; folders as their `folder.yml`, before what lies in them.
    ///   - policies: Their former policies in `microscope.yaml`; nil if there were none.
    /// - Throws: ``TreeProblem`` when something has their place by now, or the folder is gone.
    public init(
        inserting texts: [(path: ItemPath, text: String)], policies: String? = nil, into bundle: CollectionBundle,
        companion: CompanionFile, file: ItemPath
    ) throws(TreeProblem) {
        let contents = BundleContents(bundle, companion: companion)
        let folders = texts.filter { $0.path.lastName == "folder.yml" }.sorted { $0.path.parent < $1.path.parent }
        let items = texts.filter { $0.path.lastName != "folder.yml" }.sorted { $0.path < $1.path }
        guard let outermost = folders.first?.path.parent ?? items.first?.path else {
            throw TreeProblem("it is no longer in the trash")
        }
        if !outermost.isEnvironment { try contents.checkFolder(outermost.parent) }
        try contents.check(outermost.lastName, in: outermost.parent)
        let edits =
            folders.map { TreeEdit.createFolder($0.path.parent, text: $0.text) }
            + items.map { TreeEdit.create($0.path, text: $0.text) }
        do throws(FileProblem) {
            let edited = try BundleEditing(bundle, edits, path: file)
            self.init(steps: [], changes: edited.changes, focus: [edited.path(outermost)])
            rewrite(file, bundle.text, edited.text)
            // Under another name they would say it of something else.
            let policies = focus == [outermost] ? policies : nil
            let followed = try companion.following(edited.changes)
            rewrite(CompanionFile.path, companion.text, try followed.adding(policies: policies).text)
        } catch {
            throw TreeProblem(error)
        }
    }

    /// Adds new items and environments to a collection in one file, after the others of their folders.
    ///
    /// - Parameter files: files that they would have in a directory; folders as their `folder.yml`, before what is in them.
    /// - Throws: ``FileProblem`` when one of them cannot be written there.
    public init(adding files: [TreeFile], to bundle: CollectionBundle, file: ItemPath) throws(FileProblem) {
        let edits = files.map { new in
            new.path.lastName == "folder.yml"
                ? TreeEdit.createFolder(new.path.parent, text: new.text) : .create(new.path, text: new.text)
        }
        let edited = try BundleEditing(bundle, edits, path: file)
        self.init(steps: [], changes: edited.changes)
        rewrite(file, bundle.text, edited.text)
    }

    /// Why an operation cannot be done, as far as names show it, for use while the user types; nil if it can be done.
    public static func problem(with operation: TreeOperation, in contents: some TreeContents) -> TreeProblem? {
        do throws(TreeProblem) {
            _ = try TreePlanner(operation, in: contents)
            return nil
        } catch {
            return error
        }
    }

    private mutating func rewrite(_ path: ItemPath, _ old: String, _ new: String) {
        if new != old { steps.append(.rewrite(path, from: old, to: new)) }
    }

    // MARK: - Files of their own

    private mutating func add(
        _ edit: TreeEdit, _ contents: some TreeContents, _ text: (ItemPath) throws(FileProblem) -> String
    ) throws(FileProblem) {
        switch edit {
        case .create(let path, let text):
            if path.isEnvironment, !contents.exists(path.parent) { steps.append(.makeDirectory(path.parent)) }
            steps.append(.create(path, text: text))
        case .createFolder(let path, let text): steps.append(.createFolder(path, text: text))
        case .set(let path, let changes):
            let old = try text(path)
            rewrite(path, old, try Self.edited(old, path, changes))
        case .copy(let path, let target, let changes): try copy(path, target, changes, contents, text)
        case .move(let path, let target):
            steps.append(.move(path, to: target))
            if path.isEnvironment { steps.append(.movePrivateValues(from: path.baseName, to: target.baseName)) }
        case .remove(let path): steps.append(.discard(path))
        }
    }

    /// Adds the steps of a copy. What cannot be edited is copied as it is.
    private mutating func copy(
        _ path: ItemPath, _ target: ItemPath, _ changes: [KeyEdit], _ contents: some TreeContents,
        _ text: (ItemPath) throws(FileProblem) -> String
    ) throws(FileProblem) {
        guard contents.item(at: path)?.isFolder == true else {
            if let old = try? text(path), let new = try? Self.edited(old, path, changes) {
                return steps.append(.create(target, text: new))
            }
            return steps.append(.copy(path, to: target))
        }
        steps.append(.copy(path, to: target))
        guard contents.item(at: path)?.hasReadableFile == true else { return }
        let old = try text(path.folderFile)
        rewrite(target.folderFile, old, try Self.edited(old, path.folderFile, changes))
    }

    private static func edited(_ text: String, _ path: ItemPath, _ changes: [KeyEdit]) throws(FileProblem) -> String {
        var writing = try FileWriting(text: text, path: path, keyOrder: .of(path))
        try writing.apply(changes)
        return writing.text
    }
}

extension CollectionItem {
    fileprivate var hasReadableFile: Bool {
        if case .folder(let definition, _) = kind { definition.hasFile } else { false }
    }
}

extension CompanionChange {
    fileprivate var isNotMove: Bool { if case .follow = self { false } else { true } }
}
