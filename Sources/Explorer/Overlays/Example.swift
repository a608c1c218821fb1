import BodyStore
public import Exchanges
import ExplorerKit
public import Interchange
public import OpenCollection
import Quoting
import TextGrid

/// The result of comparing a response with an example.
public struct ExampleCheck: Sendable, Hashable {
    public var example: RequestExample
    public var isSame: Bool
    /// The result in one line: "differs at $.price: 10 → 12".
    public var words: String

    public init(_ result: ExampleResult) {
        (example, isSame, words) = (result.example, result.isSame, result.verdict.short)
    }
}

/// An example before it is added to its request's draft.
public struct ExamplePreview: Sendable, Hashable {
    public let path: ItemPath
    public internal(set) var proposal: ProposedExample
    var editor: TextEditor
    /// The lines that will be added to the file.
    public internal(set) var lines: [String] = []
    public var scroll = 0
    /// Why it cannot be added so.
    public internal(set) var complaint: String?
    /// Whether the user agreed to a large body.
    var isSizeAgreed = false

    init(_ proposal: ProposedExample, at path: ItemPath) {
        (self.proposal, self.path) = (proposal, path)
        editor = TextEditor(proposal.example.name ?? "", isMultiline: false)
    }

    /// The example with the name as it is typed.
    var example: RequestExample {
        var example = proposal.example
        example.name = editor.text.trimmingSpaces
        return example
    }
}

/// Exchanges of the history that are judged by the assertions of today.
public struct PastCheckOrder: Sendable {
    public var ids: [HistoryRow.ID]
    /// The order that the checks are made with; its request is set for each exchange.
    public var send: SendOrder
    /// Requests as they are drafted; the others are read.
    public var drafts: [ItemPath: DraftContent]
}

/// The result of the checks for one past exchange.
public struct PastCheck: Sendable {
    public var id: HistoryRow.ID
    public var outcome: Outcome

    public enum Outcome: Sendable, Hashable {
        case judged(ChecksNow)
        /// Why it was not.
        case skipped(String)
    }

    public init(_ id: HistoryRow.ID, _ outcome: Outcome) { (self.id, self.outcome) = (id, outcome) }
}

/// The results of today's checks on a past response; nothing of it is kept.
public struct ChecksNow: Sendable, Hashable {
    public var assertions: [RecordedAssertion]
    /// The values that actions would capture.
    public var captures: [RecordedCapture]

    public init(assertions: [RecordedAssertion], captures: [RecordedCapture]) {
        (self.assertions, self.captures) = (assertions, captures)
    }
}

// An exchange becomes an example of its request: proposed, looked at, and added to the draft.

extension ExplorerState {
    /// Proposes an example made from the shown response; in the list, from the row with the cursor, which is opened for it.
    mutating func proposeExample() -> [Effect] {
        if let history, let row = history.row {
            return openExchange(row.id) { $0.exampleOpened(at: $2) }
        }
        guard let shown, let record = session?.response?.record(of: current.path, at: shown) else { return [] }
        return proposal(of: record, at: shown)
    }

    /// Proposes an example made from the exchange that was opened for it.
    mutating func exampleOpened(at path: ItemPath) -> [Effect] {
        guard let record = sessions[path]?.response?.record(of: current.path, at: path) else {
            return say(.warning, "This entry has no complete response to use as an example.")
        }
        return proposal(of: record, at: path)
    }

    private mutating func proposal(of record: RecordedExchange, at path: ItemPath) -> [Effect] {
        var record = record
        record.secrets.formUnion(secrets.asSet)
        let settings = collection.companion.differenceSettings(of: path)
        return effect(
            .example(path), { [record] in .proposeExample(record, settings, $0) },
            note: { [id = record.id] in $0.take($2, of: id, at: $1) })
    }

    private mutating func take(
        _ result: Result<ProposedExample, StatusMessage>, of id: HistoryRow.ID, at path: ItemPath
    ) {
        switch result {
        case .success(let proposal):
            guard path == shown, session?.response?.recordID == id, isFreeForQuestion else { return }
            var preview = ExamplePreview(proposal, at: path)
            current.layOut(&preview)
            present(preview)
        case .failure(let reason): status = reason
        }
    }

