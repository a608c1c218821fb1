import BodyStore
import BodyView
import Exchanges
import ExplorerKit
import Interchange
import OpenCollection
import TextGrid

// The cursor in a body: what it is on, where keys lead from there, and what they fold.

extension ExplorerState {
    private var reading: BodyReading? { session?.response?.reading }

    mutating func changeReading(_ change: (inout BodyReading) -> Void) {
        guard let shown, let store = session?.bodyWithCursor?.store else { return }
        sessions[shown]?.changeReading(of: store, change)
    }

    // MARK: - Moving

    mutating func moveBodyCursor(_ action: Action) {
        guard !moveWrapped(action), let document = session?.bodyWithCursor, let reading, let line = session?.bodyLine
        else { return }
        let folding = reading.folding
        let rows = folding.rowCount(ofLines: document.lineCount)
        let page = responseRows
        let row = Self.moved(folding.row(ofLine: line), action, page: page, last: rows - 1)
        changeReading { ($0.cursor, $0.hasMoved) = (folding.line(ofRow: row), true) }
        guard action == .pageUp || action == .pageDown else { return }
        let first = session?.look.scroll[.body] ?? 0
        scrollResponse(.body, to: Self.moved(first, action, page: page, last: max(0, rows - page)))
    }

    mutating func goToBodyLine(_ line: Int) { changeReading { ($0.cursor, $0.hasMoved) = (line, true) } }

    /// Shows what folds hide of it, too.
    mutating func goToBodyLine(unfolding line: Int) { changeReading { $0.go(toUnfolded: line) } }

    /// Brings the cursor into view. A body that is still being read has fewer lines than it will have: it waits for its line.
    mutating func settleBodyCursor() {
        guard let document = session?.bodyWithCursor, let reading else { return }
        guard document.index.isComplete || reading.cursor < document.lineCount else { return }
        if reading.cursor >= document.lineCount { changeReading { $0.cursor = max(0, document.lineCount - 1) } }
        if let wrapped = wrappedBody { return settleWrapped(wrapped) }
        let row = reading.folding.row(ofLine: reading.shownLine(in: document))
        let rows = reading.folding.rowCount(ofLines: document.lineCount)
        let first = session?.look.scroll[.body] ?? 0
        let shown = ListDrawing.scroll(first, showing: row, rows: responseRows, of: rows)
        // The names of a table's columns are in the place of its first row.
        let isBehindHead = document.kind == .table && row <= shown && responseRows > 1
        scrollResponse(.body, to: isBehindHead ? max(0, row - 1) : shown)
        measureTable(document)
    }

    /// Measures columns when something has changed, and not with each frame.
    private mutating func measureTable(_ document: BodyDocument) {
        guard document.kind == .table, document.lineCount > 0, let session else { return }
        let rect = Rect(column: 0, row: 0, columns: layout.response.columns, rows: 1)
        let first = session.look.scroll[.body] ?? 0
        let measured = TableDrawing.measured(
            document, offset: session.look.columnOffset,
            columns: BodyDrawing.textColumns(of: document, in: rect), rows: first..<first + responseRows,
            known: session.response?.shownBody.tableColumns, glyphs)
        if let measured { self.session?.response?.shownBody.tableColumns = measured }
    }

    // MARK: - Looking

    /// Finds out the place of the cursor, when it is not known yet.
    mutating func orderPlace() -> [Effect] {
        guard focus == .response, let document = session?.bodyWithCursor, let line = session?.bodyLine,
            document.hasPlace(line),
            reading?.search?.line != line, reading?.place?.line != line
        else { return [] }
        return look(for: .place)
    }

