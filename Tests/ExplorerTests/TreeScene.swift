import CollectionFiles
import Foundation
import Imports
import Interchange
import OpenCollection
import TextGrid

@testable import Explorer

/// The explorer over a collection on disk: what is ordered for files is done at once, by what does it in the program.
final class TreeScene {
    let root: URL
    /// The root, or the directory around the one file.
    private let folder: URL
    private let home: URL
    private let directory: URL
    var state: ExplorerState
    /// Orders that wait, while ``isHolding``.
    private var held: [Effect] = []
    var isHolding = false
    /// A closure that runs once something of another collection was copied, before what is to go there goes.
    var afterCopying: () -> Void = {}
    /// All orders of other kinds, in order.
    private(set) var others: [Effect] = []

    static let files = [
        "opencollection.yml": "info:\n  name: Shop\n",
        "a.yml": request("Alpha", 1), "b.yml": request("b", 2), "c.yml": request("c", 3),
        "users/folder.yml": "info:\n  name: users\n  type: folder\n",
        "users/get.yml": request("get", 1), "users/list.yml": request("list", 2),
        "environments/dev.yml": "variables:\n  - {name: host, value: h}\n",
        "environments/prod.yml": "extends: dev\n",
        "microscope.yaml": "requests:\n  users/get.yml: {tls: {verify: false}}\n",
    ]

    static func request(_ name: String, _ seq: Int) -> String {
        "info:\n  name: \(name) # \(name)\n  type: http\n  seq: \(seq)\n\nhttp:\n  method: GET\n  url: http://h/\(name)\n"
    }

