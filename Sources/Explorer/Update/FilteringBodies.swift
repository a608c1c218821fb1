import BodyStore
import BodyView
import ExplorerKit
import OpenCollection
import TextGrid

// Filtering a body: which filter holds, the line in which it is typed, and what came of it.

extension ExplorerState {
    /// Returns the filter of a request's bodies, as it was typed; empty: they are shown whole.
    func filter(of path: ItemPath) -> String {
        if let line = typing.filterLine, line.path == path { return line.editor.text }
        return current.filters.kept.filters[path] ?? collection.companion.filters[path] ?? ""
    }

    var shownFilter: String { shown.map { filter(of: $0) } ?? "" }

    // MARK: - The line

    var reasonNotToFilter: String? {
        if let reason = reasonWithoutResponse { return reason }
        if session?.showsSides == true { return "Enter shows one response alone; then you can filter it." }
        guard session?.response?.whole.document != nil else { return reasonForNoBody }
        return session?.shownResponseTab == .body ? nil : "Only the body is filtered: [ and ] show it."
    }

    /// - Parameter text: The text to begin with; nil: the filter in effect.
    mutating func openFilterLine(with text: String? = nil) {
        guard let shown else { return }
        var editor = TextEditor(text ?? filter(of: shown), isMultiline: false)
        _ = editor.handle(.end)
        typing.filterLine = FilterLine(path: shown, editor: editor)
    }

    /// Handles the keys of the line; nil for what they do everywhere.
    mutating func performInFilter(_ action: Action) -> [Effect]? {
        switch action {
        case .choose: closeFilterLine(keeping: true)
        case .dismiss: closeFilterLine(keeping: false)
        case .moveUp: say(typing.takeRecentFilter(by: 1))
        case .moveDown: say(typing.takeRecentFilter(by: -1))
        default: return nil
        }
        return []
    }

    /// Closes the line; without keeping, the filter stays as it was.
    private mutating func closeFilterLine(keeping: Bool) {
        guard let line = typing.filterLine else { return }
        if keeping, case .unfinished = BodyFilter(line.editor.text.trimmingSpaces) {
            complain("The path is incomplete: type on, or Esc keeps the old filter.")
            return
        }
        typing.filterLine = nil
        guard keeping else { return }
        setFilter(line.editor.text.trimmingSpaces, of: line.path)
    }

    private mutating func setFilter(_ text: String, of path: ItemPath) {
        current.setFilter(text, of: path)
        typing.noteFilter(text)
    }

    /// Esc where bodies are filtered: shows the whole body again. Returns false if there was no filter.
    mutating func dropFilter() -> Bool {
        guard let shown, session?.shownResponseTab == .body, !shownFilter.isEmpty else { return false }
        let text = shownFilter
        setFilter("", of: shown)
        say(.info, "The whole body again; F and Up bring back \(text.shownInLine(limit: 60)).")
        return true
    }

    /// Gives up what is being filtered: the whole body again.
    mutating func giveUpFilter(of id: ResponseID) -> [Effect] {
        setFilter("", of: id.path)
        current.changeFiltering(id) { $0.restart() }
        return effect(.filter(id), .cancel)
    }

    /// Closes a line whose request is no longer shown.
    mutating func settleFilterLine() {
        guard let line = typing.filterLine, line.path != shown || focus != .response || reasonNotToFilter != nil else {
            return
        }
        closeFilterLine(keeping: false)
    }

    // MARK: - Ordering

    /// Filters every whole body of the shown request that is not filtered as it should be.
    mutating func orderFilters() -> [Effect] {
        guard let shown, let session else { return [] }
        let reading = orderUnreadFilters(session)
        let text = filter(of: shown).trimmingSpaces
        return reading + shown.responses(in: session).flatMap { orderFilter(text, $0) } + orderKeptFilters()
    }

    private mutating func orderFilter(_ text: String, _ id: ResponseID) -> [Effect] {
        guard let response = sessions[id]?.response, response.hasBodyToShow,
            let whole = response.whole.document,
            response.filtering.wanted != text, whole.index.isComplete
        else { return [] }
        let filter = BodyFilter(text)
        let isRunning = response.filtering.isRunning
        current.changeFiltering(id) { filtering in
            if filter == .whole { filtering.forgetResult() }
            (filtering.wanted, filtering.isRunning, filtering.problem) = (text, false, nil)
        }
        switch filter {
        case .whole, .unfinished: break
        case .fault(let reason): current.changeFiltering(id) { $0.problem = reason }
        case .path, .query:
            if let reason = whole.reasonNotToFilter {
                current.changeFiltering(id) { $0.problem = reason }
                break
            }
            current.changeFiltering(id) { $0.isRunning = true }
            let order = FilterOrder(whole, filter, text: text)
            return effect(
                .filter, of: id, { .filter(order, $0) }, note: { $0.current.take($2, of: text, in: whole.store, $1) })
        }
        return isRunning ? effect(.filter(id), .cancel) : []
    }

    // MARK: - Keeping

