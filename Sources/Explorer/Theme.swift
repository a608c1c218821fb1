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
    public static let standard = Palette(
        [
            .paneTitle: Appearance(.indexed(245)),
            .paneTitleFocused: Appearance(.indexed(39), on: .standard, .bold),
            .rule: Appearance(.indexed(240)),
            .ruleFocused: Appearance(.indexed(39)),
            .tab: Appearance(.indexed(245)),
            .tabSelected: Appearance(.standard, on: .standard, [.bold, .underline]),
            .cursor: Appearance(.standard, on: .standard, .reverse),
            .cursorUnfocused: Appearance(.standard, on: .standard, [.bold, .underline]),
            .dimmed: Appearance(.indexed(244)),
            .docs: Appearance(.indexed(109), on: .standard, .italic),
            .code: Appearance(.indexed(71)),
            .heading: Appearance(.indexed(37), on: .standard, .bold),
            .label: Appearance(.indexed(37)),
            .key: Appearance(.indexed(39), on: .standard, .bold),
            .hole: Appearance(.indexed(172)),
            .holeMissing: Appearance(.indexed(160), on: .standard, [.bold, .underline]),
            .editing: Appearance(.standard, on: .standard, .underline),
            .success: Appearance(.indexed(34), on: .standard, .bold),
            .redirect: Appearance(.indexed(37), on: .standard, .bold),
            .clientError: Appearance(.indexed(172), on: .standard, .bold),
            .failure: Appearance(.indexed(160), on: .standard, .bold),
            .running: Appearance(.indexed(172)),
            .unsaved: Appearance(.indexed(172), on: .standard, .bold),
            .warning: Appearance(.indexed(172)),
            .removed: Appearance(.indexed(167)),
            .added: Appearance(.indexed(34)),
            .overlay: Appearance(),
            .jsonKey: Appearance(.indexed(39)),
            .jsonString: Appearance(.indexed(71)),
            .jsonNumber: Appearance(.indexed(172)),
            .jsonWord: Appearance(.indexed(134)),
            .jsonPunctuation: Appearance(.indexed(245)),
            .hexOffset: Appearance(.indexed(244)),
            .match: Appearance(.indexed(16), on: .indexed(180), .underline),
            .matchAtHand: Appearance(.indexed(16), on: .indexed(208), [.bold, .underline, .reverse]),
            .lookup: Appearance(.indexed(134)),
            .connect: Appearance(.indexed(172)),
            .tls: Appearance(.indexed(37)),
            .send: Appearance(.indexed(71)),
            .wait: Appearance(.indexed(39)),
            .download: Appearance(.indexed(34)),
            .methodGet: Appearance(.indexed(71)),
            .methodWrite: Appearance(.indexed(172)),
            .methodDelete: Appearance(.indexed(160)),
        ].merging(namedColours) { look, _ in look })

    /// The fixed ones of the xterm palette; its first 16 differ from terminal to terminal.
    private static let namedColours = Dictionary(
        uniqueKeysWithValues: (UInt8(16)...255).map { (Style.colour($0), Appearance(.indexed($0))) })

    /// Nothing but bold, dim, underlined and reversed.
    public static let plain = Palette(
        standard.appearances.mapValues { look in
            let isDim = look.foreground == .indexed(244) || look.foreground == .indexed(240)
            return Appearance(.standard, on: .standard, look.attributes.union(isDim ? .dim : []))
        })
}
