import BodyView
import Differences
import Exchanges
import ExplorerKit
import OpenCollection
import TextGrid

// In what two answers differ: asked for, shown, read, and told to be ignored.

extension ExplorerState {
    /// What `=` compares here.
    mutating func compareExchanges() -> [Effect] {
        if let history { return compare(in: history) }
        if let view = overlays.last as? SeriesView { return compareInSeries(view) }
        guard let session, let id = session.answer?.recordID else { return [] }
        if let pair = session.comparison?.comparedPair {
            return compare(.pair(old: pair.old, new: pair.new), current.path, shown)
        }
        // What was sent again as it was is compared with what it is a copy of.
        if let original = session.answer?.replayOf {
            return compare(.pair(old: original, new: id), current.path, shown)
        }
        return compare(.before(id), current.path, shown)
    }

    /// Two that are marked, the older one first; else the one with the cursor with the one before it.
    private mutating func compare(in history: HistoryState) -> [Effect] {
        let marked = history.markedRows
        if marked.count == 2 {
            let origin = marked[0].origin
            return compare(
                .pair(old: marked[1].id, new: marked[0].id), origin.collection, origin.requestPath.map { ItemPath($0) })
        }
        guard let row = marked.first ?? history.row else { return [] }
        return compare(.before(row.id), row.origin.collection, row.origin.requestPath.map { ItemPath($0) })
    }

    mutating func compare(_ subject: DifferenceOrder.Subject, _ collection: String?, _ path: ItemPath?) -> [Effect] {
        pages.difference = nil
        present(DifferenceView(subject))
        return order(subject, collection, path)
    }

    /// What was sent again as it was is compared with its original; the verdict is shown when it is known.
    mutating func judgeReplay(_ id: HistoryRow.ID, of original: HistoryRow.ID, at path: ItemPath) -> [Effect] {
        order(.pair(old: original, new: id), current.path, path)
    }

    private mutating func order(
        _ subject: DifferenceOrder.Subject, _ collection: String?, _ path: ItemPath?
    ) -> [Effect] {
        let companion = collections[collection]?.collection.companion
        let settings = companion?.differenceSettings(of: path) ?? DifferenceSettings()
        let order = DifferenceOrder(subject, settings: settings)
        return effect(
            .difference, { .difference(order, $0) },
            note: { explorer, result in
                switch result {
                case .success(let shown): explorer.show(shown)
                case .failure(let problem): explorer.leaveDifference(because: problem)
                }
            })
    }

    /// Shown where it was asked for; else, as at the end of something that was sent for it, above what is there, unless somebody types or is
    /// asked something.
    mutating func show(_ shown: ShownDifference) {
        if var view = overlay(DifferenceView.self) {
            view.subject = shown.subject
            pages.difference = shown
            let page = DifferencePage(shown, view, columns: size.columns)
            view.cursor = view.hasMoved ? min(view.cursor, max(0, page.count - 1)) : page.start
            return change { $0 = view }
        }
        let isShown = !isInBackground && session?.answer?.recordID == shown.new.id
        guard isShown, edit == nil, typing.filterLine == nil, overlays.allSatisfy({ $0 is HistoryState }) else {
            return say(.info, "Compared: \(shown.verdict.short.shownInLine(limit: 100)).")
        }
        pages.difference = shown
        var view = DifferenceView(shown.subject)
        view.cursor = DifferencePage(shown, view, columns: size.columns).start
        present(view)
    }

    /// There is nothing to compare, and why.
    private mutating func leaveDifference(because problem: StatusMessage) {
        if pages.difference == nil { overlays.removeAll(where: { $0 is DifferenceView }) }
        status = problem
    }

    /// Esc: what is being compared is left.
    mutating func closeDifference() -> [Effect] {
        pages.difference = nil
        return effect(.difference, .cancel)
    }

    // MARK: - Reading

    private var differenceView: DifferenceView? { overlays.last as? DifferenceView }

    private mutating func changeDifference(_ change: (inout DifferenceView, DifferencePage, ShownDifference) -> Void) {
        guard var view = differenceView, let shown = pages.difference else { return }
        change(&view, DifferencePage(shown, view, columns: size.columns), shown)
        view.hasMoved = true
        replaceTop(view)
    }

    /// With another size there may be another arrangement, and fewer rows.
    mutating func settleDifference() {
        guard let shown = pages.difference else { return }
        let columns = size.columns
        change(DifferenceView.self) {
            $0.cursor = min($0.cursor, max(0, DifferencePage(shown, $0, columns: columns).count - 1))
        }
    }

    mutating func moveInDifference(_ action: Action) {
        let rows = DifferencePane.rows(self)
        changeDifference { view, page, _ in
            switch action {
            case .moveLeft: view.columnOffset = max(0, view.columnOffset - 8)
            case .moveRight: view.columnOffset = min(BodyDocument.maximumColumns, view.columnOffset + 8)
            default: view.cursor = Self.moved(view.cursor, action, page: rows, last: page.count - 1)
            }
        }
    }

