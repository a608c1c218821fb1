import ExplorerKit
import OpenCollection
import TextGrid

/// The value of the first variable under the cursor for the last line, with its scope and what it shadows.
struct ValueAtCursor {
    private let words: String
    /// The scope of the value, shown after it; empty: it has none.
    private var origin = ""
    private var style = Style.holeMissing

    /// The characters of a text in which its first variable is looked for: a body may be one line of a megabyte.
    private static let charactersOfText = 4000

    /// Creates the text; nil: there is no variable under the cursor, or the keys that matter now are not those of the form.
    init?(_ shown: ShownForm?, _ state: ExplorerState) {
        guard state.context == .request || state.context == .edit, let shown,
            let field = state.edit?.field ?? shown.fieldAtCursor, let text = shown.form.inputs[field]?.text
        else { return nil }
        let beginning = String(text.prefix(Self.charactersOfText))
        guard let hole = shown.surroundings.preview.resolve(beginning).holes.first else { return nil }
        switch hole.state {
        case .value(let value):
            words = "\(hole.name) = \(value.isSecret ? state.glyphs.secret : value.value.shownInLine(limit: 1000))"
            let shadowed = value.shadowed.map(\.scope.title).joined(separator: ", ")
            origin = " (\(value.scope.title)\(shadowed.isEmpty ? "" : ", shadows \(shadowed)"))"
            style = .hole
        case .missing(let reason): words = "\(hole.name) \(reason.text)"
        case .fault(let message): words = "\(hole.name) \(message)"
        case .cycle(let way): words = way.joined(separator: " \(state.glyphs.arrow) ")
        case .literal:
            words = "\(hole.name) is sent as text"
            style = .hole
        case .dynamic:
            words = "\(hole.name) is generated for each request"
            style = .hole
        }
    }

    /// Returns the text; the value gives way before its origin, as long as it has half of the room.
    func text(columns: Int, _ glyphs: Glyphs) -> StyledText {
        let room = columns - DisplayWidth.columns(of: origin)
        guard room < columns / 2 else { return StyledText(glyphs.clipped(words, to: room) + origin, style) }
        return StyledText(glyphs.clipped(words + origin, to: columns), style)
    }
}
