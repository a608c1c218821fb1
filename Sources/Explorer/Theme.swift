import TextGrid

// The words for what is shown; a theme gives each its look.
extension Style {
    static let paneTitle = Style("pane.title")
    static let paneTitleFocused = Style("pane.title.focused")
    static let rule = Style("rule")
    static let ruleFocused = Style("rule.focused")
    static let tab = Style("tab")
    static let tabSelected = Style("tab.selected")
    static let cursor = Style("cursor")
    static let cursorUnfocused = Style("cursor.unfocused")
    static let dimmed = Style("dimmed")
    static let docs = Style("docs")
    static let code = Style("code")
    static let heading = Style("heading")
    static let label = Style("label")
    static let key = Style("key")
    static let hole = Style("hole")
    static let holeMissing = Style("hole.missing")
    static let editing = Style("editing")
    /// What is selected in a field.
    static let selection = Style("selection")
    /// Where a text is none of what it is meant to be.
    static let fault = Style("fault")
    static let success = Style("success")
    static let redirect = Style("redirect")
    static let clientError = Style("client-error")
    static let failure = Style("failure")
    static let running = Style("running")
    static let unsaved = Style("unsaved")
    static let warning = Style("warning")
    /// What stands in the old one alone, and in the new one.
    static let removed = Style("removed")
    static let added = Style("added")
    static let overlay = Style("overlay")
    static let jsonKey = Style("json.key")
    static let jsonString = Style("json.string")
    static let jsonNumber = Style("json.number")
    static let jsonWord = Style("json.word")
    static let jsonPunctuation = Style("json.punctuation")
    static let hexOffset = Style("hex.offset")
    static let match = Style("match")
    static let matchAtHand = Style("match.at-hand")
    /// Letters beside what one can jump to.
    static let jump = Style("jump")
    static let lookup = Style("phase.lookup")
    static let connect = Style("phase.connect")
    static let tls = Style("phase.tls")
    static let send = Style("phase.send")
    static let wait = Style("phase.wait")
    static let download = Style("phase.download")
    static let methodGet = Style("method.get")
    static let methodWrite = Style("method.write")
    static let methodDelete = Style("method.delete")
    /// A colour that a file names, as near as the palette has it.
    static func colour(_ index: UInt8) -> Style { Style("colour.\(index)") }
}

/// The look of every style.
public enum Theme {
    /// For terminals with colours, on dark or light ground: hues of the 256-colour palette that read on both.
    public static let standard = Hues.standard.palette

    /// Nothing but bold, dim, underlined and reversed.
    public static let plain = withoutColours(
        Palette(
            standard.appearances.mapValues { look in
                let isDim = look.foreground == .indexed(244) || look.foreground == .indexed(240)
                return Appearance(.standard, on: .standard, look.attributes.union(isDim ? .dim : []))
            }))

    /// What must differ though a terminal shows no colours: a fault is reversed there, since the text that is edited around it is underlined.
    public static func withoutColours(_ palette: Palette) -> Palette {
        var palette = palette
        palette.appearances[.fault, default: Appearance()].attributes.insert(.reverse)
        return palette
    }

    /// Those that the program brings.
    static let builtIn: [ThemeName: Palette] = [
        .standard: standard, .dark: Hues.dark.palette, .light: Hues.light.palette,
        .highContrast: Hues.highContrast.palette, .sixteen: Hues.sixteen.palette, .none: plain,
    ]

    /// Every style that a theme may give a look; named colours come from files and stay what they are called.
    static let styles: [Style] = Hues.standard.looks.keys.sorted { $0.name < $1.name }
}

extension ThemeName {
    static let dark = ThemeName("dark")
    static let light = ThemeName("light")
    static let highContrast = ThemeName("high-contrast")
    /// The terminal's own sixteen colours.
    static let sixteen = ThemeName("16")
    static let none = ThemeName("none")

    /// In the order in which they are offered.
    static let builtIn: [ThemeName] = [.standard, .dark, .light, .highContrast, .sixteen, .none]

    /// What it is for; nil for a person's own.
    var summary: String? {
        switch self {
        case .standard: "reads on dark and on light ground"
        case .dark: "brighter colours for dark ground"
        case .light: "darker colours for light ground"
        case .highContrast: "few colours, far from a black ground"
        case .sixteen: "the terminal's own sixteen colours"
        case .none: "no colours: bold, dim, underlined and reversed"
        default: nil
        }
    }
}
