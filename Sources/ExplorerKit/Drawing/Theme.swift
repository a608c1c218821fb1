import TextGrid

// The words for what is shown; a theme gives each its look.
extension Style {
    package static let paneTitle = Style("pane.title")
    package static let paneTitleFocused = Style("pane.title.focused")
    package static let rule = Style("rule")
    package static let ruleFocused = Style("rule.focused")
    package static let tab = Style("tab")
    package static let tabSelected = Style("tab.selected")
    package static let cursor = Style("cursor")
    package static let cursorUnfocused = Style("cursor.unfocused")
    package static let dimmed = Style("dimmed")
    package static let docs = Style("docs")
    package static let code = Style("code")
    package static let heading = Style("heading")
    package static let label = Style("label")
    package static let key = Style("key")
    package static let hole = Style("hole")
    package static let holeMissing = Style("hole.missing")
    package static let editing = Style("editing")
    /// The style of the selection in a field.
    package static let selection = Style("selection")
    /// The style of text that is not what it is meant to be.
    package static let fault = Style("fault")
    package static let success = Style("success")
    package static let redirect = Style("redirect")
    package static let clientError = Style("client-error")
    package static let failure = Style("failure")
    package static let running = Style("running")
    package static let unsaved = Style("unsaved")
    package static let warning = Style("warning")
    /// The style of lines that only the old one has; ``added``: only the new one.
    package static let removed = Style("removed")
    package static let added = Style("added")
    package static let overlay = Style("overlay")
    package static let jsonKey = Style("json.key")
    package static let jsonString = Style("json.string")
    package static let jsonNumber = Style("json.number")
    package static let jsonWord = Style("json.word")
    package static let jsonPunctuation = Style("json.punctuation")
    package static let hexOffset = Style("hex.offset")
    package static let match = Style("match")
    package static let matchAtHand = Style("match.at-hand")
    /// Letters beside what one can jump to.
    package static let jump = Style("jump")
    package static let lookup = Style("phase.lookup")
    package static let connect = Style("phase.connect")
    package static let tls = Style("phase.tls")
    package static let send = Style("phase.send")
    package static let wait = Style("phase.wait")
    package static let download = Style("phase.download")
    package static let methodGet = Style("method.get")
    package static let methodWrite = Style("method.write")
    package static let methodDelete = Style("method.delete")
    /// Returns a colour that a file names, as near as the palette has it.
    package static func colour(_ index: UInt8) -> Style { Style("colour.\(index)") }
}

/// The look of every style.
public enum Theme {
    /// The theme for terminals with colours, on dark or light ground: hues of the 256-colour palette that read on both.
    public static let standard = ThemeColours.standard.palette

    /// The theme without colours: nothing but bold, dim, underlined and reversed.
    public static let plain = withoutColours(
        Palette(
            standard.appearances.mapValues { look in
                let isDim = look.foreground == .indexed(244) || look.foreground == .indexed(240)
                return Appearance(.standard, on: .standard, look.attributes.union(isDim ? .dim : []))
            }))

    /// Returns the palette for a terminal without colours: a fault is reversed there, since the text that is edited around it is underlined.
    public static func withoutColours(_ palette: Palette) -> Palette {
        var palette = palette
        palette.appearances[.fault, default: Appearance()].attributes.insert(.reverse)
        return palette
    }

    /// Every style that a theme may give a look; named colours come from files and stay what they are called.
    package static let styles: [Style] = ThemeColours.standard.looks.keys.sorted { $0.name < $1.name }
}
