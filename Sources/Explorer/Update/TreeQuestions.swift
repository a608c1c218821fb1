import Foundation
import OpenCollection

// Questions before an operation on the tree: names, kinds, places.

extension ExplorerState {
    /// The folder under the cursor, else the one around what is there.
    var folderAtCursor: ItemPath {
        guard let cursor = tree.cursor, let item = collection.item(at: cursor) else { return .root }
        if case .folder = item.kind { return cursor }
        return cursor.parent
    }

    // MARK: - New items

    private static let newItems: [(title: String, kind: TreeOperation.NewItem)] = [
        ("HTTP request", .request(.http)), ("GraphQL request", .request(.graphQL)), ("Folder", .folder),
        ("Environment", .environment),
    ]

    /// Among environments, one more; else what kind it shall be is asked first.
    mutating func openNewItem() {
        let folder = folderAtCursor
        if let cursor = tree.cursor, cursor == .environments || cursor.isEnvironment {
            return askForName(of: .environment, in: .root)
        }
        let place = folder == .root ? collection.name : title(of: [folder])
        // Environments are the collection's; as the last of the list, they leave the others their places.
        let items = folder == .root ? Self.newItems : Self.newItems.dropLast()
        let options = items.map { Chooser.Option($0.title) }
        overlays.append(Chooser(.newItem(in: folder), title: "New in \(place)", options: options))
    }

    mutating func chooseNewItem(_ index: Int, in folder: ItemPath) {
        guard let kind = Self.newItems[safe: index]?.kind else { return }
        askForName(of: kind, in: folder)
    }

    private mutating func askForName(of kind: TreeOperation.NewItem, in folder: ItemPath) {
        let (title, detail) =
            switch kind {
            case .request: ("New request", "Its name; the file is called after it.")
            case .folder: ("New folder", "Its name; the directory is called after it.")
            case .environment: ("New environment", "Its name, which is that of its file.")
            }
        overlays.append(Prompt(.newItem(kind, in: folder), title: title, detail: detail))
    }

    // MARK: - Names

    mutating func openRename() {
        guard let path = tree.cursor else { return }
        if path.isEnvironment { return openRenameFile() }
        let detail =
            path == .root
            ? "The collection's name; its directory keeps its own."
            : "File or directory follow if they are called after the old name."
        overlays.append(Prompt(.rename(path), title: "Rename", detail: detail, text: title(of: [path])))
    }

    mutating func openRenameFile() {
        guard let path = tree.cursor else { return }
        let isFolder = collection.item(at: path)?.isFolder == true
        let detail =
            isFolder
            ? "The directory's name."
            : path.isEnvironment ? "An environment is called as its file." : "The file's name, without .yml."
        let text = isFolder ? path.lastName : path.baseName
        overlays.append(
            Prompt(
                .renameFile(path), title: path.isEnvironment ? "Rename" : "Rename the file", detail: detail,
                text: text))
    }

    /// What the answer of a question means; nil for other questions.
    private func operation(_ prompt: Prompt) -> TreeOperation? {
        let text = prompt.editor.text
        return switch prompt.purpose {
        case .newItem(let kind, let folder): .create(kind, named: text, in: folder)
        case .rename(let path): .rename(path, to: text)
        case .renameFile(let path): .renameFile(path, to: text)
        default: nil
        }
    }

    /// While a name is typed: why it cannot be.
    mutating func checkName(_ prompt: Prompt) {
        guard let operation = operation(prompt) else { return }
        var checked = prompt
        checked.complaint =
            prompt.editor.text.isEmpty ? nil : TreePlan.problem(with: operation, in: collection)?.description
        replaceTop(checked)
    }

    mutating func answerTree(_ prompt: Prompt) -> [Effect] {
        guard let operation = operation(prompt) else { return [] }
        if let problem = TreePlan.problem(with: operation, in: collection) {
            var again = prompt
            again.complaint = problem.description
            overlays.append(again)
            return []
        }
        return order(operation, "\(Self.verb(operation)) \(prompt.editor.text)")
    }

    private static func verb(_ operation: TreeOperation) -> String {
        if case .create = operation { "create" } else { "rename to" }
    }

    // MARK: - Collections and the trash

    mutating func askToDeleteCollection() {
        overlays.append(
            Chooser(
                .deleteCollection, title: "Delete \(Self.end(of: current.path))?",
                options: [
                    Chooser.Option("Stay", detail: "nothing is deleted"),
                    Chooser.Option("Move it to the trash", detail: "with all that is in it; u brings it back"),
                ]))
    }

    /// As soon as it is known where the copy would be.
    mutating func askToCopyCollection(to place: String) {
        guard !isInBackground, overlays.isEmpty, edit == nil else { return }
        overlays.append(
            Chooser(
                .copyCollection, title: "Copy the collection to \(Self.end(of: place))?",
                options: [
                    Chooser.Option("Stay", detail: "nothing is copied"),
                    Chooser.Option("Copy and open it", detail: "all but .git, .hg, .svn and .jj"),
                ]))
    }

    mutating func copyCollection() -> [Effect] {
        order(TreeJob(deed: .duplicateCollection, title: "copy \(collection.name)", cursor: .root))
    }

    /// Of a long path, the end says which it is.
    private static func end(of path: String) -> String { path.count > 50 ? "…" + path.suffix(49) : path }

    mutating func deleteCollection() -> [Effect] {
        order(TreeJob(deed: .discardCollection, title: "delete \(collection.name)", cursor: .root))
    }

    mutating func show(_ items: [TrashedItem]) {
        guard !isInBackground else { return }
        guard !items.isEmpty else {
            status = StatusMessage(.info, said(EmptyWords.noTrash))
            return
        }
        guard isFreeForQuestion else {
            status = StatusMessage(
                .info, said("The trash was listed too late to be shown: {restoreItem} lists it again."))
            return
        }
        current.treeWork.trashed = items
        let options = items.map { Chooser.Option($0.path.text, detail: "deleted \(age(of: $0.deletedAt))") }
        overlays.append(Chooser(.trash, title: "Put back", options: options))
    }

    /// "4 min ago"
    func age(of date: Date) -> String {
        let minutes = max(0, Int(now.timeIntervalSince(date) / 60))
        if minutes < 60 { return "\(minutes) min ago" }
        return minutes < 48 * 60 ? "\(minutes / 60) h ago" : "\(minutes / 1440) days ago"
    }

    mutating func chooseTrashed(_ index: Int) -> [Effect] {
        guard let item = current.treeWork.trashed[safe: index] else { return [] }
        return order(TreeJob(deed: .restore(item.id), title: "put back \(item.path)", cursor: tree.cursor))
    }
}
