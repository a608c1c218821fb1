import BodyView
import Differences
import Exchanges
import ExplorerKit
import OpenCollection
import TextGrid

// Differences of two responses: requested, shown, read, and ignored by rules.

extension ExplorerState {
    /// Compares the exchanges that the key `=` means here.
    mutating func compareExchanges() -> [Effect] {
        if let history { return compare(in: history) }
        if let view = overlays.last as? SeriesView { return compareInSeries(view) }
        guard let session, let id = session.response?.recordID else { return [] }
        if let pair = session.comparison?.comparedPair {
            return compare(.pair(old: pair.old, new: pair.new), current.path, shown)
        }
        // What was sent again as it was is compared with what it is a copy of.
        if let original = session.response?.replayOf {
            return compare(.pair(old: original, new: id), current.path, shown)
        }
        return compare(.before(id), current.path, shown)
    }

    /// Compares two that are marked, the older one first; else the one with the cursor with the one before it.
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
        present(DifferenceView(subject))
        return order(subject, collection, path)
    }

    /// Compares a replay with its original; shows the verdict when it is known.
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
                case .failure(let problem):
                    // There is nothing to compare, and why.
                    if explorer.overlay(DifferenceView.self)?.shown == nil {
                        explorer.overlays.removeAll(where: { $0 is DifferenceView })
                    }
                    explorer.status = problem
                }
            })
    }

    /// Shows the difference where it was requested; else, as at the end of a send made for it, above the panes. While text is typed or a question is
    /// open, only the status line has the verdict.
    mutating func show(_ shown: ShownDifference) {
        let columns = size.columns
        guard overlay(DifferenceView.self) == nil else {
            return change(DifferenceView.self) { $0.take(shown, columns: columns) }
        }
        let isShown = !isInBackground && session?.response?.recordID == shown.new.id
        guard isShown, edit == nil, typing.filterLine == nil, overlays.allSatisfy({ $0 is HistoryState }) else {
            return say(.info, "Compared: \(shown.verdict.short.shownInLine(limit: 100)).")
        }
        var view = DifferenceView(shown.subject)
        view.take(shown, columns: columns)
        present(view)
    }

    fileprivate var difference: DifferenceView? { overlays.last as? DifferenceView }

    // MARK: - In the body

    /// Shows the difference in the body of the new response, with the cursor there, if that response is shown; else opens it.
    fileprivate mutating func goToDifferenceInBody() -> [Effect] {
        guard let view = difference, let page = view.page(self), let shown = view.shown else { return [] }
        let offset = page.newOffset(at: view.cursor, in: shown)
        overlays.removeAll { $0 is DifferenceView || $0 is HistoryState || $0 is SeriesView }
        guard session?.response?.recordID == shown.new.id else { return openExchange(shown.new.id) }
        display.focusPane(.response)
        session?.responseTab = .body
        guard let offset, let document = session?.bodyWithCursor,
            Int64(document.store.count) == shown.new.responseBody?.keptLength ?? -1,
            let line = document.line(ofByte: offset)
        else { return [] }
        goToBodyLine(unfolding: line)
        return []
    }

    // MARK: - Ignoring

    /// The rules that could be made of what is under the cursor: for its request, and for the whole collection.
    private var ignorable: [IgnoredDifference] {
        guard let view = difference, let page = view.page(self), let shown = view.shown else { return [] }
        var rules: [IgnoreRule] = []
        if case .header(let header)? = page[view.cursor], header.ignoredBy == nil {
            rules = IgnoreRules.proposals(for: header)
        } else if case .json(let all) = shown.difference.body,
            let difference = page.jsonDifference(at: view.cursor, in: shown), difference.ignoredBy == nil
        {
            rules = IgnoreRules.proposals(for: difference, in: all)
        }
        // A rule for a request that is gone would never count.
        let own =
            collections.place(of: shown.new.origin).map { place in rules.map { IgnoredDifference($0, path: place.path) }
            } ?? []
        return own + rules.map { IgnoredDifference($0, path: nil) }
    }

    fileprivate mutating func askToIgnore() {
        let options = ignorable.map { rule in
            Chooser.Option(
                (rule.isHeader ? "header: \(rule.text)" : rule.text).shownInLine(limit: 200),
                detail: rule.path.map { "in \($0)" } ?? "in the whole collection"
            ) { $0.ignore(rule) }
        }
        ask("Ignore from now on", options: options)
    }

    private mutating func ignore(_ rule: IgnoredDifference) -> [Effect] {
        handling(difference?.shown?.new.origin.collection) {
            $0.effect(.ignoredDifference, { .ignoreDifference(rule, $0) }, then: { $0.reportIgnored($1) })
        } ?? []
    }

    /// Compares the shown exchanges again, by the changed rules.
    private mutating func reportIgnored(_ companion: CompanionFile) -> [Effect] {
        collection.companion = companion
        say(.info, "Rule added to microscope.yaml.")
        guard let shown = overlay(DifferenceView.self)?.shown, shown.new.origin.collection == current.path else {
            return []
        }
        return order(shown.subject, current.path, shown.new.origin.requestPath.map { ItemPath($0) })
    }

    // MARK: - Whether

    func reasonNotToCompare() -> String? {
        if overlays.last is SeriesView { return reasonNotToCompareInSeries }
        if let history {
            if history.marked.count > 2 { return "More than two entries are marked: = compares two." }
            return history.row == nil ? "No history entries." : nil
        }
        guard let session, session.isRequest, let response = session.response else { return reasonForNoResponse }
        if session.running != nil { return "The response is still arriving: Esc cancels it." }
        guard response.recordID != nil else { return "This response is not in the history." }
        guard let comparison = session.comparison, comparison.sides.count > 1 else { return nil }
        return comparison.comparedPair == nil ? "No other response to compare with." : nil
    }

    var reasonWithoutDifference: String? { difference?.shown == nil ? "Still comparing." : nil }

    var reasonNotToArrangeDifference: String? {
        guard let shown = difference?.shown else { return reasonWithoutDifference }
        return DifferencePage.arrangements(shown).count < 2 ? "These bodies have only one view." : nil
    }

    var reasonNotToIgnoreDifference: String? {
        guard let page = difference?.page(self), let shown = difference?.shown else { return reasonWithoutDifference }
        guard collections[shown.new.origin.collection] != nil else {
            return "Rules are in the collection's microscope.yaml, and that collection is not open."
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
        "Compare the response with the previous one, or two marked entries; side by side: with the first.",
        reason: { $0.reasonNotToCompare() }, perform: { $0.compareExchanges() })
    static let nextDifference = Action(
        "nextDifference", [.difference], ["n"], "next", "Go to the next difference.",
        reason: \.reasonWithoutDifference
    ) { $0.difference?.go(by: 1, in: &$0) }
    static let previousDifference = Action(
        "previousDifference", [.difference], ["N"], "previous", "Go to the previous difference.", footer: [],
        reason: \.reasonWithoutDifference
    ) { $0.difference?.go(by: -1, in: &$0) }
    static let arrangeDifference = Action(
        "arrangeDifference", [.difference], ["v"], "view",
        "Change the view: side by side, below each other, or JSON as a list of paths.",
        reason: \.reasonNotToArrangeDifference
    ) { $0.difference?.arrange(in: &$0) }
    static let showIgnored = Action(
        "showIgnored", [.difference], ["i"], "ignored", "Show or hide ignored differences.",
        reason: \.reasonWithoutDifference
    ) { $0.difference?.showIgnored(in: &$0) }
    static let ignoreDifference = Action(
        "ignoreDifference", [.difference], ["I"], "ignore",
        "Ignore the difference under the cursor: choose a rule, saved in microscope.yaml.",
        reason: \.reasonNotToIgnoreDifference
    ) { $0.askToIgnore() }
    static let goToDifference = Action(
        "goToDifference", [.difference], [.enter], "go there", "Go to this place in the body of the new response.",
        reason: \.reasonWithoutDifference
    ) { $0.goToDifferenceInBody() }
    static let copyVerdict = Action(
        "copyVerdict", [.difference], ["y"], "copy", "Copy the verdict, and the path under the cursor.",
        reason: \.reasonWithoutDifference
    ) { $0.difference?.copyVerdict(in: &$0) ?? [] }
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

    var keyHint: String? { "n: next, v: change view, Esc closes." }

    mutating func moveCursor(_ action: Action, in explorer: ExplorerState) {
        guard let page = page(explorer) else { return }
        switch action {
        case .moveLeft: columnOffset = max(0, columnOffset - 8)
        case .moveRight: columnOffset = min(BodyDocument.maximumColumns, columnOffset + 8)
        default:
            cursor = ExplorerState.moved(cursor, action, page: Self.rows(explorer), last: page.count - 1)
        }
        hasMoved = true
    }

    func didDismiss(in explorer: inout ExplorerState) -> [Effect] { explorer.effect(.difference, .cancel) }
}