    /// Looks for something from the line with the cursor. What was looked for before is given up.
    ///
    /// - Parameter opensUses: Whether a value that is found opens the menu of what can be made of it.
    mutating func look(for goal: BodyGoal, opensUses: Bool = false) -> [Effect] {
        guard let shown, let document = session?.bodyWithCursor, let line = session?.bodyLine,
            let anchors = reading?.anchors
        else {
            return []
        }
        changeReading { $0.search = .init(line: line, goal: goal, opensUses: opensUses) }
        let search = BodySearch(document, line: line, goal: goal, anchors: anchors)
        return effect(
            .place(shown), { .search(search, $0) }, then: { $0.takeFinding($2, goal, in: document.store, at: $1) })
    }

    /// Gives up what a key looks for; the place under the cursor is looked for instead. False: nothing was looked for.
    mutating func stopLooking() -> Bool {
        guard context == .response, let goal = reading?.search?.goal, goal != .place else { return false }
        changeReading { ($0.search, $0.place) = (nil, nil) }
        return true
    }

    /// Goes to the first child; what a fold hides is shown first.
    mutating func goToChild() -> [Effect] {
        if let line = session?.bodyLine { changeReading { $0.unfold(at: line) } }
        return look(for: .child)
    }

    private mutating func takeFinding(_ finding: BodyFinding, _ goal: BodyGoal, in store: BodyStore, at path: ItemPath)
        -> [Effect]
    {
        let line = finding.place.line
        guard let response = sessions[path]?.response, let document = response.document, document.store === store,
            response.reading.search?.line == line
        else { return [] }
        sessions[path]?.changeReading(of: store) {
            $0.search = nil
            $0.place = finding.place
            $0.anchors = finding.anchors
        }
        guard goal != .place, response.reading.shownLine(in: document) == line else { return [] }
        if response.reading.search?.opensUses == true {
            if isOnScreen(path) { openUses(finding, in: document) }
            return []
        }
        switch finding.result {
        case .line(let target): sessions[path]?.changeReading(of: store) { $0.cursor = target }
        case .fold(let fold):
            sessions[path]?.changeReading(of: store) {
                $0.folding.fold(fold)
                $0.noteFolded(finding.place.path(of: fold))
                $0.cursor = fold.openLine
            }
        case .value(let range) where isOnScreen(path): return copyValue(range, of: store)
        case .nothing, .tooLarge, .noEnd, .value: show(finding.result, goal, at: path)
        }
        return []
    }

    private mutating func show(_ result: BodyFinding.Result, _ goal: BodyGoal, at path: ItemPath) {
        guard isOnScreen(path) else { return }
        let text =
            switch (result, goal) {
            case (.tooLarge, _): "The value is too large."
            case (.noEnd, _): "It does not end yet, or is broken before its end."
            case (_, .parent): "Nothing is around this."
            case (_, .child): "This line holds nothing that has lines of its own."
            case (_, .nextSibling): "This is the last one."
            case (_, .previousSibling): "This is the first one."
            case (_, .bracket): "No bracket or element opens or closes in this line alone."
            default: "There is nothing to fold here."
            }
        say(.info, text)
    }

    // MARK: - Folding

    mutating func toggleFold() -> [Effect] {
        guard let line = session?.bodyLine else { return [] }
        guard reading?.folding.fold(at: line) != nil else { return look(for: .fold) }
        changeReading {
            $0.cursor = line
            $0.unfold(at: line)
        }
        return []
    }

    /// - Parameter step: -1: a level further out.
    mutating func foldLevel(by step: Int) -> [Effect] {
        guard let document = session?.bodyWithCursor, let line = session?.bodyLine else { return [] }
        let outermost = document.outermostLevel
        guard let level = reading?.level else {
            guard step < 0 else { return say(.info, "No level is folded: - folds the one with the cursor.") }
            let depth = document.lines(line..<line + 1, columns: 0..<1).first?.depth ?? outermost
            return fold(document, at: max(outermost, depth))
        }
        guard level + step >= outermost else { return say(.info, "That was the outermost level: + unfolds it.") }
        return fold(document, at: level + step)
    }

