import Exchanges
import ExplorerKit
import Foundation
import OpenCollection

// Questions before an operation on the tree: names, kinds, places.

extension ExplorerState {
    // MARK: - New items

    private static let newItems: [(title: String, kind: TreeOperation.NewItem)] = [
        ("HTTP request", .request(.http)), ("GraphQL request", .request(.graphQL)), ("Folder", .folder),
        ("Environment", .environment),
    ]

    /// Asks which kind of item is to be made; among environments, it is one more of them.
    mutating func openNewItem() {
        let folder = current.folderAtCursor
        if let cursor = tree.cursor, cursor == .environments || cursor.isEnvironment {
            return askForName(of: .environment, in: .root)
        }
        let place = folder == .root ? collection.name : current.title(of: [folder])
        // Environments are the collection's; as the last of the list, they leave the others their places.
        let items = folder == .root ? Self.newItems : Self.newItems.dropLast()
        let options = items.map { item in
            Chooser.Option(item.title) {
                $0.askForName(of: item.kind, in: folder)
                return []
            }
        }
        ask("New in \(place)", options: options)
    }

    private mutating func askForName(of kind: TreeOperation.NewItem, in folder: ItemPath) {
        let (title, detail) =
            switch kind {
            case .request: ("New request", "Its name; the file is named after it.")
            case .folder: ("New folder", "Its name; the directory is named after it.")
            case .environment: ("New environment", "Its name, which is that of its file.")
            }
        ask(title, detail) { .create(kind, named: $0, in: folder) }
    }

    // MARK: - Names

    mutating func openRename() {
        guard let path = tree.cursor else { return }
        if path.isEnvironment { return openRenameFile() }
        let detail =
            path == .root
            ? "The collection's name; its directory keeps its own."
            : "The file or directory is renamed too if it has the old name."
        ask("Rename", detail, text: current.title(of: [path])) { .rename(path, to: $0) }
    }

    mutating func openRenameFile() {
        guard let path = tree.cursor else { return }
        let isFolder = collection.item(at: path)?.isFolder == true
        let detail =
            isFolder
            ? "The directory's name."
            : path.isEnvironment ? "An environment has the name of its file." : "The file's name, without .yml."
        let text = isFolder ? path.lastName : path.baseName
        ask(path.isEnvironment ? "Rename" : "Rename the file", detail, text: text) { .renameFile(path, to: $0) }
    }

    /// Asks for a name; why it is invalid is shown during typing.
    private mutating func ask(
        _ title: String, _ detail: String, text: String = "",
        _ operation: @escaping @Sendable (String) -> TreeOperation
    ) {
        var prompt = Prompt(title, detail: detail, text: text) { prompt, explorer in
            let operation = operation(prompt.editor.text)
            if let problem = TreePlan.problem(with: operation, in: explorer.collection) {
                return prompt.asked(again: problem.description, in: &explorer)
            }
            let verb = if case .create = operation { "create" } else { "rename to" }
            return explorer.order(operation, "\(verb) \(prompt.editor.text)")
        }
        prompt.check = {
            $0.isEmpty ? nil : TreePlan.problem(with: operation($0), in: $1.collection)?.description
        }
        present(prompt)
    }

    // MARK: - Collections and the trash

    mutating func askToDeleteCollection() {
        askToDiscardCollection("Delete \(Self.end(of: current.path))?", title: "delete \(collection.name)")
    }

    /// Asks whether to take back an import: the collection is new in this run, and nothing was done in its tree since.
    mutating func askToTakeBackImport() {
        askToDiscardCollection(
            "Undo the import of \(collection.name)?", title: "undo the import of \(collection.name)")
    }

    private mutating func askToDiscardCollection(_ question: String, title: String) {
        ask(
            question, .init("Cancel", detail: "nothing is deleted"),
            .init("Move it to the trash", detail: "with all that is in it; u brings it back") {
                $0.order(TreeJob(kind: .order(.discardCollection), title: title, cursor: .root))
            })
    }

    /// Asks whether to copy the collection, as soon as it is known where the copy would be.
    mutating func askToCopyCollection(to place: String) {
        guard !isInBackground, isFreeForQuestion else { return }
        ask(
            "Copy the collection to \(Self.end(of: place))?", .init("Cancel", detail: "nothing is copied"),
            .init("Copy and open it", detail: "all but .git, .hg, .svn and .jj") {
                $0.order(
                    TreeJob(kind: .order(.duplicateCollection), title: "copy \($0.collection.name)", cursor: .root))
            })
    }

    /// Returns the end of a long path, which distinguishes it.
    private static func end(of path: String) -> String { path.count > 50 ? "…" + path.suffix(49) : path }

    mutating func show(_ items: [TrashedItem]) {
        guard !isInBackground else { return }
        guard !items.isEmpty else { return say(.info, withKeyNames(EmptyStateTexts.noTrash)) }
        guard isFreeForQuestion else {
            return say(.info, withKeyNames("The trash was listed too late to be shown: {restoreItem} lists it again."))
        }
        let options = items.map { item in
            Chooser.Option(item.path.text, detail: "deleted \(Wording.age(of: item.deletedAt, at: now))") {
                $0.order(
                    TreeJob(kind: .order(.restore(item.id)), title: "restore \(item.path)", cursor: $0.tree.cursor))
            }
        }
        ask("Restore from trash", options: options)
    }

    mutating func editFile() -> [Effect] {
        current.fileAtTreeCursor.map { path in effect(.editor, showing: { .editFile(path, $0) }) } ?? []
    }

    var reasonNotToEditFile: String? {
        guard current.exists else { return CollectionState.noCollection }
        guard let row = current.rowAtTreeCursor else { return CollectionState.nothingUnderCursor }
        guard let file = current.fileAtTreeCursor else { return CollectionState.isListOfEnvironments }
        guard sessions[row.path]?.draft.hasFile != false else {
            return withKeyNames("\(file.lastName) does not exist yet: {edit} edits its form, {save} creates it.")
        }
        return nil
    }
}

extension Wording {
    /// Returns an age: "just now", "4 min ago".
    static func age(of date: Date, at now: Date) -> String {
        let minutes = max(0, Int(now.timeIntervalSince(date) / 60))
        if minutes < 1 { return "just now" }
        if minutes < 60 { return "\(minutes) min ago" }
        return minutes < 48 * 60 ? "\(minutes / 60) h ago" : "\(minutes / 1440) days ago"
    }
}
