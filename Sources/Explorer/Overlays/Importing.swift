import Exchanges
import ExplorerKit
public import Foundation
public import Imports
import MicroClient
import OpenCollection
import Quoting
import TextGrid

/// Collections of another tool as they can be imported: nothing is written yet.
public struct ImportProposal: Sendable, Hashable {
    /// The collections as the files of one place can hold them, with the report on that.
    public struct Version: Sendable, Hashable {
        public var collections: [ImportedCollection]
        public var report: ImportReport

        /// The tree as the preview shows it, made once: it can have thousands of lines.
        let tree: [StyledText]
        /// The number of values that look like secrets.
        let secrets: Int

        public init(_ collections: [ImportedCollection], skipped: [ImportProblem]) {
            self.collections = collections
            report = ImportReport(collections, skipped: skipped)
            tree = collections.flatMap(\.treeLines)
            secrets = collections.flatMap(\.environments).reduce(0) { $0 + $1.secrets.count }
        }
    }

    /// A new collection of its own.
    public var asCollection: Version
    /// New folders in the collection that is shown; nil if nothing can be put there.
    public var asFolders: Version?

    public init(asCollection: Version, asFolders: Version?) {
        (self.asCollection, self.asFolders) = (asCollection, asFolders)
    }
}

/// The import that the user agreed to.
public struct ImportOrder: Sendable, Hashable {
    var version: ImportProposal.Version
    /// Whether values of secrets go to the private store; else they are left out.
    public var keepsSecrets: Bool

    public var collections: [ImportedCollection] { version.collections }
    public var report: ImportReport { version.report }

    /// Returns the report as lines of the log, the gravest last, where they are read when the preview is gone.
    public func logEntries(at date: Date) -> [LogState.Entry] {
        version.report.lines.reversed().map { line in
            LogState.Entry(at: date, level: LogLevel(line.severity), message: "import: \(line.text)")
        }
    }

    /// The names of the collections: "Shop", "Shop and 2 more".
    var title: String {
        let more = collections.count > 1 ? " and \(collections.count - 1) more" : ""
        return (collections.first?.name ?? "") + more
    }
}

/// The preview of an import: how much it is, what gets lost, and where it goes.
struct ImportPreview: Sendable, Hashable {
    var input: ImportInput
    /// The message for a text that turns out to be in no format that can be imported; nil: the reason itself.
    var refusal: String?
    /// The result of reading; nil while it is read.
    var proposal: ImportProposal?
    /// Whether it becomes a collection of its own, and not a folder of the collection that is shown.
    var makesCollection = false
    var keepsSecrets = true
    var scroll = 0
    var finding = TextFinding()

    /// The version for the chosen place; nil while it is read.
    var version: ImportProposal.Version? { makesCollection ? proposal?.asCollection : proposal?.asFolders }
}

extension ExplorerState {
    /// Reads what may be imported, and shows it before anything is written.
    mutating func openImport(_ input: ImportInput, refusal: String? = nil) -> [Effect] {
        // What is typed stays, and a list below shows where the user was.
        let effects = edit == nil ? [] : leaveEdit()
        overlays.removeAll { $0 is ImportPreview }
        present(ImportPreview(input: input, refusal: refusal))
        let target = current.exists ? collection : nil
        return effects + effect(.importing, { .readImport(input, into: target, $0) }, then: { $0.take($1) })
    }

    private mutating func take(_ result: Result<ImportProposal, ImportRefusal>) -> [Effect] {
        switch result {
        case .success(let proposal):
            change(ImportPreview.self) { ($0.proposal, $0.makesCollection) = (proposal, proposal.asFolders == nil) }
        case .failure(let refusal):
            guard let index = overlays.lastIndex(where: { $0 is ImportPreview }) else { break }
            return complain((overlays.remove(at: index) as? ImportPreview)?.refusal ?? refusal.message)
        }
        return []
    }

    private var importPreview: ImportPreview? { overlays.last as? ImportPreview }

    fileprivate var reasonNotToImport: String? {
        importPreview?.version == nil ? "Still reading; Esc cancels." : nil
    }

    fileprivate var reasonNotToChangePlace: String? {
        guard let proposal = importPreview?.proposal else { return reasonNotToImport }
        return proposal.asFolders == nil ? "No open collection to import into: it becomes a new one." : nil
    }

    fileprivate var reasonWithoutImportedSecrets: String? {
        guard let version = importPreview?.version else { return reasonNotToImport }
        return version.secrets == 0 ? "No secrets found." : nil
    }