    // MARK: - In the preview

    /// Enter: adds the example, or asks what has to be asked first.
    mutating func addExample(_ preview: ExamplePreview) -> [Effect] {
        var preview = preview
        preview.complaint = nil
        guard let draft = sessions[preview.path]?.draft else { return [] }
        let name = preview.example.name ?? ""
        guard !name.isEmpty else { return stay(in: preview, because: "An example needs a name.") }
        if preview.proposal.isLarge, !preview.isSizeAgreed { return askAboutSize(preview) }
        if draft.content.definition.examples.contains(where: { $0.name == name }) { return askToReplace(preview) }
        return put(preview)
    }

    private mutating func stay(in preview: ExamplePreview, because reason: String) -> [Effect] {
        var preview = preview
        preview.complaint = reason
        return present(preview)
    }

    private mutating func askAboutSize(_ preview: ExamplePreview) -> [Effect] {
        let size = Wording.bytes(Int64(preview.proposal.bodyLength))
        return ask(
            "The body has \(size): in the request's file?", .init("Back") { $0.present(preview) },
            .init("Without the body", detail: "only status and headers are compared") {
                var small = preview
                small.proposal = small.proposal.withoutBody
                return $0.addExample(small)
            },
            .init("With the body", detail: "\(size) of YAML") {
                var agreed = preview
                agreed.isSizeAgreed = true
                return $0.addExample(agreed)
            })
    }

    private mutating func askToReplace(_ preview: ExamplePreview) -> [Effect] {
        ask(
            "An example \"\(preview.example.shownName)\" exists", .init("Another name") { $0.present(preview) },
            .init("Replace it", detail: "u: undo") { $0.put(preview) })
    }

    private mutating func put(_ preview: ExamplePreview) -> [Effect] {
        let example = preview.example
        say(
            .info,
            "Example \"\(example.shownName.shownInLine(limit: 60))\" added to the draft. w: save, u: undo.")
        return changeDraft(at: preview.path) { draft in
            draft.change { $0.request.definition.put(example) }
        }
    }

    // MARK: - Whether

    var reasonNotToMakeExample: String? {
        if let history {
            guard let row = history.row else { return "No history entries." }
            return row.status == nil || row.failure != nil
                ? "This entry has no complete response to use as an example." : nil
        }
        if let reason = reasonWithoutCompleteResponse("No complete response: s sends the request again.") {
            return reason
        }
        guard let session, session.draft.content.definition.kind == .http else {
            return "Only HTTP requests have examples."
        }
        return session.draft.base.readOnlyReason.map { "This file cannot be edited: \($0)" }
    }
}

extension CollectionState {
    /// Lays out the lines to be added to the file, as a save would write them.
    fileprivate func layOut(_ preview: inout ExamplePreview) {
        guard let draft = sessions[preview.path]?.draft else { return }
        do throws(FileProblem) {
            var content = draft.form
            let before = try draft.base.saving(content)
            content.request.definition.put(preview.example)
            preview.lines = Self.changedLines(before, try draft.base.saving(content))
            preview.complaint = nil
        } catch {
            preview.complaint = "This file cannot hold it: \(error.message)"
        }
    }

    /// Returns the lines from the first that differs to the last.
    private static func changedLines(_ before: String, _ after: String) -> [String] {
        let old = before.split(at: "\n")
        let new = after.split(at: "\n")
        let head = zip(old, new).prefix { $0.hasSameBytes(as: $1) }.count
        let most = min(old.count, new.count) - head
        let tail = min(most, zip(old.reversed(), new.reversed()).prefix { $0.hasSameBytes(as: $1) }.count)
        return new[head..<(new.count - tail)].map { $0.droppingBytes(behind: "\r") }
    }
}

extension RequestDefinition {
    /// Puts the example in the place of the one with its name, else after the others.
    fileprivate mutating func put(_ example: RequestExample) {
        guard let index = examples.firstIndex(where: { $0.name == example.name }) else {
            return examples.append(example)
        }
        let (origin, description) = (examples[index].origin, examples[index].description)
        examples[index] = example
        (examples[index].origin, examples[index].description) = (origin, description)
    }
}