    /// Orders the kept filters, once a body is there to be filtered.
    private mutating func orderUnreadFilters(_ session: RequestSession) -> [Effect] {
        guard !current.filters.isOrdered, session.response?.head != nil else { return [] }
        current.filters.isOrdered = true
        return effect(.filters, Effect.Order.readFilters, note: { $0.take($1) })
    }

    /// Takes the kept filters; what was set meanwhile goes before them.
    private mutating func take(_ memory: FilterMemory) {
        current.filters.written = memory.filters
        current.filters.kept.filters.merge(memory.filters) { said, _ in said }
        typing.recentFilters += memory.recent.filter { !typing.recentFilters.contains($0) }
    }

    /// Orders the filters to be kept, also after requests got other paths.
    private mutating func orderKeptFilters() -> [Effect] {
        let filters = current.filters.kept.filters
        guard let written = current.filters.written, written != filters else { return [] }
        current.filters.written = filters
        return effect(.filters, .keepFilters(FilterMemory(filters: filters, recent: typing.recentFilters)))
    }

    var reasonNotToKeepFilter: String? {
        guard let shown, let session, session.isRequest else { return reasonWithoutRequest }
        if session.lacksFile { return "The request has no file yet: w saves it first." }
        let text = shownFilter.trimmingSpaces
        if case .unfinished = BodyFilter(text) { return "The path is incomplete." }
        guard text != (collection.companion.filters[shown] ?? "") else {
            return text.isEmpty
                ? "The body is not filtered: F filters it." : "microscope.yaml keeps this filter already."
        }
        return nil
    }

    mutating func keepFilter() -> [Effect] {
        guard let shown else { return [] }
        let text = shownFilter.trimmingSpaces
        if typing.filterLine != nil { closeFilterLine(keeping: true) }
        return effect(.keptFilter, { .keepFilter(text.isEmpty ? nil : text, shown, $0) }, note: { $0.reportKept($1) })
    }

    private mutating func reportKept(_ companion: CompanionFile) {
        collection.companion = companion
        guard let shown, !isInBackground else { return }
        let kept = companion.filters[shown]
        say(
            .info,
            kept.map { "microscope.yaml keeps the filter \($0.shownInLine(limit: 100)) of \(shown)." }
                ?? "microscope.yaml keeps no filter of \(shown) any more.")
    }
}

extension BodyDocument {
    /// Why it cannot be filtered; nil for JSON.
    fileprivate var reasonNotToFilter: String? {
        switch kind {
        case .json, .jsonLines: nil
        case .empty: "The body is empty."
        case .picture: "Only JSON is filtered; this body is a picture."
        default: "Only JSON is filtered; this body is \(kind.rawValue)."
        }
    }
}

extension CollectionState {
    /// Sets the filter. An empty one is kept only where the collection has one that would be in effect otherwise.
    fileprivate mutating func setFilter(_ text: String, of path: ItemPath) {
        let isSet = !text.isEmpty || collection.companion.filters[path] != nil
        filters.kept.filters[path] = isSet ? text : nil
    }

    fileprivate mutating func take(
        _ outcome: FilterOutcome, of text: String, in store: BodyStore, _ id: ResponseID
    ) {
        guard let response = sessions[id]?.response, response.whole.document?.store === store,
            response.filtering.wanted == text, response.filtering.isRunning
        else { return }
        // A search in the whole body ends: nobody would take its result.
        if outcome.document != nil { sessions[id]?.response?.whole.reading.search = nil }
        changeFiltering(id) { filtering in
            filtering.isRunning = false
            filtering.problem = outcome.problem
            guard let document = outcome.document else { return }
            filtering.forgetResult()
            let earlier = filtering.earlier.flatMap { $0.filter == text ? $0.document : nil }
            let body = ReadBody(
                document: document, reading: BodyReading(like: filtering.readings[text]),
                changes: BodyChanging(earlier: earlier))
            filtering.result = FilteredBody(
                filter: text, body: body, count: outcome.count,
                note: outcome.notes.isEmpty ? nil : outcome.notes.joined(separator: " "))
        }
    }
}

extension TypingState {
    fileprivate mutating func noteFilter(_ text: String) {
        var memory = FilterMemory(recent: recentFilters)
        memory.note(text)
        recentFilters = memory.recent
    }

    mutating func typeInFilter(_ change: (inout TextEditor) -> Void) {
        guard var line = filterLine else { return }
        change(&line.editor)
        if line.editor.text != filterLine?.editor.text { line.recent = nil }
        filterLine = line
    }

    /// Puts a filter that was used before into the line, or what was typed.
    fileprivate mutating func takeRecentFilter(by step: Int) -> StatusMessage? {
        guard var line = filterLine else { return nil }
        let index = (line.recent ?? -1) + step
        guard index < recentFilters.count, index >= -1 else {
            return StatusMessage(.info, step > 0 ? "No filter was used before this one." : "This is what was typed.")
        }
        if line.recent == nil { line.typed = line.editor.text }
        line.recent = index < 0 ? nil : index
        line.editor = TextEditor(index < 0 ? line.typed : recentFilters[index], isMultiline: false)
        _ = line.editor.handle(.end)
        filterLine = line
        return nil
    }
}
