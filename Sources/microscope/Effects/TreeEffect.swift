import CollectionFiles
import CommandLineTool
import Explorer
import Foundation
import Imports
import Lifting
import OpenCollection

/// Makes, moves and deletes the files of the tree's items, one after the other and after the saves before them.
struct TreeEffect {
    private let editor: CollectionEditor
    private let opening: CollectionOpening
    private let secrets: SecretStore
    private let lastReport: LastImportReport
    private let post: @Sendable (Event) -> Void
    private let queue: DispatchQueue

    init(root: URL, environment: [String: String], queue: DispatchQueue, post: @escaping @Sendable (Event) -> Void) {
        let directories = MicroscopeDirectories(environment: environment)
        editor = CollectionEditor(root: root, directories: directories)
        opening = CollectionOpening(environment: environment)
        secrets = SecretStore(directories: directories)
        lastReport = LastImportReport(directories: directories)
        self.queue = queue
        self.post = post
    }

    func start(_ order: TreeOrder, _ reply: Reply<TreeResult>) {
        queue.async {
            let result: TreeResult
            do throws(TreeProblem) {
                result = try perform(order)
            } catch {
                result = .failed(error.description)
            }
            post(reply(result))
        }
    }

    private func perform(_ order: TreeOrder) throws(TreeProblem) -> TreeResult {
        let plan: TreePlan
        switch order.kind {
        case .operation(let operation): plan = try editor.plan(operation, expecting: order.expected)
        case .plan(let known): plan = known
        case .restore(let id): plan = try restoration(of: id)
        case .duplicateCollection:
            open(try editor.duplicateCollection())
            return .copied
        case .discardCollection: return .discarded(try editor.discardCollection())
        case .copyIn(let copy):
            plan = try editor.plan(
                copying: copy.paths, from: URL(fileURLWithPath: copy.from), into: copy.folder)
        case .imported(let imported): return try add(imported, order)
        case .rewrite(let files): plan = try editor.plan(rewriting: files.map { ($0.path, $0.old, $0.new) })
        }
        return plan.isEmpty ? .nothing : .done(try editor.carryOut(plan, in: order.collection, open: order.open))
    }

    private func add(_ imported: ImportOrder, _ order: TreeOrder) throws(TreeProblem) -> TreeResult {
        let (files, plan): (ImportedFiles, TreePlan)
        do {
            let target = try ImportTarget(.root, of: order.collection, at: editor.root)
            files = try ImportedFiles(imported.collections, in: target.place)
            plan = try files.plan(in: order.collection, bundle: try editor.bundledFile())
        } catch {
            throw TreeProblem(ErrorWords.text(of: error))
        }
        let outcome = try editor.carryOut(plan, in: order.collection, open: order.open)
        lastReport.keep(
            imported.report, of: imported.collections, files: files.added.map { $0.path.after(plan.changes).text })
        guard imported.keepsSecrets else { return .done(outcome) }
        do throws(UsageError) {
            try secrets.keep(files.secrets, of: editor.root)
            return .imported(outcome, secrets: files.secrets, problem: nil)
        } catch {
            return .imported(outcome, secrets: files.secrets, problem: "\(error)")
        }
    }

    private func restoration(of id: TrashID) throws(TreeProblem) -> TreePlan {
        guard let entry = editor.trashed.first(where: { $0.id == id }) else {
            throw TreeProblem("it is no longer in the trash")
        }
        return try editor.restoration(of: entry)
    }

    // MARK: - Scripts

    /// Reads the collection as it is saved.
    func readLift(of paths: [ItemPath], _ reply: Reply<CollectionLift>) {
        read(reply) { (loader) throws(FileProblem) in
            try CollectionLift(loader.load(), in: paths) { path throws(FileProblem) in try loader.textIfThere(of: path)
            }
        }
    }

    func read(_ replacement: TextReplacement, _ reply: Reply<CollectionReplacement>) {
        read(reply) { (loader) throws(FileProblem) in
            try CollectionReplacement(replacement, in: loader.load()) { path throws(FileProblem) in
                try loader.textIfThere(of: path)
            }
        }
    }

    /// Reads something out of all files.
    private func read<Value>(
        _ reply: Reply<Value>, _ body: @escaping @Sendable (CollectionLoader) throws(FileProblem) -> Value
    ) {
        queue.async {
            do throws(FileProblem) {
                post(reply(try body(CollectionLoader(root: editor.root))))
            } catch {
                post(reply.show(StatusMessage(.error, error.line)))
            }
        }
    }

    // MARK: - Trash and whole collections

    func list(_ reply: Reply<[TrashedItem]>) {
        queue.async {
            let items = editor.trashed.map { TrashedItem(id: $0.id, path: $0.path, deletedAt: $0.deletedAt) }
            post(reply(items))
        }
    }

    func findCopyPlace(_ reply: Reply<String>) { queue.async { post(reply(editor.copyPlace.path)) } }

    func restoreCollection(_ id: TrashID) {
        queue.async {
            do throws(TreeProblem) {
                try editor.restoreCollection(id)
                post(.collectionRestored(editor.root.path, problem: nil))
                open(editor.root)
            } catch {
                post(.collectionRestored(editor.root.path, problem: error.description))
            }
        }
    }

    private func open(_ root: URL) {
        do {
            post(.collectionOpened(try opening.open(root), showing: nil))
        } catch {
            complain("\(root.path) is there, but could not be opened: \(ErrorWords.text(of: error))")
        }
    }

    private func complain(_ text: String) {
        post(.logged(LogState.Entry(at: Date(), level: .error, message: text)))
        post(.message(StatusMessage(.error, text)))
    }
}