    mutating func foldAll() -> [Effect] {
        session?.bodyWithCursor.map { fold($0, at: $0.outermostLevel) } ?? []
    }

    mutating func unfoldAll() {
        guard let shown else { return }
        changeReading { $0.fold(Folding(), level: nil) }
        // What still folds comes too late.
        current.generations[.folds(shown)] = nil
    }

    private mutating func fold(_ document: BodyDocument, at depth: Int) -> [Effect] {
        guard let shown else { return [] }
        say(.info, "Folding level \(depth).")
        return effect(
            .folds(shown), { .foldLevel(BodyLevels(document, depth: depth), $0) },
            note: { $0.takeFolds($2, in: document.store, at: $1) })
    }

    private mutating func takeFolds(_ folded: BodyLevels.Folded, in store: BodyStore, at path: ItemPath) {
        guard sessions[path]?.response?.document?.store === store else { return }
        let wasFurtherOut = (sessions[path]?.response?.reading.level).map { $0 < folded.depth } ?? false
        // Nothing is further in: then all is open, and the next level to fold is found from the cursor.
        let level = folded.folding.isEmpty && wasFurtherOut ? nil : folded.depth
        sessions[path]?.changeReading(of: store) { $0.fold(folded.folding, level: level) }
        guard isOnScreen(path) else { return }
        let count = folded.folding.count
        let rest = folded.isCut ? "; the rest is open, for there are more" : ""
        say(
            .info,
            level == nil
                ? "Everything is unfolded."
                : count == 0
                    ? "Nothing opens at level \(folded.depth): - folds further out."
                    : "Folded level \(folded.depth): \(count)\(rest).")
    }

    /// Folds a body as the one before it was, once it is whole.
    mutating func orderRefolding() -> [Effect] {
        guard let shown, let document = session?.bodyWithCursor, document.index.isComplete, let reading,
            reading.waitsForRefolding
        else { return [] }
        changeReading { $0.waitsForRefolding = false }
        guard document.hasPlace(0) else { return [] }
        let refolding = BodyRefolding(document, rules: reading.rules)
        return effect(
            .folds(shown), { .refold(refolding, $0) },
            note: { $0.sessions[$1]?.take($2, in: document.store) })
    }

    var reasonWithoutPlaces: String? {
        guard session?.response?.document != nil else { return reasonForNoBody }
        guard let document = session?.bodyWithCursor, let line = session?.bodyLine else {
            return "Only the body, shown alone, folds and has places: [ and ] show it."
        }
        guard document.isStructured else {
            return "Only JSON, XML and HTML fold and have places: V views it as another."
        }
        return document.hasPlace(line) ? nil : "Nothing folds or has a place from the fault on."
    }

    // MARK: - Copying

    var reasonNotToCopyValue: String? { session?.copiesLine == true ? nil : reasonWithoutPlaces }

    func reasonNotToCopyPath(_ spelling: KeyPath<BodyPath, String>) -> String? {
        if let reason = reasonWithoutPlaces { return reason }
        guard let document = session?.bodyWithCursor else { return nil }
        guard (spelling == \.xpath) == document.isMarkup else {
            return document.isMarkup ? "XML and HTML have an XPath." : "JSON has a jq path and a pointer."
        }
        guard let place = reading?.place(in: document) else {
            return reading?.search == nil ? "Go to the body (3) first." : "The place is still being looked for."
        }
        guard place.path != nil else { return "No path: nested too deep, or a name is too long or not UTF-8." }
        return session?.response?.pathInWhole(place.path) == nil ? ResponsePart.foundByFilter : nil
    }

    mutating func copyPath(_ spelling: KeyPath<BodyPath, String>) -> [Effect] {
        let place = session?.bodyWithCursor.flatMap { reading?.place(in: $0)?.path }
        guard let path = session?.response?.pathInWhole(place) else { return [] }
        let text = path[keyPath: spelling]
        return copy(Clip(text, name: text.isEmpty ? "the empty pointer" : text.shownInLine(limit: 400)))
    }

