import Exchanges
import ExplorerKit
import Lifting
import OpenCollection
import TextGrid

/// Scripts as assertions and captures: what would change in which file, before anything is written.
struct LiftPreview: Sendable, Hashable {
    var lift: CollectionLift
    /// Whether it is offered after an import, not requested.
    var isOffer: Bool
    /// The changes of all files, made once: they can have thousands of lines.
    private let changes: [StyledText]
    var scroll = 0
    var finding = TextFinding()

    init(lift: CollectionLift, isOffer: Bool) {
        (self.lift, self.isOffer) = (lift, isOffer)
        changes = lift.files.changeLines
    }
}

extension ExplorerState {
    /// Reads the scripts of what is meant, and shows what they would become.
    fileprivate mutating func openLift() -> [Effect] {
        let paths = focus == .tree ? current.treeTargets : [shown].compactMap(\.self)
        // The script would stay in the draft, beside what it became.
        let edited = sessions.filter { $0.value.draft.isDirty }.keys.sorted()
        if let path = edited.first(where: { path in paths.contains { path.isInside($0) } }) {
            return say(.warning, "\(path) has unsaved changes: w saves them, X discards them.")
        }
        return readLift(of: paths, isOffer: false)
    }

    /// Offers what an import brought, once.
    mutating func offerLift(of paths: [ItemPath]) -> [Effect] { readLift(of: paths, isOffer: true) }

    private mutating func readLift(of paths: [ItemPath], isOffer: Bool) -> [Effect] {
        effect(.lift, { .readLift(paths, $0) }, note: { $0.show($1, isOffer: isOffer) })
    }

    private mutating func show(_ lift: CollectionLift, isOffer: Bool) {
        guard !isInBackground, isFreeForQuestion else { return }
        guard !lift.entries.isEmpty else {
            if !isOffer { say(.info, "No scripts here.") }
            return
        }
        if isOffer, lift.files.isEmpty { return }
        present(LiftPreview(lift: lift, isOffer: isOffer))
    }

    fileprivate var reasonNotToLift: String? {
        guard current.exists else { return CollectionState.noCollection }
        return focus == .tree && current.treeTargets.contains(.environments)
            ? CollectionState.isListOfEnvironments : nil
    }

    fileprivate var reasonNotToLiftShown: String? {
        (overlays.last as? LiftPreview)?.lift.files.isEmpty == false ? nil : "No script here can be converted."
    }

    /// Enter: writes all files as one operation, which is undone as one.
    fileprivate mutating func liftShown() -> [Effect] {
        guard let preview = overlays.popLast() as? LiftPreview else { return [] }
        let count = preview.lift.lifted.count
        return order(
            TreeJob(
                kind: .order(.rewrite(preview.lift.files)), title: "lift \(Wording.count(count, "script"))",
                cursor: tree.cursor))
    }
}

extension Action {
    static let lift = Action(
        "lift", [.tree, .request], ["V"], "lift",
        "Convert scripts that only check and capture into assertions and captures, after a preview.",
        reason: \.reasonNotToLift
    ) { $0.openLift() }
    static let liftAll = Action(
        "liftAll", [.lifting], [.enter], "lift", "Convert: these scripts are removed; u undoes it.",
        reason: \.reasonNotToLiftShown
    ) { $0.liftShown() }
}

extension ActionContext {
    static let lifting: ActionContext = .init("lifting", "Lifting scripts", .list, [.closes, .findsText])
}

extension LiftPreview: ScrolledText, TextOverlay {
    static let context: ActionContext = .lifting
    static let actions: [Action] = [.lift, .liftAll]

    var isAboutCollection: Bool { true }
    var keyHint: String? {
        lift.files.isEmpty ? "Esc closes." : "Enter converts them, Esc cancels."
    }

    func heading(in explorer: ExplorerState) -> String { "Scripts as assertions and captures" }
    func lines(in explorer: ExplorerState) -> [[StyledText]] {
        lines(columns: Self.columns(in: explorer)).map { [$0] }
    }

    private func lines(columns: Int) -> [StyledText] {
        let offer =
            isOffer ? "Some imported scripts need no JavaScript. V offers this again. " : ""
        let head = Wrapping.whole(offer + lift.summary(isPlanned: true), columns: columns, indent: 0)
        let remarks = lift.lifted.flatMap { entry in
            (entry.lift?.remarks ?? []).flatMap {
                Wrapping.whole("\(entry.item.editedFile): \($0)", columns: columns, indent: 2)
            }
        }
        let kept = lift.kept.compactMap(\.keptLine).flatMap { Wrapping.whole($0, columns: columns, indent: 2) }
        return head.map { StyledText($0, .plain) } + remarks.map { StyledText($0, .warning) } + changes
            + (kept.isEmpty ? [] : [StyledText("", .plain), StyledText("These remain scripts", .label)])
            + kept.map { StyledText($0, .dimmed) }
    }
}
