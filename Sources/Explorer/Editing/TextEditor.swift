import TextGrid

/// A field or a body while it is edited: a buffer with undo and redo, driven by strokes and pastes.
public struct TextEditor: Sendable, Hashable {
    public private(set) var buffer: TextBuffer
    /// Whether Enter and Tab insert; a field of one line turns pasted line ends into blanks.
    public let isMultiline: Bool
    /// Rows that page up and down move by.
    public var pageRows = 10
    private var undone: [TextBuffer] = []
    private var done: [TextBuffer] = []
    /// Neighbouring typed characters are undone together.
    private var isTyping = false

    public init(_ text: String, isMultiline: Bool) {
        self.isMultiline = isMultiline
        buffer = TextBuffer(isMultiline ? text : Self.singleLine(text))
        if isMultiline { buffer.move(.textStart) }
    }

    public var text: String { buffer.text }
    public var canUndo: Bool { !done.isEmpty }

    /// - Returns: whether the stroke meant something here.
    public mutating func handle(_ stroke: KeyStroke) -> Bool {
        if let motion = motion(for: stroke) {
            isTyping = false
            buffer.move(motion)
            return true
        }
        return change(for: stroke)
    }

    /// A paste is one step of undo.
    public mutating func paste(_ text: String) {
        record(typing: false)
        buffer.insert(isMultiline ? text : Self.singleLine(text))
    }

    public mutating func undo() {
        guard let previous = done.popLast() else { return }
        undone.append(buffer)
        buffer = previous
        isTyping = false
    }

    public mutating func redo() {
        guard let next = undone.popLast() else { return }
        done.append(buffer)
        buffer = next
        isTyping = false
    }

    public mutating func place(at position: TextBuffer.Position) {
        isTyping = false
        buffer.place(at: position)
    }

    private static func singleLine(_ text: String) -> String {
        String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }
}

extension TextEditor {
    private func motion(for stroke: KeyStroke) -> TextBuffer.Motion? {
        switch (stroke.key, stroke.modifiers) {
        case (.left, .control), (.left, .alt), (.character("b"), .alt): .wordLeft
        case (.right, .control), (.right, .alt), (.character("f"), .alt): .wordRight
        case (.home, .control): .textStart
        case (.end, .control): .textEnd
        case (.left, _), (.character("b"), .control): .left
        case (.right, _), (.character("f"), .control): .right
        case (.up, _): isMultiline ? .up : nil
        case (.down, _): isMultiline ? .down : nil
        case (.pageUp, _): isMultiline ? .pageUp(pageRows) : nil
        case (.pageDown, _): isMultiline ? .pageDown(pageRows) : nil
        case (.home, _), (.character("a"), .control): .lineStart
        case (.end, _), (.character("e"), .control): .lineEnd
        default: nil
        }
    }

    private mutating func change(for stroke: KeyStroke) -> Bool {
        switch (stroke.key, stroke.modifiers) {
        case (.character(let character), []), (.character(let character), .shift):
            type(String(character))
        case (.enter, _) where isMultiline: breakLine()
        case (.tab, []) where isMultiline: type("  ")
        case (.backspace, .alt), (.character("w"), .control): edit { $0.deleteWordBackward() }
        case (.backspace, _): edit { $0.deleteBackward() }
        case (.delete, _), (.character("d"), .control): edit { $0.deleteForward() }
        case (.character("k"), .control): edit { $0.deleteToLineEnd() }
        case (.character("u"), .control): edit { $0.deleteToLineStart() }
        default: return false
        }
        return true
    }

    private mutating func type(_ text: String) {
        record(typing: text != " ")
        buffer.insert(text)
    }

    /// A new line keeps the indentation of the one it leaves.
    private mutating func breakLine() {
        let indent = buffer.characters(ofLine: buffer.cursor.line).prefix(buffer.cursor.column).prefix { $0 == " " }
        edit { $0.insert("\n" + String(indent)) }
    }

    private mutating func edit(_ change: (inout TextBuffer) -> Void) {
        record(typing: false)
        change(&buffer)
        if done.last?.lines == buffer.lines { done.removeLast() }
    }

    private mutating func record(typing: Bool) {
        if !(typing && isTyping) { done.append(buffer) }
        isTyping = typing
        undone = []
    }
}
