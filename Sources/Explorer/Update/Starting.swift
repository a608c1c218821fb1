import Exchanges
import ExplorerKit
import Imports
import Interchange
import OpenCollection

// What is to be opened: the start screen, which is above the panes when it is opened later.

extension ExplorerState {
    mutating func askWhatToOpen() -> [Effect] { effect(.start, .listStart) }

    /// Shows the list, or takes its place when it is shown already.
    mutating func showStart(_ facts: StartFacts) {
        var start = StartList(chooser: startChooser(facts))
        guard let old = overlay(StartList.self) else {
            if !current.exists || isFreeForQuestion { present(start) }
            return
        }
        start.list = old.list
        change { $0 = start }
    }

    private func startChooser(_ facts: StartFacts) -> Chooser {
        let open = collections.filter(\.exists).map { (name: $0.collection.name, path: $0.path) }
        var paths = Set(open.map(\.path))
        let closed =
            facts.nearby.filter { paths.insert($0.path).inserted }.map { option($0, of: facts) }
            + facts.recents.filter { paths.insert($0.path).inserted }.map { option($0, of: facts, isRecent: true) }
        let opened = open.map { place in
            Chooser.Option(place.name, detail: "open: \(facts.shown(place.path, glyphs))") { $0.showOpen(place.path) }
        }
        // However many places are known, the ways to begin are in view.
        let ways = ways(facts) + (open.isEmpty ? [Chooser.Option("Quit") { $0.askToQuit() }] : [])
        var chooser = Chooser(
            current.exists ? "Open" : "Microscope: open a collection", about: .opening,
            options: opened + ways + closed, selected: opened.count + (closed.isEmpty ? 0 : ways.count))
        chooser.otherHint = "Enter opens this path, or drafts a request to this URL."
        chooser.complaint = current.exists ? nil : facts.note
        chooser.other = { $1.openTyped($0) }
        return chooser
    }

    private func ways(_ facts: StartFacts) -> [Chooser.Option] {
        [
            .init("New collection here", detail: facts.newCollection) {
                $0.askForPath("New collection in", text: facts.newCollection) { .newCollection($0) }
            },
            .init("New request from a URL or curl command", detail: "as a draft") {
                $0.ask("A URL, or a curl command", isPath: false, detail: "It becomes a draft in Scratch; s sends it.")
                { (try? ReceivedRequest.read($0)) == nil ? .url($0) : .scratch(receiving: $0) }
            },
            .init("Open a directory or a file", detail: "or import it, by its path") {
                $0.askForPath("Path of a collection, or of one of its requests") { .path($0) }
            },
            .init("Scratch", detail: facts.scratchWords(glyphs)) { $0.order(.scratch(receiving: nil)) },
            .init("Demo", detail: "demo API and collection") { $0.order(.demo) },
            .init("Take the tour", detail: "of the demo, in under a minute") { $0.order(.tour) },
        ]
    }

    private func option(_ place: StartFacts.Place, of facts: StartFacts, isRecent: Bool = false) -> Chooser.Option {
        let isGone = isRecent && !place.isThere
        var option = Chooser.Option(
            place.name, detail: (isGone ? "missing: " : "") + facts.shown(place.path, glyphs),
            disabledReason: isGone ? "\(place.name) no longer exists; Ctrl-X removes it from the list." : nil
        ) { $0.order(.root(place.path)) }
        if isRecent { option.removal = { $0.effect(.start, .forgetRecent(place.path)) } }
        return option
    }

    /// Whether the start screen has to stay: without a collection there is nothing behind it.
    var isStartNeeded: Bool { !current.exists && overlays.last is StartList }

    /// Closes the start screen, since something is open now, or shown again.
    mutating func closeStart() { overlays.removeAll { $0.questionID == .opening } }

    // MARK: Choosing

    private mutating func showOpen(_ path: String) -> [Effect] {
        closeStart()
        return showCollection(path)
    }

    private mutating func order(_ order: OpenOrder) -> [Effect] { effect(.opening, .openCollection(order)) }

    /// Opens what was typed: a request is a draft in Scratch; anything else is looked for on disk.
    private mutating func openTyped(_ text: String) -> [Effect] {
        if (try? ReceivedRequest.read(text)) == nil { return order(.word(text)) }
        guard let input = ImportInput(address: text) else { return order(.scratch(receiving: text)) }
        let look = if case .url = input { "requests it once" } else { "requests /openapi.json and the like" }
        return ask(
            text, about: QuestionID(name: "address", isAboutCollection: false),
            .init("Draft a request", detail: "nothing is sent") {
                $0.order(.scratch(receiving: text))
            }, .init("Import its API description", detail: look) { $0.openImport(input) })
    }

