import TextGrid

/// A field or a body while it is edited: a buffer with undo and redo, driven by strokes and pastes.
public struct TextEditor: Sendable, Hashable {
    public internal(set) var buffer: TextBuffer
    /// Whether Enter and Tab insert; a field of one line has no line end at its end, and spaces in the place of others.
    public private(set) var isMultiline: Bool
    /// Whether a field of one line keeps line ends all the same: those of a key in PEM, which is pasted, belong to it.
    private let keepsLineEnds: Bool
    /// Rows that page up and down move by.
    public var pageRows = 10
    /// Whether the lines are indented by the brackets around them, as those of JSON and of a GraphQL query.
    public var indentsByBrackets = false
    /// Whether brackets and quotes come in pairs while an object or an array of JSON is typed.
    public var closesBrackets = false
    /// Whether parts of the text can be selected: only where they are shown to be.
    public var selects = false
    /// The place at which the selection begins; it goes up to the cursor. nil: nothing is selected.
    package var anchor: TextBuffer.Position?
    /// Whether the mark was set by a key: motions without Shift extend the selection, too.
    public internal(set) var isMarking = false
    private var undone: [TextBuffer] = []
    private var done: [TextBuffer] = []
    /// Neighbouring typed characters are undone together.
    private var isTyping = false

    public init(_ text: String, isMultiline: Bool, keepsLineEnds: Bool = false) {
        self.isMultiline = isMultiline
        self.keepsLineEnds = keepsLineEnds
        buffer = TextBuffer(isMultiline || keepsLineEnds ? text : Self.singleLine(text))
        if isMultiline { buffer.move(.textStart) }
    }

    public var text: String { buffer.text }
    public var canUndo: Bool { !done.isEmpty }

    /// - Returns: Whether the stroke meant something here.
    public mutating func handle(_ stroke: KeyStroke) -> Bool {
        let (plain, extends) = stroke.withoutExtending
        if let motion = motion(for: plain) {
            isTyping = false
            move(motion, extending: extends)
            return true
        }
        return change(for: stroke)
    }

    /// Pastes a text in one step of undo.
    ///
    /// - Parameter joinsLines: Whether a field of one line joins the lines, as those of a URL that was wrapped.
    public mutating func paste(_ text: String, joinsLines: Bool = false) {
        guard !text.isEmpty else { return }
        record(typing: false)
        removeSelected()
        if isMultiline {
            buffer.insert(text)
        } else if keepsLineEnds {
            buffer.insert(Self.withoutOnlyEnd(text))
        } else {
            buffer.insert(joinsLines ? text.joiningLines : Self.singleLine(text))
        }
    }

    /// Returns whether line ends in a paste become spaces; those at its end go.
    package func replacesLineEnds(of text: String) -> Bool {
        !isMultiline && !keepsLineEnds && text.droppingLineEnds.hasLineEnd
    }

    public mutating func undo() {
        guard let previous = done.popLast() else { return }
        undone.append(buffer)
        buffer = previous
        isTyping = false
        dropSelection()
    }

    public mutating func redo() {
        guard let next = undone.popLast() else { return }
        done.append(buffer)
        buffer = next
        isTyping = false
        dropSelection()
    }

    public mutating func place(at position: TextBuffer.Position) {
        isTyping = false
        dropSelection()
        buffer.place(at: position)
    }

    /// Allows line breaks in the text from now on; what was typed before can still be undone.
    package mutating func becomeMultiline() {
        isMultiline = true
        isTyping = false
    }

    /// Returns the text with spaces for its line ends; all else stays, even a tab.
    private static func singleLine(_ text: String) -> String {
        String(text.droppingLineEnds.map { $0.isLineEnd ? " " : $0 })
    }

    /// Returns the text without its end if it is a single line: one that was copied with its end is meant without it.
    private static func withoutOnlyEnd(_ text: String) -> String {
        guard let end = text.firstIndex(where: \.isLineEnd), text.index(after: end) == text.endIndex else {
            return text
        }
        return String(text[..<end])
    }
}

