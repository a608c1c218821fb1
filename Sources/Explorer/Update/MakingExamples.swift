import Exchanges
import Interchange
import OpenCollection
import Quoting
import TextGrid

// An exchange becomes an example of its request: proposed, looked at, and added to the draft.

extension ExplorerState {
    /// Of the answer that is shown; in the list, of the row with the cursor, which is opened for it.
    mutating func proposeExample() -> [Effect] {
        if let history = overlays.last as? HistoryState, let row = history.row {
            return openExchange(row.id, for: .example)
        }
        guard let shown, let record = session?.answer?.record(of: current.path, at: shown) else { return [] }
        return [proposal(of: record, at: shown)]
    }

    /// What was opened to become an example.
    mutating func exampleOpened(at path: ItemPath) -> [Effect] {
        guard let record = sessions[path]?.answer?.record(of: current.path, at: path) else {
            status = StatusMessage(.warning, "This exchange has no whole answer: there is nothing to show.")
            return []
        }
        return [proposal(of: record, at: path)]
    }

    private mutating func proposal(of record: RecordedExchange, at path: ItemPath) -> Effect {
        var record = record
        record.secrets += secrets.named
        record.secretFields = secrets.headers
        return effect(.example(path), .examples(.propose(record, collection.companion.differenceSettings(of: path))))
    }

    mutating func handle(_ result: ExamplesResult, at path: ItemPath) {
        switch result {
        case .proposed(let proposal, let id):
            guard path == shown, session?.answer?.recordID == id, overlays.isEmpty, edit == nil else { return }
            var preview = ExamplePreview(proposal, at: path)
            layOut(&preview)
            overlays.append(preview)
        case .notProposed(let reason): status = StatusMessage(.warning, reason)
        case .compared(let checks, let id): take(checks, of: id, at: path)
        }
    }

    /// The lines that the file gets, as a save would write them.
    fileprivate func layOut(_ preview: inout ExamplePreview) {
        guard let draft = sessions[preview.path]?.draft else { return }
        do throws(FileProblem) {
            var content = draft.form
            let before = try draft.base.saving(content)
            content.request.definition.put(preview.example)
            preview.lines = Self.changedLines(before, try draft.base.saving(content))
            preview.complaint = nil
        } catch {
            preview.complaint = "It cannot stand in this file: \(error.message)"
        }
    }

    /// Those from the first that differs to the last.
    private static func changedLines(_ before: String, _ after: String) -> [String] {
        let old = before.split(at: "\n")
        let new = after.split(at: "\n")
        let head = zip(old, new).prefix { $0.hasSameBytes(as: $1) }.count
        let most = min(old.count, new.count) - head
        let tail = min(most, zip(old.reversed(), new.reversed()).prefix { $0.hasSameBytes(as: $1) }.count)
        return new[head..<(new.count - tail)].map { $0.droppingBytes(behind: "\r") }
    }

    // MARK: - In the preview

    /// Enter: what is still to be asked is asked.
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
        overlays.append(preview)
        return []
    }

    private mutating func askAboutSize(_ preview: ExamplePreview) -> [Effect] {
        let size = Wording.bytes(Int64(preview.proposal.bodyLength))
        overlays.append(
            Chooser(
                "The body has \(size): in the request's file?",
                options: [
                    Chooser.Option("Back") { $0.goBack(to: preview) },
                    Chooser.Option("Without the body", detail: "status and headers are compared alone") {
                        var small = preview
                        small.proposal = small.proposal.withoutBody
                        return $0.addExample(small)
                    },
                    Chooser.Option("All of it", detail: "\(size) of YAML") {
                        var agreed = preview
                        agreed.isSizeAgreed = true
                        return $0.addExample(agreed)
                    },
                ]))
        return []
    }

    private mutating func askToReplace(_ preview: ExamplePreview) -> [Effect] {
        overlays.append(
            Chooser(
                "There is an example \"\(preview.example.shownName)\"",
                Chooser.Option("Another name") { $0.goBack(to: preview) },
                Chooser.Option("Replace it", detail: "u brings it back") { $0.put(preview) }))
        return []
    }

    private mutating func goBack(to preview: ExamplePreview) -> [Effect] {
        overlays.append(preview)
        return []
    }

    private mutating func put(_ preview: ExamplePreview) -> [Effect] {
        let example = preview.example
        status = StatusMessage(
            .info,
            "Example \"\(example.shownName.shownInLine(limit: 60))\" is in the draft: w saves it, u takes it back.")
        return changeDraft(at: preview.path) { draft in
            draft.change { $0.request.definition.put(example) }
        }
    }

    // MARK: - Whether

    var reasonNotToMakeExample: String? {
        if let history = overlays.last as? HistoryState {
            guard let row = history.row else { return "No exchange is listed." }
            return row.status == nil || row.failure != nil
                ? "This exchange has no whole answer: there is nothing to show." : nil
        }
        guard let session, session.isRequest, let answer = session.answer, answer.head != nil else {
            return reasonForNoAnswer
        }
        if session.isSending { return "The answer is still coming: Esc cancels it." }
        guard answer.failure == nil, answer.recordID != nil else {
            return "There is no whole answer: s sends the request again."
        }
        guard session.draft.content.definition.kind == .http else { return "Only HTTP requests have examples." }
        return session.draft.base.readOnlyReason.map { "This file cannot be edited: \($0)" }
    }
}

extension RequestDefinition {
    /// In the place of the one of that name, else behind the others.
    fileprivate mutating func put(_ example: RequestExample) {
        guard let index = examples.firstIndex(where: { $0.name == example.name }) else {
            return examples.append(example)
        }
        let (origin, description) = (examples[index].origin, examples[index].description)
        examples[index] = example
        (examples[index].origin, examples[index].description) = (origin, description)
    }
}

extension Answer {
    /// The exchange as far as it is known here; nil without a whole answer.
    func record(of collection: String, at path: ItemPath) -> RecordedExchange? {
        guard let recordID, let exchange, let head, failure == nil else { return nil }
        let origin = RecordedExchange.Origin(
            collection: collection, requestPath: path.text, environment: environmentName)
        var record = RecordedExchange(
            id: recordID, exchange: exchange, origin: origin, sentAt: startedAt, head: head, responseBody: body)
        (record.captures, record.assertions) = (captures, assertions)
        (record.secrets, record.secretPlaces) = (secrets, secretPlaces)
        return record
    }
}

extension ExamplePreview: TypedOverlay {
    func context(in explorer: ExplorerState) -> ActionContext { .example }
    var isAboutCollection: Bool { true }
    func footer(in explorer: ExplorerState) -> [Action] {
        [.choose, .moveDown, .pageDown, .dismiss]
    }

    mutating func moveCursor(_ action: Action, in explorer: ExplorerState) {
        let last = max(0, ExamplePane.lineCount(self, explorer) - 1)
        scroll = ExplorerState.moved(scroll, action, page: ExamplePane.rows(explorer), last: last)
    }

    func choose(in explorer: inout ExplorerState) -> [Effect] {
        explorer.overlays.removeLast()
        return explorer.addExample(self)
    }

    func edit(in explorer: inout ExplorerState, _ change: (inout TextEditor) -> Void) -> [Effect] {
        var preview = self
        change(&preview.name)
        // A large one is laid out once: its name is above.
        if proposal.isLarge { preview.complaint = nil } else { explorer.layOut(&preview) }
        explorer.replaceTop(preview)
        return []
    }

    func draw(_ explorer: ExplorerState, on grid: inout Grid) { ExamplePane.draw(self, explorer, on: &grid) }
}
