import TextGrid

/// The few colours that a theme is made of; each is used for everything that looks alike in it.
package struct ThemeColours {
    /// The colour of the focus, and of names of values.
    package let accent: Colour
    package let title: Colour
    package let rule: Colour
    /// The colour of less important text.
    package let quiet: Colour
    package let docs: Colour
    package let text: Colour
    package let label: Colour
    /// Numbers, holes of templates, and what wants care.
    package let caution: Colour
    package let good: Colour
    package let bad: Colour
    package let removed: Colour
    /// Words such as true, and the lookup of a name.
    package let word: Colour
    package let match: Appearance
    package let matchAtHand: Appearance
    package let jump: Appearance

    package static let standard = ThemeColours(
        accent: 39, title: 245, rule: 240, quiet: 244, docs: 109, text: 71, label: 37, caution: 172, good: 34, bad: 160,
        removed: 167, word: 134, match: Appearance(.indexed(16), on: .indexed(180), .underline),
        matchAtHand: Appearance(.indexed(16), on: .indexed(208), [.bold, .underline, .reverse]),
        jump: Appearance(.indexed(220), on: .indexed(16), [.bold, .reverse]))
    package static let dark = ThemeColours(
        accent: 75, title: 250, rule: 242, quiet: 247, docs: 110, text: 114, label: 80, caution: 215, good: 77,
        bad: 203,
        removed: 210, word: 176, match: Appearance(.indexed(16), on: .indexed(180), .underline),
        matchAtHand: Appearance(.indexed(16), on: .indexed(208), [.bold, .underline]),
        jump: Appearance(.indexed(16), on: .indexed(220), .bold))
    package static let light = ThemeColours(
        accent: 25, title: 239, rule: 247, quiet: 241, docs: 24, text: 22, label: 23, caution: 94, good: 22, bad: 124,
        removed: 124, word: 90, match: Appearance(.indexed(16), on: .indexed(222), .underline),
        matchAtHand: Appearance(.indexed(231), on: .indexed(130), [.bold, .underline]),
        jump: Appearance(.indexed(231), on: .indexed(90), .bold))
    package static let highContrast = ThemeColours(
        accent: 51, title: 231, rule: 250, quiet: 252, docs: 159, text: 120, label: 123, caution: 226, good: 46,
        bad: 217,
        removed: 217, word: 225, match: Appearance(.indexed(16), on: .indexed(226), .underline),
        matchAtHand: Appearance(.indexed(16), on: .indexed(231), [.bold, .underline]),
        jump: Appearance(.indexed(16), on: .indexed(46), .bold))
    package static let sixteen = ThemeColours(
        accent: 6, title: 7, rule: 8, quiet: 8, docs: 6, text: 2, label: 6, caution: 3, good: 2, bad: 1, removed: 1,
        word: 5, match: Appearance(.indexed(0), on: .indexed(3), .underline),
        matchAtHand: Appearance(.indexed(0), on: .indexed(6), [.bold, .underline]),
        jump: Appearance(.indexed(0), on: .indexed(2), .bold))
}

extension Colour: ExpressibleByIntegerLiteral {
    /// Creates a colour of the palette of 256.
    public init(integerLiteral index: UInt8) { self = .indexed(index) }
}

extension ThemeColours {
    package var palette: Palette { Palette(looks.merging(Self.namedColours) { look, _ in look }) }

    /// Every style of the program but the named colours.
    package var looks: [Style: Appearance] {
        frame.merging(values) { look, _ in look }.merging(outcomes) { look, _ in look }
    }

    private var frame: [Style: Appearance] {
        [
            .paneTitle: Appearance(title),
            .paneTitleFocused: Appearance(accent, on: .standard, .bold),
            .rule: Appearance(rule),
            .ruleFocused: Appearance(accent),
            .tab: Appearance(title),
            .tabSelected: Appearance(.standard, on: .standard, [.bold, .underline]),
            .cursor: Appearance(.standard, on: .standard, .reverse),
            .cursorUnfocused: Appearance(.standard, on: .standard, [.bold, .underline]),
            .dimmed: Appearance(quiet),
            .docs: Appearance(docs, on: .standard, .italic),
            .code: Appearance(text),
            .heading: Appearance(label, on: .standard, .bold),
            .label: Appearance(label),
            .key: Appearance(accent, on: .standard, .bold),
            .editing: Appearance(.standard, on: .standard, .underline),
            .selection: Appearance(.standard, on: .standard, .reverse),
            .fault: Appearance(bad, on: .standard, [.bold, .underline]),
            .overlay: Appearance(),
        ]
    }

    private var values: [Style: Appearance] {
        [
            .hole: Appearance(caution),
            .holeMissing: Appearance(bad, on: .standard, [.bold, .underline]),
            .jsonKey: Appearance(accent),
            .jsonString: Appearance(text),
            .jsonNumber: Appearance(caution),
            .jsonWord: Appearance(word),
            .jsonPunctuation: Appearance(title),
            .hexOffset: Appearance(quiet),
            .match: match,
            .matchAtHand: matchAtHand,
            .jump: jump,
            .removed: Appearance(removed),
            .added: Appearance(good),
        ]
    }

    private var outcomes: [Style: Appearance] {
        [
            .success: Appearance(good, on: .standard, .bold),
            .redirect: Appearance(label, on: .standard, .bold),
            .clientError: Appearance(caution, on: .standard, .bold),
            .failure: Appearance(bad, on: .standard, .bold),
            .running: Appearance(caution),
            .unsaved: Appearance(caution, on: .standard, .bold),
            .warning: Appearance(caution),
            .lookup: Appearance(word),
            .connect: Appearance(caution),
            .tls: Appearance(label),
            .send: Appearance(text),
            .wait: Appearance(accent),
            .download: Appearance(good),
            .methodGet: Appearance(text),
            .methodWrite: Appearance(caution),
            .methodDelete: Appearance(bad),
        ]
    }

    /// The fixed ones of the xterm palette; its first 16 differ from terminal to terminal.
    private static let namedColours = Dictionary(
        uniqueKeysWithValues: (UInt8(16)...255).map { (Style.colour($0), Appearance(.indexed($0))) })
}