extension ShownResponse {
    /// Returns the record of the send with the body, as one of this request; nil without a whole response.
    func record(of collection: String, at path: ItemPath) -> RecordedExchange? {
        guard var record, head != nil, failure == nil else { return nil }
        (record.origin.collection, record.origin.requestPath, record.responseBody) = (collection, path.text, body)
        return record
    }
}

extension Action {
    static let makeExample = Action(
        "makeExample", [.response, .events, .history], ["a"], "example",
        "Save the response as an example of its request, after a preview: verify compares responses with it.",
        reason: \.reasonNotToMakeExample
    ) { $0.proposeExample() }
}

extension ActionContext {
    static let example: ActionContext = .init(
        "example", "Adding an example", .typedList, .asksOfCollection,
        enter: ("add", "Add the example to the request's draft, with the typed name."),
        escape: ("leave", "Add nothing."), way: .makeExample)
}

extension ExamplePreview: TypedOverlay, ScrolledText {
    static let context: ActionContext = .example
    static let headRows = 2
    static let actions: [Action] = [.makeExample]

    func didChoose(in explorer: inout ExplorerState) -> [Effect] { explorer.addExample(self) }

    /// Lays out the preview again. A large example is laid out once: its name is above.
    mutating func followEdit(from old: TextEditor, in explorer: ExplorerState) {
        if proposal.isLarge { complaint = nil } else { explorer.current.layOut(&self) }
    }

    // MARK: - Drawing

    /// Draws an example before it is added: its name, what is masked in it, and the lines to be added to the file.
    func draw(_ state: ExplorerState, on grid: inout Grid) {
        let head = drawText(state, on: &grid).head
        let name = head.line(0)
        grid.write("Name  ", .label, in: name)
        let field = name.cutLeft(6).1
        grid.writeEditing(editor.line, cursorColumn: editor.column, in: field, glyphs: state.glyphs)
        let second = head.line(1)
        if let complaint {
            grid.write(complaint.shownInLine(limit: 300), .warning, in: second)
        } else {
            grid.write(summary(), .dimmed, in: second)
        }
    }

    func heading(in explorer: ExplorerState) -> String { "Example of \(path.text)" }

    /// Returns a summary such as "23 lines, a body of 312 KB, 2 places masked".
    private func summary() -> String {
        let body = proposal.bodyLength
        let large = proposal.isLarge ? ": large for a request file, Enter asks" : ""
        let masks = proposal.masks.reduce(0) { $0 + $1.count }
        return [
            Wording.count(self.lines.count, "line"),
            body > 0 ? "a body of \(Wording.bytes(Int64(body)))\(large)" : "no body",
            masks > 0 ? "\(Wording.count(masks, "place")) masked" : "nothing masked",
        ].joined(separator: ", ")
    }

    /// A very long example is shown to here.
    private static let mostLines = 5_000

    func lines(in explorer: ExplorerState) -> [[StyledText]] {
        var lines: [[StyledText]] = []
        for mask in proposal.masks {
            let times = mask.count > 1 ? ", \(mask.count) times" : ""
            lines.append([
                StyledText("\(mask.marker.shownInLine(limit: 60))  ", .hole),
                StyledText("\(mask.part.words)\(mask.place.shownInLine(limit: 200))", .label),
                StyledText("  \(mask.reason.shownInLine(limit: 100))\(times)", .dimmed),
            ])
        }
        lines += proposal.notes.map { [StyledText($0.shownInLine(limit: 400), .dimmed)] }
        if !lines.isEmpty { lines.append([]) }
        lines = lines.flatMap { Wrapping.wrap($0, columns: Self.columns(in: explorer)) }
        lines += self.lines.prefix(Self.mostLines).map { line in
            [StyledText("+ ", .added), StyledText(line.shownInLine(limit: 1000), .plain)]
        }
        let more = self.lines.count - Self.mostLines
        return more > 0 ? lines + [[StyledText("and \(Wording.count(more, "more line"))", .dimmed)]] : lines
    }
}

extension ExampleMask.Part {
    fileprivate var words: String {
        switch self {
        case .request: "request: "
        case .header: "header "
        case .body: "body "
        }
    }
}