    /// Enter: imports into the shown collection, or asks for a directory.
    fileprivate mutating func importShown() -> [Effect] {
        guard let preview = importPreview, let version = preview.version else { return [] }
        let order = ImportOrder(version: version, keepsSecrets: preview.keepsSecrets)
        guard !preview.makesCollection else {
            askForPath("New collection in", text: "./" + (version.collections.first?.directoryName ?? "collection")) {
                .imported(order, path: $0)
            }
            return []
        }
        closeStart()
        for entry in order.logEntries(at: now) { note(entry) }
        return self.order(TreeJob(kind: .order(.imported(order)), title: "import \(order.title)", cursor: tree.cursor))
    }
}

extension LogLevel {
    fileprivate init(_ severity: ImportNote.Severity) {
        switch severity {
        case .note: self = .info
        case .warning: self = .warning
        case .error: self = .error
        }
    }
}

extension ImportInput {
    /// Whether a text that is no request may be a document that can be imported.
    static func mayBe(_ text: String) -> Bool { ImportFormat.hints.contains(where: text.containsBytes) }
}

extension Action {
    static let importAll = Action(
        "importAll", [.importing], [.enter], "import", "Import it; u undoes it.",
        reason: \.reasonNotToImport
    ) { $0.importShown() }
    static let importPlace = Action(
        "importPlace", [.importing], [.tab, .backTab], "place",
        "Switch between a folder of this collection and a new collection.",
        reason: \.reasonNotToChangePlace
    ) { $0.change(ImportPreview.self) { $0.makesCollection.toggle() } }
    static let importSecrets = Action(
        "importSecrets", [.importing], ["s"], "secrets",
        "Store secret values in the private store, or leave them out. They are never written to a file.",
        reason: \.reasonWithoutImportedSecrets
    ) { $0.change(ImportPreview.self) { $0.keepsSecrets.toggle() } }
}

extension ActionContext {
    static let importing: ActionContext = .init("importing", "Importing", .list, [.closes, .findsText])
}

extension ImportPreview: ScrolledText, TextOverlay {
    static let context: ActionContext = .importing
    static let actions: [Action] = [.importAll, .importPlace, .importSecrets]

    var questionID: QuestionID? { .opening }
    var isAboutCollection: Bool { true }
    var keyHint: String? { "Enter imports, Tab changes the place, Esc closes." }

    func didDismiss(in explorer: inout ExplorerState) -> [Effect] { explorer.effect(.importing, .cancel) }

    // MARK: - Drawing

    func heading(in explorer: ExplorerState) -> String {
        guard let first = version?.collections.first else { return "Import" }
        return "Import \(first.name.shownInLine()): \(first.format.title)"
    }

    func lines(in explorer: ExplorerState) -> [[StyledText]] { lines(explorer).map { [$0] } }

    private func lines(_ state: ExplorerState) -> [StyledText] {
        guard let version else {
            let verb = if case .api = input { "Looking for the API description of" } else { "Reading" }
            return [
                StyledText("\(verb) \(input.title.shownInLine()) \(state.glyphs.running) Esc cancels.", .dimmed)
            ]
        }
        let room = Self.columns(in: state)
        let remarks = version.report.lines.flatMap { line in
            Wrapping.whole(line.text, columns: room, indent: 4).map {
                StyledText($0, line.severity == .note ? .dimmed : LogLevel(line.severity).style)
            }
        }
        return place(state) + secrets(version) + [StyledText("", .plain)]
            + version.report.counts(isPlanned: true).map { StyledText($0, .label) }
            + (remarks.isEmpty ? [] : [StyledText("", .plain)] + remarks) + [StyledText("", .plain)]
            + version.tree
    }

    private func place(_ state: ExplorerState) -> [StyledText] {
        let place =
            makesCollection ? "a new collection" : "a new folder of \(state.collection.name.shownInLine())"
        return [StyledText("It becomes \(place). Nothing is written yet.", .plain)]
    }

    private func secrets(_ version: ImportProposal.Version) -> [StyledText] {
        guard version.secrets > 0 else { return [] }
        let count = Wording.count(version.secrets, "value")
        let place = keepsSecrets ? "stored in the private store" : "left out"
        let text = "\(count) of secret variables: \(place), never in a file."
        return [StyledText(text, .warning)]
    }
}

extension ImportedCollection {
    /// The folders, requests and environments, a line each.
    fileprivate var treeLines: [StyledText] {
        [StyledText(name.shownInLine(), .label)] + items.flatMap { $0.treeLines(depth: 1) }
            + environments.map { StyledText("  environment \($0.definition.name.shownInLine())", .dimmed) }
    }
}

extension ImportedItem {
    fileprivate func treeLines(depth: Int) -> [StyledText] {
        let (indent, name) = (String(repeating: "  ", count: depth), name.shownInLine())
        switch content {
        case .folder(_, let children):
            return [StyledText("\(indent)\(name)/", .label)] + children.flatMap { $0.treeLines(depth: depth + 1) }
        case .request(let request): return [StyledText("\(indent)\(request.method.shownInLine()) \(name)", .plain)]
        case .other: return [StyledText(indent + name, .dimmed)]
        }
    }
}