    mutating func goToDifference(by step: Int) {
        var isThere = false
        changeDifference { view, page, _ in
            guard let row = page.difference(from: view.cursor, by: step, showsIgnored: view.showsIgnored) else {
                return
            }
            (view.cursor, isThere) = (row, true)
        }
        guard !isThere, pages.difference != nil else { return }
        say(.info, step > 0 ? "That was the last difference." : "That was the first difference.")
    }

    mutating func arrangeDifference() {
        let columns = size.columns
        changeDifference { view, page, shown in
            let all = DifferencePage.arrangements(shown)
            guard let index = all.firstIndex(of: page.arrangement) else { return }
            view.arrangement = all[(index + 1) % all.count]
            view.cursor = DifferencePage(shown, view, columns: columns).start
        }
    }

    mutating func showIgnored() {
        let columns = size.columns
        changeDifference { view, _, shown in
            view.showsIgnored.toggle()
            view.cursor = min(view.cursor, max(0, DifferencePage(shown, view, columns: columns).count - 1))
        }
    }

    /// The page and the row with the cursor.
    private var differenceAtCursor: (page: DifferencePage, row: Int, shown: ShownDifference)? {
        guard let view = differenceView, let shown = pages.difference else { return nil }
        return (DifferencePage(shown, view, columns: size.columns), view.cursor, shown)
    }

    mutating func copyVerdict() -> [Effect] {
        guard let (page, row, shown) = differenceAtCursor else { return [] }
        var lines = [shown.verdict.long.first ?? shown.verdict.short]
        if let path = page.jsonDifference(at: row, in: shown)?.path.description { lines.append(path) }
        if case .header(let header)? = page[row] { lines.append(header.words) }
        return copy(Clip(lines.joined(separator: "\n"), name: "the verdict"))
    }

    // MARK: - In the body

    /// Where the new answer is shown, its body with the cursor there; else the new answer is opened.
    mutating func goToDifferenceInBody() -> [Effect] {
        guard let (page, row, shown) = differenceAtCursor else { return [] }
        let offset = page.newOffset(at: row, in: shown)
        overlays.removeAll { $0 is DifferenceView || $0 is HistoryState || $0 is SeriesView }
        pages.difference = nil
        guard session?.answer?.recordID == shown.new.id else { return bring(shown.new.id) }
        focusPane(.response)
        session?.responseTab = .body
        guard let offset, let path = self.shown, let document = bodyWithCursor,
            Int64(document.store.count) == shown.new.responseBody?.keptLength ?? -1,
            let line = document.line(ofByte: offset)
        else { return [] }
        sessions[path]?.changeReading(of: document.store) { reading in
            while case let fold = reading.folding.shownLine(for: line), fold != line { reading.unfold(at: fold) }
            (reading.cursor, reading.hasMoved) = (line, true)
        }
        return []
    }

    // MARK: - Ignoring

    /// The rules that could be made of what is under the cursor: for its request, and for the whole collection.
    private var ignorable: [IgnoredDifference] {
        guard let (page, row, shown) = differenceAtCursor else { return [] }
        var rules: [IgnoreRule] = []
        if case .header(let header)? = page[row], header.ignoredBy == nil {
            rules = IgnoreRules.proposals(for: header)
        } else if case .json(let all) = shown.difference.body,
            let difference = page.jsonDifference(at: row, in: shown), difference.ignoredBy == nil
        {
            rules = IgnoreRules.proposals(for: difference, in: all)
        }
        // A rule for a request that is gone would never count.
        let own =
            place(of: shown.new.origin).map { place in rules.map { IgnoredDifference($0, path: place.path) } } ?? []
        return own + rules.map { IgnoredDifference($0, path: nil) }
    }

    mutating func askToIgnore() {
        let rules = ignorable
        let options = rules.map { rule in
            Chooser.Option(
                (rule.isHeader ? "header: \(rule.text)" : rule.text).shownInLine(limit: 200),
                detail: rule.path.map { "in \($0)" } ?? "in all of the collection"
            ) { $0.ignore(rule) }
        }
        present(Chooser("Ignore from now on", options: options))
    }

    mutating func ignore(_ rule: IgnoredDifference) -> [Effect] {
        handling(pages.difference?.new.origin.collection) {
            $0.effect(.ignoredDifference, { .ignoreDifference(rule, $0) }, then: { $0.tellIgnored($1) })
        } ?? []
    }

    /// What is shown is compared anew by the rules as they are now.
    mutating func tellIgnored(_ companion: CompanionFile) -> [Effect] {
        collection.companion = companion
        say(.info, "microscope.yaml has the rule.")
        guard let shown = pages.difference, shown.new.origin.collection == current.path,
            overlays.contains(where: { $0 is DifferenceView })
        else { return [] }
        let path = shown.new.origin.requestPath.map { ItemPath($0) }
        return order(shown.subject, current.path, path)
    }