    /// - Parameter file: The one file of a whole collection; nil: a directory.
    init(_ files: [String: String] = files, file: String? = nil) throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("tree-\(UUID().uuidString)")
        folder = directory.appendingPathComponent("api")
        root = file.map(folder.appendingPathComponent) ?? folder
        home = directory.appendingPathComponent("home")
        state = ExplorerState(
            .none, clientDefaults: ClientDefaults(userAgent: "t", acceptEncoding: "gzip"),
            size: Size(columns: 100, rows: 40), now: Date(timeIntervalSince1970: 1_800_000_000))
        for (path, text) in files { try write(text, to: path) }
        handle(.collectionOpened(try Self.opened(root), showing: nil))
    }

    /// Opens another collection, beside the first, which stays shown.
    ///
    /// - Returns: The root of the collection.
    @discardableResult
    func openBeside(_ files: [String: String], named name: String, file: String? = nil) throws -> URL {
        let place = directory.appendingPathComponent(name)
        for (path, text) in files { try write(text, to: "../\(name)/\(path)") }
        let root = file.map(place.appendingPathComponent) ?? place
        handle(.collectionAdded(try Self.opened(root)))
        return root
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    private static func opened(_ root: URL) throws -> CollectionState {
        CollectionState(try CollectionLoader(root: root).load(.heads), path: root.path, environmentName: "dev")
    }

    // MARK: - Hands

    func press(_ keys: KeyStroke...) { for key in keys { handle(.input(.key(key))) } }
    func type(_ text: String) { for character in text { handle(.input(.key(.character(character)))) } }

    /// Puts the cursor on a row, with the folders around it open and the tree focused.
    func stand(on path: ItemPath) {
        state.focus = .tree
        state.tree.expanded.formUnion([.root, .environments] + path.ancestors)
        state.tree.cursor = path
        state.show(path)
        handle(.tick(state.now))
    }

    /// Empties a prompt's field, types into it and presses Enter.
    func answer(_ text: String) {
        press(.control("u"))
        type(text)
        press(.enter)
    }

    func handle(_ event: Event) {
        for effect in update(&state, event) { perform(effect) }
    }

    func release() {
        isHolding = false
        let effects = held
        held = []
        effects.forEach(perform)
    }

    // MARK: - Files

    func write(_ text: String, to path: String) throws {
        let file = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// - Parameter name: The name of a collection that was opened beside the first; nil: the first.
    func files(of name: String? = nil) throws -> [String: String] {
        let folder = name.map(directory.appendingPathComponent) ?? folder
        guard FileManager.default.fileExists(atPath: folder.path) else { return [:] }
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path).reduce(into: [:]) { files, path in
            files[path] = try? String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
        }
    }

    /// The rows below the collection's own, as paths.
    var rows: [String] { state.treeRows.rows.map(\.path.text).filter { !$0.isEmpty } }

    // MARK: - Doing

    private func perform(_ effect: Effect) {
        let event: Event
        let root = URL(fileURLWithPath: effect.collection)
        let editor = editor(of: root)
        switch effect.order {
        case .open(let path, let reply): event = reply(opened(path, root))
        case .rearrange where isHolding, .save where isHolding: return held.append(effect)
        case .rearrange(let order, let reply):
            event = reply(result(of: order, editor))
            if case .copyIn = order.kind { afterCopying() }
        case .restoreCollection(let id):
            return restoreCollection(id, root, editor)
        case .restoreDrafts: return handle(.draftsRestored([], collection: effect.collection))
        case .listTrash(let reply):
            event = reply(editor.trashed.map { TrashedItem(id: $0.id, path: $0.path, deletedAt: $0.deletedAt) })
        case .findCopyPlace(let reply): event = reply(editor.copyPlace.path)
        case .save(let order, let reply): event = reply(save(order, root))
        default: return others.append(effect)
        }
        handle(event)
    }

    private func restoreCollection(_ id: TrashID, _ root: URL, _ editor: CollectionEditor) {
        do throws(TreeProblem) {
            try editor.restoreCollection(id)
            handle(.collectionRestored(root.path, problem: nil))
            if let opened = try? Self.opened(root) { handle(.collectionOpened(opened, showing: nil)) }
        } catch {
            handle(.collectionRestored(root.path, problem: error.description))
        }
    }

    private func opened(_ path: ItemPath, _ root: URL) -> OpenedItem {
        let loader = CollectionLoader(root: root)
        guard path.isEditedAsDefaults else { return .item(loader.item(at: path)) }
        let text = try? loader.textIfThere(of: path.editedFile)
        let file = text.flatMap { try? FormFile.read(text: $0, at: path) }
        return .file(file ?? .newFolder(at: path), exists: file != nil)
    }

    private func editor(of root: URL) -> CollectionEditor {
        let now = state.now
        return CollectionEditor(
            root: root, directories: MicroscopeDirectories(environment: ["MICROSCOPE_HOME": home.path]), now: { now })
    }

    private func result(of order: TreeOrder, _ editor: CollectionEditor) -> TreeResult {
        do throws(TreeProblem) {
            let plan: TreePlan
            switch order.kind {
            case .operation(let operation): plan = try editor.plan(operation, expecting: order.expected)
            case .plan(let known): plan = known
            case .restore(let id):
                guard let entry = editor.trashed.first(where: { $0.id == id }) else { return .failed("gone") }
                plan = try editor.restoration(of: entry)
            case .duplicateCollection:
                _ = try editor.duplicateCollection()
                return .copied
            case .discardCollection: return .discarded(try editor.discardCollection())
            case .copyIn(let copy):
                let origin = URL(fileURLWithPath: copy.from)
                plan = try editor.plan(copying: copy.paths, from: origin, into: copy.folder)
            case .imported(let imported): return try add(imported, order, editor)
            case .rewrite(let files): plan = try editor.plan(rewriting: files.map { ($0.path, $0.old, $0.new) })
            }
            return plan.isEmpty ? .nothing : .done(try editor.carryOut(plan, in: order.collection, open: order.open))
        } catch {
            return .failed(error.description)
        }
    }

    private func add(
        _ imported: ImportOrder, _ order: TreeOrder, _ editor: CollectionEditor
    ) throws(TreeProblem) -> TreeResult {
        guard
            let files = try? ImportedFiles(
                imported.collections, in: .folder(.root, of: order.collection, otherNames: [])),
            let plan = try? files.plan(in: order.collection, bundle: nil)
        else { return .failed("no files") }
        let outcome = try editor.carryOut(plan, in: order.collection, open: order.open)
        return imported.keepsSecrets
            ? .imported(outcome, secrets: files.secrets, problem: nil) : .done(outcome)
    }

    private func save(_ order: SaveOrder, _ root: URL) -> SaveResult {
        do {
            let text = try order.base.saving(order.content)
            let (writer, file) = (CollectionWriter(root: root), order.path.editedFile)
            let written =
                order.isNew
                ? try writer.create(file, with: text)
                : try writer.replace(file, with: text, expecting: order.expectedText)
            let path = order.path.after(written.changes)
            var saved = SavedFile(try FormFile.read(text: written.text, at: path))
            saved.noteSecrets(of: order)
            if let former = order.formerPolicies, let holder = path.policyHolder {
                do {
                    saved.companion = try writer.setPolicies(
                        order.content.policies, over: former, for: holder)
                } catch {
                    saved.policyProblem = "\(error)"
                }
            }
            if !written.changes.isEmpty {
                saved.renamed = SavedFile.Renaming(written.changes, in: try CollectionLoader(root: root).load(.heads))
            }
            return .written(saved)
        } catch CollectionWriter.SaveError.gone {
            return .gone
        } catch {
            return .failed("\(error)")
        }
    }
}
