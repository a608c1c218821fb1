import Exchanges
import ExplorerKit
import OpenCollection
import TextGrid

/// A text in the place of another one, across the collection: what would change in which file, before anything is written.
struct ReplacePreview: Sendable, Hashable {
    var replacement: TextReplacement
    var result: CollectionReplacement
    /// The number of occurrences in drafts that nobody saved, and that no file has.
    var inDrafts: Int
    /// The changes of all files, made once: they can have thousands of lines.
    fileprivate let changes: [StyledText]
    var scroll = 0
    var finding = TextFinding()

    init(_ replacement: TextReplacement, _ result: CollectionReplacement, inDrafts: Int) {
        (self.replacement, self.result, self.inDrafts) = (replacement, result, inDrafts)
        changes = result.files.changeLines
    }
}

extension ExplorerState {
    /// Asks for the text, then for the one in its place, and shows what would change.
    fileprivate mutating func openReplace() -> [Effect] {
        askForText(
            "Replace", detail: "In URLs, headers, bodies, docs and variables of all files. /…/ is a regular expression."
        ) {
            prompt, explorer in
            let text = prompt.editor.text
            guard !text.isEmpty else {
                return prompt.asked(again: "Enter text, or /a regular expression/.", in: &explorer)
            }
            return explorer.askForText("Replace \(text.shownInLine(limit: 40)) with", text: text) {
                $1.readReplacement(of: text, with: $0.editor.text)
            }
        }
    }

    private mutating func readReplacement(of text: String, with new: String) -> [Effect] {
        let isRegex = text.count > 2 && text.hasPrefix("/") && text.hasSuffix("/")
        let pattern = isRegex ? String(text.dropFirst().dropLast()) : text
        do throws(TextReplacement.Problem) {
            let replacement = try TextReplacement(pattern, with: new, isRegex: isRegex)
            return effect(.replacement, { .readReplacement(replacement, $0) }, note: { $0.show($1, of: replacement) })
        } catch {
            return say(.error, "Cannot replace: \(error).")
        }
    }

    private mutating func show(_ result: CollectionReplacement, of replacement: TextReplacement) {
        guard !isInBackground, isFreeForQuestion else { return }
        let drafts = current.draftsChanged(by: replacement).values.reduce(0, +)
        guard result.count > 0 || drafts > 0 else { return say(.info, result.summary(isPlanned: true)) }
        present(ReplacePreview(replacement, result, inDrafts: drafts))
    }

    /// Enter: changes the drafts, and writes all files as one operation, which is undone as one.
    fileprivate mutating func replaceShown() -> [Effect] {
        guard let preview = overlays.popLast() as? ReplacePreview else { return [] }
        var effects: [Effect] = []
        for path in current.draftsChanged(by: preview.replacement).keys.sorted() {
            effects += changeDraft(at: path) { draft in draft.change { _ = $0.apply(preview.replacement) } }
        }
        guard !preview.result.files.isEmpty else {
            return effects + say(.info, "Replaced in drafts. w: save each, u: undo.")
        }
        return effects
            + order(
                TreeJob(
                    kind: .order(.rewrite(preview.result.files)),
                    title: "replace \(preview.replacement.old.shownInLine(limit: 40))", cursor: tree.cursor))
    }
}

extension Action {
    static let replace = Action(
        "replace", [.tree, .request], ["%"], "replace",
        "Replace text in all files and drafts of the collection, after a preview.",
        reason: \.current.reasonNotToMake
    ) { $0.openReplace() }
    static let replaceAll = Action(
        "replaceAll", [.replacing], [.enter], "replace", "Replace in all files; u undoes it."
    ) { $0.replaceShown() }
}

extension ActionContext {
    static let replacing: ActionContext = .init("replacing", "Replacing text", .list, [.closes, .findsText])
}

extension ReplacePreview: ScrolledText {
    static let context: ActionContext = .replacing
    static let actions: [Action] = [.replace, .replaceAll]

    var isAboutCollection: Bool { true }
    var keyHint: String? { "Enter replaces them, Esc cancels." }

    func heading(in explorer: ExplorerState) -> String { "Replace across the collection" }
    func lines(in explorer: ExplorerState) -> [[StyledText]] {
        lines(columns: Self.columns(in: explorer)).map { [$0] }
    }

    private func lines(columns: Int) -> [StyledText] {
        let drafts =
            inDrafts == 0
            ? "" : " \(Wording.count(inDrafts, "occurrence")) in drafts, which are changed too and stay unsaved."
        let head = Wrapping.whole(result.summary(isPlanned: true) + drafts, columns: columns, indent: 0)
        let problems = result.problems.flatMap {
            Wrapping.whole("Not in \($0)", columns: columns, indent: 2)
        }
        return head.map { StyledText($0, .plain) } + problems.map { StyledText($0, .warning) } + changes
    }
}

extension [RewrittenFile] {
    /// The change of each file as a patch shows it, below its path.
    var changeLines: [StyledText] {
        flatMap { file in
            [StyledText("", .plain), StyledText(file.path.text.shownInLine(), .label)]
                + LineChanges(file.old, file.new).lines.map { StyledText($0.patchLine.shownInLine(), $0.style) }
        }
    }
}

extension LineChanges.Line {
    fileprivate var style: Style {
        switch kind {
        case .same: .plain
        case .removed: .removed
        case .added: .added
        case .place: .dimmed
        }
    }
}

extension CollectionState {
    /// Returns the number of occurrences in each draft that differs from its file.
    fileprivate func draftsChanged(by replacement: TextReplacement) -> [ItemPath: Int] {
        sessions.filter { $0.value.draft.isDirty }.mapValues { session in
            var content = session.draft.form
            return content.apply(replacement).values.reduce(0, +)
        }.filter { $0.value > 0 }
    }
}