    // MARK: - Whether

    func reasonNotToCompare() -> String? {
        if overlays.last is SeriesView { return reasonNotToCompareInSeries }
        if let history {
            if history.marked.count > 2 { return "More than two are marked: = compares two." }
            return history.row == nil ? "No exchange is listed." : nil
        }
        guard let session, session.isRequest, let answer = session.answer else { return reasonForNoAnswer }
        if session.running != nil { return "The answer is still coming: Esc cancels it." }
        guard answer.recordID != nil else { return "This answer has no place in the history." }
        guard let comparison = session.comparison, comparison.sides.count > 1 else { return nil }
        return comparison.comparedPair == nil ? "No other has an answer to compare with." : nil
    }

    var reasonWithoutDifference: String? { differenceAtCursor == nil ? "They are still being compared." : nil }

    var reasonNotToArrangeDifference: String? {
        guard let (_, _, shown) = differenceAtCursor else { return reasonWithoutDifference }
        return DifferencePage.arrangements(shown).count < 2 ? "There is one way to look at these bodies." : nil
    }

    var reasonNotToIgnoreDifference: String? {
        guard let (page, _, shown) = differenceAtCursor else { return reasonWithoutDifference }
        guard collections[pages.difference?.new.origin.collection] != nil else {
            return "Rules stand in the collection's microscope.yaml, and that collection is not open."
        }
        if !ignorable.isEmpty { return nil }
        if case .text = shown.difference.body, case .rows = page.body {
            return "Lines are ignored by a rule like `line: /regex/` in microscope.yaml; headers with this key."
        }
        return "Put the cursor on a header or a value that differs."
    }
}

extension Action {
    static let compare = Action(
        "compare", [.response, .sides, .events, .history], ["="], "diff",
        "Compare the answer with the one before it, or two that are marked; of several side by side, with the first.",
        reason: { $0.reasonNotToCompare() }, perform: { $0.compareExchanges() })
    static let nextDifference = Action(
        "nextDifference", [.difference], ["n"], "next", "Go to the next difference.",
        reason: \.reasonWithoutDifference
    ) { $0.goToDifference(by: 1) }
    static let previousDifference = Action(
        "previousDifference", [.difference], ["N"], "previous", "Go to the previous difference.", footer: [],
        reason: \.reasonWithoutDifference
    ) { $0.goToDifference(by: -1) }
    static let arrangeDifference = Action(
        "arrangeDifference", [.difference], ["v"], "view",
        "Show the bodies side by side, below each other, or JSON as a list of paths.",
        reason: \.reasonNotToArrangeDifference
    ) { $0.arrangeDifference() }
    static let showIgnored = Action(
        "showIgnored", [.difference], ["i"], "ignored", "Show what rules ignore, or hide it.",
        reason: \.reasonWithoutDifference
    ) { $0.showIgnored() }
    static let ignoreDifference = Action(
        "ignoreDifference", [.difference], ["I"], "ignore",
        "Ignore the difference under the cursor from now on: a rule of microscope.yaml, chosen from a list.",
        reason: \.reasonNotToIgnoreDifference
    ) { $0.askToIgnore() }
    static let goToDifference = Action(
        "goToDifference", [.difference], [.enter], "go there", "Go to this place in the body of the new answer.",
        reason: \.reasonWithoutDifference
    ) { $0.goToDifferenceInBody() }
    static let copyVerdict = Action(
        "copyVerdict", [.difference], ["y"], "copy", "Copy the verdict, and the path under the cursor.",
        reason: \.reasonWithoutDifference
    ) { $0.copyVerdict() }
}

extension ActionContext {
    static let difference: ActionContext = .init(
        "difference", "Difference", .list, [.closes, .isLeftFreely], way: .compare)
}

extension DifferenceView: Overlay {
    static let context: ActionContext = .difference
    static let extraRows: [ActionRow] = [
        ActionRow(.moveLeft, [.difference], [.left, "h", "<"], "left", "Scroll the bodies to the left."),
        ActionRow(.moveRight, [.difference], [.right, "l", ">"], "right", "Scroll the bodies to the right."),
    ]
    static let actions: [Action] = [
        .compare, .nextDifference, .previousDifference, .arrangeDifference, .showIgnored, .ignoreDifference,
        .goToDifference, .copyVerdict,
    ]

    var keyHint: String? { "n goes on, v turns the view, Esc closes." }

    func move(_ action: Action, in explorer: inout ExplorerState) -> [Effect] {
        explorer.moveInDifference(action)
        return []
    }
    func didDismiss(in explorer: inout ExplorerState) -> [Effect] { explorer.closeDifference() }

    func draw(_ explorer: ExplorerState, on grid: inout Grid) { DifferencePane.draw(self, explorer, on: &grid) }
}
