import Interchange
import OpenCollection

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
        overlays.append(.report(report))
    }

    /// From finding to finding; without any in that direction, by lines.
    mutating func move(_ action: Action, in report: ReportState) {
        var report = report
        let next =
            switch action {
            case .moveDown: report.findings.keys.filter { $0 > report.cursor ?? .max }.min()
            case .moveUp: report.findings.keys.filter { $0 < report.cursor ?? .min }.max()
            default: nil as Int?
            }
        if let next {
            report.cursor = next
            let rows = OverlayDrawing.reportRoom(self).rows
            let lines = OverlayDrawing.rows(of: report, self)
            let place = lines.firstIndex { $0.line == next } ?? 0
            report.scroll = Self.scroll(report.scroll, showing: place, rows: rows, of: lines.count)
        } else {
            report.scroll = Self.moved(report.scroll, action, page: size.rows - 4, last: max(0, report.lines.count - 1))
        }
        overlays[overlays.count - 1] = .report(report)
    }

    private var chosenFinding: ReviewText.Finding? {
        guard case .report(let report)? = overlays.last else { return nil }
        return report.cursor.flatMap { report.findings[$0] }
    }

    func reasonInReport(_ action: Action) -> String? {
        guard let finding = chosenFinding else { return "There is no finding here to go to." }
        let path = finding.file.ofForm
        guard collection.hasPage(at: path) || collection.item(at: path)?.kind.hasForm == true else {
            return "\(finding.file.text) has no form: change it in your editor."
        }
        guard action == .makeSecret else { return nil }
        return path.isEnvironment && finding.secret.key.hasPrefix("variables[")
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