extension TextEditor {
    private func motion(for stroke: KeyStroke) -> TextBuffer.Motion? {
        switch (stroke.key, stroke.modifiers) {
        case (.left, .control), (.left, .alt), (.character("b"), .alt): .wordLeft
        case (.right, .control), (.right, .alt), (.character("f"), .alt): .wordRight
        case (.home, .control), (.character("<"), .alt): .textStart
        case (.end, .control), (.character(">"), .alt): .textEnd
        case (.left, _), (.character("b"), .control): .left
        case (.right, _), (.character("f"), .control): .right
        case (.up, _): isMultiline ? .up : nil
        case (.down, _): isMultiline ? .down : nil
        case (.pageUp, _): isMultiline ? .pageUp(pageRows) : nil
        case (.pageDown, _): isMultiline ? .pageDown(pageRows) : nil
        // A field of one line shows all that it has in it.
        case (.home, _), (.character("a"), .control): isMultiline ? .lineStart : .textStart
        case (.end, _), (.character("e"), .control): isMultiline ? .lineEnd : .textEnd
        default: nil
        }
    }

    private mutating func change(for stroke: KeyStroke) -> Bool {
        switch (stroke.key, stroke.modifiers) {
        case (.character(let character), []), (.character(let character), .shift):
            type(String(character))
        case (.enter, _) where isMultiline: breakLine()
        case (.tab, []) where isMultiline: type("  ")
        case (.backspace, .alt), (.character("w"), .control): erase { $0.deleteWordBackward() }
        case (.delete, .control), (.delete, .alt), (.character("d"), .alt): erase { $0.deleteWordForward() }
        case (.backspace, _): if !deletePair() { erase { $0.deleteBackward() } }
        case (.delete, _), (.character("d"), .control): erase { $0.deleteForward() }
        case (.character("k"), .control): erase(to: isMultiline ? .lineEnd : .textEnd)
        case (.character("u"), .control): erase(to: isMultiline ? .lineStart : .textStart)
        default: return false
        }
        return true
    }

    /// Types text in the place of the selection, which begins another step of undo.
    private mutating func type(_ text: String) {
        if typePaired(text) { return }
        if selection != nil { isTyping = false }
        record(typing: text != " ")
        removeSelected()
        if indentsByBrackets, text == "}" || text == "]" { buffer.stepBackIndentation() }
        buffer.insert(text)
    }

    /// Begins a line with the indentation of the one it leaves, one level deeper after an opening bracket.
    private mutating func breakLine() {
        if selection != nil { deleteSelection() }
        let byBrackets = indentsByBrackets
        edit { $0.breakLine(indentingByBrackets: byBrackets) }
    }

    /// Takes out what is selected, else what the key means.
    private mutating func erase(_ change: (inout TextBuffer) -> Void) {
        if selection != nil { deleteSelection() } else { edit(change) }
    }

    private mutating func erase(to end: TextBuffer.Motion) { erase { $0.delete(to: end) } }

    /// Makes a change. One that changes nothing is no step of undo, and leaves undone changes to be redone.
    package mutating func edit(_ change: (inout TextBuffer) -> Void) {
        let before = buffer
        change(&buffer)
        dropSelection()
        isTyping = false
        guard !buffer.hasSameText(as: before) else { return }
        done.append(before)
        undone = []
    }

    /// Records a step of undo before something is typed or pasted.
    private mutating func record(typing: Bool) {
        if !(typing && isTyping) { done.append(buffer) }
        isTyping = typing
        undone = []
    }
}

extension String {
    /// The text without the line ends at its end.
    package var droppingLineEnds: String {
        var text = self
        while text.last?.isLineEnd == true { text.removeLast() }
        return text
    }

    /// The lines without the white space around their ends, one directly after the other.
    package var joiningLines: String {
        guard hasLineEnd else { return self }
        return droppingLineEnds.split(whereSeparator: \.isLineEnd).map { line in
            let rest = line.drop { $0 == " " || $0 == "\t" }
            return rest.lastIndex { $0 != " " && $0 != "\t" }.map { rest[...$0] } ?? ""
        }.joined()
    }
}
