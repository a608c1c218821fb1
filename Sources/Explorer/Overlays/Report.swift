import Exchanges
import ExplorerKit
import Interchange
import OpenCollection
import TextGrid

/// Lines to read, scrolled.
public struct ReportState: Sendable, Hashable {
    public var title: String
    public var lines: [String]
    public var scroll = 0
    var finding = TextFinding()
    /// The findings of a review, by the indexes of their lines.
    var findings: [Int: ReviewText.Finding] = [:]
    /// The line of the chosen finding; nil without any.
    var cursor: Int?
    /// Whether it lists what was agreed to, which can be forgotten.
    public var isTrust = false
    /// Whether the lines are quoted as they are: each of their spaces counts.
    var isVerbatim = false
}

// What changed files hold that is not to be shared: from each finding to its field.

extension ExplorerState {
    mutating func show(_ review: SharingReview) {
        guard !isInBackground, isFreeForQuestion else {
            return say(.info, withKeyNames("The review ended while another screen was open: {review} runs it again."))
        }
        let lines = ReviewText.lines(review)
        var report = ReportState(title: "Review before sharing", lines: lines.map(\.text))
        for (index, line) in lines.enumerated() { report.findings[index] = line.finding }
        report.cursor = report.findings.keys.min()
        present(report)
    }

    private var chosenFinding: ReviewText.Finding? {
        guard let report = overlays.last as? ReportState else { return nil }
        return report.cursor.flatMap { report.findings[$0] }
    }

    var reasonNotToGoToFinding: String? {
        guard let finding = chosenFinding else { return "No finding to go to." }
        let path = finding.file.ofForm
        return collection.hasPage(at: path) || collection.item(at: path)?.kind.hasForm == true
            ? nil : "\(finding.file.text) has no form: edit it in your editor."
    }

    var reasonNotToMakeSecret: String? {
        if let reason = reasonNotToGoToFinding { return reason }
        let isVariable = chosenFinding.map {
            $0.file.ofForm.isEnvironment && $0.secret.key.hasPrefix("variables[")
        }
        return isVariable == true
            ? nil
            : "Only an environment variable can be made a secret: move the value there, and write {{its name}} here."
    }

    /// - Parameter forgetting: Whether what was agreed to is forgotten first.
    mutating func listOutside(forgetting: Bool = false) -> [Effect] {
        effect(.outside, { .listOutside(forgetting: forgetting, $0) }, note: { $0.show($1) })
    }

    /// Opens the form at the field that holds the finding.
    mutating func goToFinding(makingSecret: Bool) -> [Effect] {
        guard let finding = chosenFinding else { return [] }
        return go(to: FormPlace(path: finding.file.ofForm, spot: .key(finding.secret.key), isMadeSecret: makingSecret))
    }

    // MARK: - What the collection could do outside of itself

    /// Shows the list in place of an older one, and not over anything else.
    mutating func show(_ uses: [ListedUse]) {
        guard !isInBackground else { return }
        if let report = overlays.last as? ReportState, report.isTrust { overlays.removeLast() }
        guard isFreeForQuestion else { return }
        guard !uses.isEmpty else { return say(.info, EmptyStateTexts.noOutside) }
        var report = ReportState(
            title: "External access: \(collection.name) could", lines: uses.map { $0.line(glyphs) })
        report.isTrust = true
        present(report)
    }

    var reasonNotToForgetTrust: String? {
        if let report = overlays.last as? ReportState, report.isTrust { return nil }
        return "Nothing here has been allowed."
    }
}

extension CollectionItem.Kind {
    fileprivate var hasForm: Bool { if case .folder = self { true } else { requestHead != nil } }
}

extension Action {
    static let trust = Action(
        "trust", .panes, ["O"], "access",
        "Show external access: commands, files and hosts the collection could use, and what you allowed; revoke that.",
        reason: \.reasonWithoutCollection
    ) { $0.listOutside() }
    static let review: Action = .init(
        "review", .panes, ["S"], "review",
        "Review before sharing: what git would push, and possible secrets in it."
    ) { $0.effect(.review, Effect.Order.review, note: { $0.show($1) }) }
    static let forgetTrust = Action(
        "forgetTrust", [.report], [.control("x")], "revoke",
        "In the list of external access: revoke what you allowed; you are asked again.",
        reason: \.reasonNotToForgetTrust
    ) { $0.listOutside(forgetting: true) }
    static let makeSecret = Action(
        "makeSecret", [.report], ["s"], "make secret",
        "In the review before sharing: make the found variable a secret, and remove its value from the file.",
        reason: \.reasonNotToMakeSecret
    ) { $0.goToFinding(makingSecret: true) }
}

extension ActionContext {
    static let report: ActionContext = .init(
        "report", "Reading", .list, [.closes, .findsText, .isLeftFreely],
        enter: ("go there", "In the review before sharing: go to the field of the finding."), way: .trust)
}

extension ReportState: ScrolledText, TextOverlay {
    static let context: ActionContext = .report
    static let columns = 92
    static let actions: [Action] = [.trust, .review, .forgetTrust, .makeSecret]

    func title(in explorer: ExplorerState) -> String { title }
    mutating func moveCursor(_ action: Action, in explorer: ExplorerState) {
        let next =
            switch action {
            case .moveDown: findings.keys.filter { $0 > cursor ?? .max }.min()
            case .moveUp: findings.keys.filter { $0 < cursor ?? .min }.max()
            default: nil as Int?
            }
        guard let next else { return scroll(action, in: explorer) }
        cursor = next
        let broken = broken(in: explorer)
        let place = broken.firstIndex { $0.line == next } ?? 0
        scroll = ListDrawing.scroll(scroll, showing: place, rows: rows(in: explorer), of: broken.count)
    }

    func choose(in explorer: inout ExplorerState) -> [Effect] { explorer.goToFinding(makingSecret: false) }

    // MARK: - Drawing

    func draw(_ explorer: ExplorerState, on grid: inout Grid) {
        let text = drawText(explorer, on: &grid).text
        let broken = broken(in: explorer)
        for (row, line) in zip(0..<text.rows, broken.dropFirst(first(of: broken.count, in: text)))
        where line.line == cursor { Highlighting.restyleCursor(text.line(row), on: &grid) }
    }

    func lines(in explorer: ExplorerState) -> [[StyledText]] { broken(in: explorer).map { [$0.text] } }

    /// Returns the lines as the screen shows them: broken where the room ends, with the index of the line that each is a part of.
    private func broken(in explorer: ExplorerState) -> [(line: Int, text: StyledText)] {
        lines.enumerated().flatMap { index, line in
            broken(line, Self.columns(in: explorer)).map {
                (index, StyledText($0, isVerbatim ? .plain : Self.style(of: line)))
            }
        }
    }

    private func broken(_ line: String, _ columns: Int) -> [String] {
        if isVerbatim { return Wrapping.pieces(of: line, columns: columns) }
        return isTrust ? Wrapping.whole(line, columns: columns, indent: 6) : Wrapping.lines(line, columns: columns)
    }

    /// Returns the style of a line: a warning if it begins with the sign of one.
    private static func style(of line: String) -> Style { line.hasPrefix("  !") ? .warning : .plain }
}

extension ListedUse {
    /// Returns all of a use, however long, with its state.
    fileprivate func line(_ glyphs: Glyphs) -> String {
        let text = ConsentText(use).line
        return switch status {
        case .agreed: "  \(glyphs.success) \(text): allowed"
        case .asks: "  \(glyphs.clientError) \(text): asks first"
        case .first: "  \(glyphs.bullet) \(text): not sent yet"
        }
    }
}