extension DifferenceView {
    /// Returns the difference as rows; nil while it is being computed.
    func page(_ explorer: ExplorerState) -> DifferencePage? { shown.map { page($0, columns: explorer.size.columns) } }

    private func page(_ shown: ShownDifference, columns: Int) -> DifferencePage {
        DifferencePage(shown, self, columns: columns)
    }

    fileprivate mutating func take(_ shown: ShownDifference, columns: Int) {
        (self.shown, subject) = (shown, shown.subject)
        if hasMoved { settle(columns: columns) } else { cursor = page(shown, columns: columns).start }
    }

    /// Keeps the cursor on a row: with another size there may be another arrangement, and fewer of them.
    mutating func settle(in explorer: ExplorerState) {
        if columns != explorer.size.columns { settle(columns: explorer.size.columns) }
    }

    private mutating func settle(columns: Int) {
        self.columns = columns
        guard let shown else { return }
        cursor = min(cursor, max(0, page(shown, columns: columns).count - 1))
    }

    fileprivate func go(by step: Int, in explorer: inout ExplorerState) {
        guard let page = page(explorer) else { return }
        var moved = self
        moved.hasMoved = true
        guard let row = page.difference(from: cursor, by: step, showsIgnored: showsIgnored) else {
            explorer.replaceTop(moved)
            return explorer.say(.info, step > 0 ? "This is the last difference." : "This is the first difference.")
        }
        moved.cursor = row
        explorer.replaceTop(moved)
    }

    fileprivate func arrange(in explorer: inout ExplorerState) {
        guard let shown, let page = page(explorer) else { return }
        var arranged = self
        arranged.arrangement = DifferencePage.arrangements(shown).element(after: page.arrangement)
        arranged.hasMoved = true
        arranged.cursor = arranged.page(shown, columns: explorer.size.columns).start
        explorer.replaceTop(arranged)
    }

    fileprivate func showIgnored(in explorer: inout ExplorerState) {
        guard shown != nil else { return }
        var view = self
        view.showsIgnored.toggle()
        view.hasMoved = true
        view.settle(columns: explorer.size.columns)
        explorer.replaceTop(view)
    }

    fileprivate func copyVerdict(in explorer: inout ExplorerState) -> [Effect] {
        guard let shown, let page = page(explorer) else { return [] }
        var lines = [shown.verdict.long.first ?? shown.verdict.short]
        if let path = page.jsonDifference(at: cursor, in: shown)?.path.description { lines.append(path) }
        if case .header(let header)? = page[cursor] { lines.append(header.words) }
        return explorer.copy(Clip(lines.joined(separator: "\n"), name: "the verdict"))
    }
}