    /// Copies the value of the line with the cursor: where its end has to be looked for, it comes later.
    mutating func copyValueAtCursor() -> [Effect] {
        guard let session, session.copiesLine, let document = session.bodyWithCursor, let line = session.bodyLine,
            let range = document.bytes(ofLine: line)
        else { return look(for: .value(limit: Self.valueLimit)) }
        let name = document.kind == .table ? "row" : "line"
        return copy(
            Clip(
                range, of: document.store, name: "the \(name) \(line + 1)",
                fileExtension: document.kind.fileExtension))
    }

    /// The most bytes that are read of a body to find the end of a value: more than fits on a clipboard.
    private static let valueLimit = 1 << 40

    private mutating func copyValue(_ range: Range<Int>, of store: BodyStore) -> [Effect] {
        copy(Clip(range, of: store, name: "the value", fileExtension: "json"))
    }
}

extension BodyDocument {
    /// Returns all of a 0-based line of text, or a row of a table, however long it is; without the line break.
    fileprivate func bytes(ofLine line: Int) -> Range<Int>? {
        guard let range = lines(line..<line + 1, columns: 0..<1).first?.byteRange else { return nil }
        guard kind != .hex else { return range }
        // Of a long line only a part is read: where the next one begins, it ends.
        let next = line + 1 < lineCount ? lines(line + 1..<line + 2, columns: 0..<1).first?.byteRange : nil
        let all = range.lowerBound..<max(range.lowerBound, next?.lowerBound ?? store.count)
        return store.withBytes(in: all) { bytes in
            let length = bytes.lastIndex { $0 != 0x0A && $0 != 0x0D }.map { $0 + 1 } ?? 0
            return all.lowerBound..<all.lowerBound + length
        }
    }

    /// The level of folding at which one value is shown with all its members folded; of several, each is folded.
    fileprivate var outermostLevel: Int { kind == .jsonLines ? 0 : 1 }
}

extension BodyReading {
    mutating func go(toUnfolded line: Int) {
        while case let fold = folding.shownLine(for: line), fold != line { unfold(at: fold) }
        (cursor, hasMoved) = (line, true)
    }
}

extension RequestSession {
    /// Changes the reading of the response with this body, if that is still shown.
    mutating func changeReading(of store: BodyStore, _ change: (inout BodyReading) -> Void) {
        guard response?.document?.store === store, var reading = response?.reading else { return }
        change(&reading)
        response?.reading = reading
    }

    /// Applies the folds of a body that was read again. If the user has moved or folded meanwhile, that is kept.
    fileprivate mutating func take(_ refolded: BodyRefolding.Refolded, in store: BodyStore) {
        guard let response, response.document?.store === store, response.reading.folding.isEmpty else { return }
        changeReading(of: store) {
            $0.folding = refolded.folding
            if let line = refolded.cursorLine, !$0.hasMoved { $0.cursor = line }
        }
    }

    /// Returns its response if a tab of it is shown, and it alone.
    func response(in tab: ResponseTab) -> ShownResponse? {
        isRequest && shownResponseTab == tab && !showsSides ? response : nil
    }

    /// The body that is shown with a cursor: several responses side by side have none, nor has a picture.
    var bodyWithCursor: BodyDocument? {
        guard let response = response(in: .body), response.hasBodyToShow, shownPicture == nil else { return nil }
        var document = response.document
        document?.rulers = response.reading.rulers
        return document
    }

    /// The line with the cursor.
    var bodyLine: Int? { bodyWithCursor.flatMap { response?.reading.shownLine(in: $0) } }

    /// Whether the body's lines are no values of something larger: those of text, the rows of a table.
    fileprivate var copiesLine: Bool { bodyWithCursor.map { !$0.isStructured && $0.lineCount > 0 } ?? false }
}