    @discardableResult
    mutating func askForPath(
        _ title: String, text: String = "", _ order: @escaping @Sendable (String) -> OpenOrder
    ) -> [Effect] {
        ask(title, isPath: true, detail: "Tab completes directories. Enter goes on, Esc goes back.", text: text, order)
    }

    /// Asks what to open; the question stays until something is open.
    private mutating func ask(
        _ title: String, isPath: Bool, detail: String, text: String = "",
        _ order: @escaping @Sendable (String) -> OpenOrder
    ) -> [Effect] {
        var prompt = Prompt(title, about: .opening, detail: detail, text: text) { prompt, explorer in
            explorer.present(prompt)
            let text = prompt.editor.text.trimmingSpaces
            guard text.isEmpty else { return explorer.order(order(text)) }
            return explorer.complain("Nothing is typed yet. Esc goes back.")
        }
        prompt.completesPaths = isPath
        return present(prompt)
    }

    // MARK: Handling choices

    /// Opens a pasted request without Enter; other text is typed.
    mutating func pasteIntoStart(_ text: String) -> [Effect]? {
        guard let top = overlays.last, top.questionID == .opening, !(top is ImportPreview) else { return nil }
        if (try? ReceivedRequest.read(text)) != nil { return order(.scratch(receiving: text)) }
        return text.utf8.contains(UInt8(ascii: "\n")) && ImportInput.mayBe(text) ? openImport(.text(text)) : nil
    }

    mutating func completePath() -> [Effect] {
        guard let prompt = overlays.last as? Prompt else { return [] }
        return effect(.completion, .completePath(prompt.editor.text))
    }

    /// Takes a completed path, unless something else was typed meanwhile.
    mutating func takeCompletion(of text: String, _ completed: String, _ candidates: [String]) {
        guard var prompt = overlays.last as? Prompt, prompt.editor.text == text else { return }
        prompt.editor = TextEditor(completed, isMultiline: false)
        let shown = candidates.prefix(12).joined(separator: "  ")
        prompt.complaint = candidates.isEmpty ? "There is no matching directory." : nil
        if candidates.count > 1 { prompt.detail = candidates.count > 12 ? "\(shown) \(glyphs.ellipsis)" : shown }
        replaceTop(prompt)
    }

    // MARK: What came of it

    /// Shows a complaint beside what was typed, while that is on screen.
    @discardableResult
    mutating func complain(_ message: String) -> [Effect] {
        switch overlays.last {
        case var start as StartList:
            start.chooser.complaint = message
            return replaceTop(start)
        case var prompt as Prompt where prompt.questionID == .opening:
            prompt.complaint = message
            return replaceTop(prompt)
        default: return say(.error, message)
        }
    }

    // MARK: Closing

    /// Closes the shown collection. A save under way has to end first: its result would find no collection.
    mutating func closeShown() -> [Effect] {
        guard current.journal.saves.isEmpty else { return say(.warning, "A save is under way; close it in a moment.") }
        if let job = current.treeWork.underWay {
            return say(.warning, "Under way: \(job.title); close it in a moment.")
        }
        let unkept = collections.unkeptDrafts.filter { $0.collection == current.path }
        if let problem = unkept.first?.problem {
            say(.warning, "Unsaved edits cannot be kept for next time; save or discard them first: \(problem)")
            return unkept.flatMap { journal($0.path) }
        }
        let (name, drafts) = (collection.name, current.dirtyPaths.count)
        let closing = effect(.closing, .closeCollection)
        closeCollection()
        let kept = drafts == 0 ? "" : "; \(Wording.count(drafts, "unsaved draft")) kept for next time"
        say(.info, "Closed \(name)\(kept).")
        return closing + (current.exists ? [] : askWhatToOpen())
    }
}

extension QuestionID {
    /// The question which collection or request is opened.
    static let opening = QuestionID(name: "opening", isAboutCollection: false)
}

extension StartFacts {
    /// The width of a path, whose end distinguishes it from others; names of drafts.
    private static let columnsOfPath = 44

    fileprivate func scratchWords(_ glyphs: Glyphs) -> String {
        guard !scratchDrafts.isEmpty else { return "one-off requests" }
        let names = scratchDrafts.map { $0.shownInLine() }.joined(separator: ", ")
        let text = "\(Wording.count(scratchDrafts.count, "unsaved draft")): \(names)"
        return glyphs.clipped(text, to: Self.columnsOfPath)
    }

    fileprivate func shown(_ path: String, _ glyphs: Glyphs) -> String {
        var text = path
        if let home, path.hasPrefix(home + "/") { text = "~" + path.dropFirst(home.count) }
        return text.count <= Self.columnsOfPath ? text : glyphs.ellipsis + text.suffix(Self.columnsOfPath - 1)
    }
}
