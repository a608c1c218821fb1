import ExplorerKit
import OpenCollection
import TextGrid

/// A question with a line to type the answer in, and a handler of the answer.
public struct Prompt: Sendable {
    /// Handles Enter. The question is closed then; a text that is invalid is asked for again with ``asked(again:in:)``.
    typealias Answer = @Sendable (Prompt, inout ExplorerState) -> [Effect]

    public var title: String
    /// Why it is asked.
    public var detail: String
    public var editor: TextEditor
    /// Why what is typed cannot be taken, or came to nothing.
    public var complaint: String?
    /// Whether what is typed is shown as dots.
    public var isSecret = false
    /// The variable that the typed text is for: from the first character on that makes it look like a secret, it is shown as dots.
    var variable: String?
    /// Whether Tab completes what is typed as a path.
    var completesPaths = false
    let questionID: QuestionID?
    private let answer: Answer
    /// Returns why a text is invalid, which is shown while it is typed.
    var check: (@Sendable (String, ExplorerState) -> String?)?
    /// The handler of each change of the text.
    var follow: (@Sendable (String, inout ExplorerState) -> Void)?
    /// The handler for leaving it without an answer.
    var leave: (@Sendable (inout ExplorerState) -> Void)?

    /// - Parameter isValue: Whether a value is asked for, which may have several lines.
    init(
        _ title: String, about questionID: QuestionID? = nil, detail: String = "", text: String = "",
        isValue: Bool = false, _ answer: @escaping Answer
    ) {
        (self.title, self.questionID, self.detail) = (title, questionID, detail)
        editor = isValue ? .forValue(text) : TextEditor(text, isMultiline: false)
        self.answer = answer
    }

    /// Asks once more, with a complaint.
    @discardableResult
    func asked(again complaint: String, in explorer: inout ExplorerState) -> [Effect] {
        var prompt = self
        prompt.complaint = complaint
        return explorer.present(prompt)
    }
}

extension ExplorerState {
    /// Asks a question whose answer is typed.
    ///
    /// - Returns: No effects, for callers that do nothing else.
    @discardableResult
    mutating func askForText(
        _ title: String, about id: QuestionID? = nil, detail: String = "", text: String = "",
        _ answer: @escaping Prompt.Answer
    ) -> [Effect] {
        present(Prompt(title, about: id, detail: detail, text: text, answer))
    }
}

extension Action {
    static let completePath = Action(
        "completePath", [.path], [.tab], "complete", "Complete the directory's name."
    ) { $0.completePath() }
}

extension ActionContext {
    static let prompt: ActionContext = .init(
        "prompt", "Prompt", .field, .closes, enter: ("choose", "Accept the typed text."))
    static let path: ActionContext = .init("path", "Typing a path", .field, .closes, way: .openCollection)
}

extension Prompt: TypedOverlay {
    static let context: ActionContext = .prompt
    static let contexts: [ActionContext] = [.prompt, .path]
    static let actions: [Action] = [.completePath]

    func context(in explorer: ExplorerState) -> ActionContext { completesPaths ? .path : .prompt }
    func title(in explorer: ExplorerState) -> String { title }
    var isAboutCollection: Bool { questionID?.isAboutCollection ?? true }

    func didChoose(in explorer: inout ExplorerState) -> [Effect] { answer(self, &explorer) }

    func didDismiss(in explorer: inout ExplorerState) -> [Effect] {
        leave?(&explorer)
        return []
    }

    func paste(_ text: String, in explorer: inout ExplorerState) -> [Effect] {
        explorer.noteReplacedLineEnds(of: text, in: editor)
        return edit(in: &explorer) { $0.paste(text) }
    }

    mutating func followEdit(from old: TextEditor, in explorer: ExplorerState) {
        if let variable, !isSecret { isSecret = !LiteralSecret.all(in: editor.text, named: variable).isEmpty }
        complaint = check?(editor.text, explorer)
    }
    func didEdit(from old: TextEditor, in explorer: inout ExplorerState) -> [Effect] {
        follow?(editor.text, &explorer)
        return []
    }

    func draw(_ state: ExplorerState, on grid: inout Grid) {
        let columns = max(
            50, DisplayWidth.columns(of: detail), DisplayWidth.columns(of: title),
            OverlayDrawing.columns(of: complaint))
        let detailLines = OverlayDrawing.lines(of: detail, columns: columns, state)
        let complaintLines = OverlayDrawing.lines(of: complaint, columns: columns, state)
        let field = OverlayDrawing.drawQuestion(
            title, columns: columns, detailLines.map { StyledText($0, .dimmed) }, complaintLines, state, on: &grid)
        ListDrawing.drawField(editor, isSecret: isSecret, state.glyphs, in: field, on: &grid)
    }
}
