import Exchanges
import ExplorerKit
import Interchange
import OpenCollection

// What the collection could run, read and reach outside of itself, and what a person has agreed to.

extension ExplorerState {
    /// In the place of an older list; not over something else.
    mutating func show(_ uses: [ListedUse]) {
        guard !isInBackground else { return }
        if let report = overlays.last as? ReportState, report.isTrust { overlays.removeLast() }
        guard isFreeForQuestion else { return }
        guard !uses.isEmpty else {
            say(.info, EmptyWords.noOutside)
            return
        }
        var report = ReportState(title: "Outside of itself, \(collection.name) could", lines: uses.map { line(of: $0) })
        report.isTrust = true
        present(report)
    }

    /// All of it, however long.
    private func line(of listed: ListedUse) -> String {
        let text = ConsentText(listed.use).line
        return switch listed.standing {
        case .agreed: "  \(signs.success) \(text): agreed"
        case .asks: "  \(signs.clientError) \(text): asks first"
        case .first: "  \(signs.bullet) \(text): not sent yet"
        }
    }

    var reasonNotToForgetTrust: String? {
        if let report = overlays.last as? ReportState, report.isTrust { return nil }
        return "Nothing here was agreed to."
    }
}
