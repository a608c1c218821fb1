import Interchange
import OpenCollection
import TextGrid

// What changed files hold that is not to be shared: from each finding to its field.

extension ExplorerState {
    mutating func show(_ review: SharingReview) {
        guard !isInBackground, isFreeForQuestion else {
            status = StatusMessage(.info, said("The review came too late to be shown: {review} asks for it again."))
            return
        }
        let lines = ReviewText.lines(review)
        var report = ReportState(title: "Review before sharing", lines: lines.map(\.text))
        for (index, line) in lines.enumerated() { report.findings[index] = line.finding }
        report.cursor = report.findings.keys.min()
        overlays.append(report)
    }

    private var chosenFinding: ReviewText.Finding? {
        guard let report = overlays.last as? ReportState else { return nil }
        return report.cursor.flatMap { report.findings[$0] }
    }

    var reasonNotToGoToFinding: String? {
        guard let finding = chosenFinding else { return "There is no finding here to go to." }
        let path = finding.file.ofForm
        return collection.hasPage(at: path) || collection.item(at: path)?.kind.hasForm == true
            ? nil : "\(finding.file.text) has no form: change it in your editor."
    }

    var reasonNotToMakeSecret: String? {
        if let reason = reasonNotToGoToFinding { return reason }
        let isVariable = chosenFinding.map {
            $0.file.ofForm.isEnvironment && $0.secret.key.hasPrefix("variables[")
        }
        return isVariable == true
            ? nil
            : "Only a variable of an environment becomes a secret: move the value there, and write {{its name}} here."
    }

    /// Opens the form at the field that holds the finding.
    mutating func goToFinding(makingSecret: Bool) -> [Effect] {
        guard let finding = chosenFinding else { return [] }
        return go(
            to: FormPlace(path: finding.file.ofForm, spot: .key(finding.secret.key), isMadeSecret: makingSecret))
    }
}

extension CollectionItem.Kind {
    fileprivate var hasForm: Bool { if case .folder = self { true } else { requestHead != nil } }
}

extension ReportState: TextOverlay {
    func context(in explorer: ExplorerState) -> ActionContext { .report }
    func footer(in explorer: ExplorerState) -> [Action] {
        let trust: [Action] = explorer.reasonNotToForgetTrust == nil ? [.forgetTrust] : []
        let ofFinding = [Action.choose, .makeSecret].filter { explorer.disabledReason(of: $0) == nil }
        return ofFinding + [.moveDown, .pageDown, .findInList] + Footer.found(explorer) + trust + [.dismiss]
    }

    func title(in explorer: ExplorerState) -> String { title }
    mutating func moveCursor(_ action: Action, in explorer: ExplorerState) {
        let next =
            switch action {
            case .moveDown: findings.keys.filter { $0 > cursor ?? .max }.min()
            case .moveUp: findings.keys.filter { $0 < cursor ?? .min }.max()
            default: nil as Int?
            }
        if let next {
            cursor = next
            let rows = ReportDrawing.room(explorer).rows
            let lines = ReportDrawing.rows(of: self, explorer)
            let place = lines.firstIndex { $0.line == next } ?? 0
            scroll = ExplorerState.scroll(scroll, showing: place, rows: rows, of: lines.count)
        } else {
            let last = max(0, lines.count - 1)
            scroll = ExplorerState.moved(scroll, action, page: explorer.size.rows - 4, last: last)
        }
    }

    func choose(in explorer: inout ExplorerState) -> [Effect] { explorer.goToFinding(makingSecret: false) }

    mutating func find(in explorer: ExplorerState, _ change: (inout TextFinding, [String], Int) -> Void) {
        let lines = ReportDrawing.lines(of: self, explorer)
        change(&finding, lines, scroll)
        scroll = finding.scroll(scroll, rows: ReportDrawing.room(explorer).rows, of: lines.count)
    }

    func draw(_ explorer: ExplorerState, on grid: inout Grid) { ReportDrawing.draw(self, explorer, on: &grid) }
}
