import ExplorerKit
import OpenCollection
import TextGrid

// Pieces that the panes share.

extension Grid {
    /// Draws the line at the top of a pane: its number and title, more on the right. The title gives way first, then what is on the right.
    ///
    /// - Parameter leastColumns: The columns of the title that always stay.
    mutating func writeTitle(
        _ rect: Rect, _ pane: Pane, _ title: [StyledText], leastColumns: Int = 20, trailing: [StyledText] = [],
        isFocused: Bool, _ glyphs: Glyphs
    ) {
        let line = rect.line(0)
        fill(line, with: glyphs.rule, isFocused ? .ruleFocused : .rule)
        let style: Style = isFocused ? .paneTitleFocused : .paneTitle
        // The rule at both ends, the number and the spaces around it and the title; on the right the same again, without a number.
        let usual = 5
        let free = line.columns - usual - (trailing.isEmpty ? 0 : 3 + trailing.columns)
        let kept = min(leastColumns, line.columns - usual)
        let shown = title.clipped(toColumns: max(free, kept), glyphs.ellipsis)
        let lead = [StyledText(" \(pane.rawValue) ", style)] + shown + [StyledText(" ", style)]
        let end = write(lead, at: Point(column: line.column + 1, row: line.row), in: line.inset(columns: 1, rows: 0))
        writeTrailing(trailing, style, in: line, from: end + 1, glyphs)
    }

    /// Draws texts on the right of a title, as much as there is room for.
    private mutating func writeTrailing(
        _ texts: [StyledText], _ style: Style, in line: Rect, from column: Int, _ glyphs: Glyphs
    ) {
        let room = Rect(column: column, row: line.row, columns: line.endColumn - column - 1, rows: line.rows)
        guard !texts.isEmpty, room.columns > 1 else { return }
        let shown = texts.clipped(toColumns: room.columns - 1, glyphs.ellipsis)
        let start = max(room.column, room.endColumn - shown.columns - 2)
        write(
            [StyledText(" ", style)] + shown + [StyledText(" ", style)], at: Point(column: start, row: line.row),
            in: room)
    }
}

extension ExplorerState {
    /// Returns an environment's name in its own colour; a protected one with a glyph.
    func text(ofEnvironment name: String, else style: Style) -> StyledText {
        let colour = collection.environment(named: name)?.color.flatMap(NamedColour.init)?.style
        guard collection.companion.isProtected(name) else { return StyledText(name, colour ?? style) }
        return StyledText("\(glyphs.protected) \(name)", colour ?? .warning)
    }
}

/// A template that is not being edited: its variables coloured, their values dimmed after it.
struct TemplateText {
    let runs: [StyledText]

    /// - Parameter masks: Whether the text itself is a credential, shown as dots unless it is all variables.
    init(_ template: String, _ scopes: VariableScopes, _ glyphs: Glyphs, style: Style = .plain, masks: Bool = false) {
        let resolved = scopes.resolve(template)
        var runs: [StyledText] = []
        var position = 0
        let bytes = Array(template.utf8)
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        func literal(_ range: Range<Int>) -> StyledText {
            StyledText(masks && !range.isEmpty ? glyphs.secret : text(range), style)
        }
        for hole in resolved.holes {
            runs.append(literal(position..<hole.range.lowerBound))
            runs += Self.hole(hole, text(hole.range), glyphs)
            position = hole.range.upperBound
        }
        runs.append(literal(position..<bytes.count))
        if !resolved.holes.isEmpty, resolved.isComplete {
            let isSecret = masks || !resolved.secrets.isEmpty
            runs.append(StyledText("  \(isSecret ? glyphs.secret : resolved.text)", .dimmed))
        }
        self.runs = runs.filter { !$0.text.isEmpty }
    }

    private static func hole(_ hole: Hole, _ text: String, _ glyphs: Glyphs) -> [StyledText] {
        switch hole.state {
        case .value, .dynamic: [StyledText(text, .hole)]
        case .literal: [StyledText(text, .plain)]
        case .missing, .cycle, .fault: [StyledText(text + glyphs.missing, .holeMissing)]
        }
    }
}

extension Style {
    /// Returns the style of a method's name in the tree and on the URL line.
    static func method(_ method: String) -> Style {
        switch method.uppercased() {
        case "GET", "HEAD", "OPTIONS": .methodGet
        case "DELETE": .methodDelete
        default: .methodWrite
        }
    }

    /// Returns the style of a status.
    static func status(_ status: Int) -> Style {
        switch status {
        case 200..<300: .success
        case 300..<400: .redirect
        case 400..<500: .clientError
        default: .failure
        }
    }
}
