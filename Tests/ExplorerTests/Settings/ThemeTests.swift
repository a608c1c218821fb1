import ExplorerKit
import Foundation
import Testing
import TextGrid

@testable import Explorer

@Suite("Colours")
struct ThemeTests {
    private static func settings(_ config: String? = nil, themes: [String: String] = [:], isColourless: Bool = false)
        -> Settings
    {
        var files = SettingsFiles()
        files.config = config
        files.themes = themes
        files.isColourless = isColourless
        return Settings(files)
    }

    @Test("every theme gives every style a look of its own, or leaves it to the terminal", arguments: ThemeName.builtIn)
    func complete(_ name: ThemeName) throws {
        let palette = try #require(Theme.builtIn[name])
        for style in Theme.styles { #expect(palette.appearances[style] != nil, "\(style.name)") }
        #expect(name.summary != nil)
    }

    /// Returns the contrast of WCAG 2.1: 1 for the same, 21 for black and white.
    private static func contrast(_ a: UInt8, _ b: UInt8) -> Double {
        func luminance(_ index: UInt8) -> Double {
            let colour = XTermColours.rgb(index)
            let parts = [colour.red, colour.green, colour.blue].map { value -> Double in
                let share = Double(value) / 255
                if share <= 0.03928 { return share / 12.92 }
                return pow((share + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
        }
        let (bright, dark) = (max(luminance(a), luminance(b)), min(luminance(a), luminance(b)))
        return (bright + 0.05) / (dark + 0.05)
    }

    @Test(
        "what a theme says can be read on its ground",
        arguments: [
            (ThemeName.standard, UInt8(16), 3.0), (.standard, 231, 2.0), (.dark, 16, 4.5), (.light, 231, 4.5),
            (.highContrast, 16, 7.0),
        ])
    func readable(_ name: ThemeName, _ ground: UInt8, _ least: Double) throws {
        let palette = try #require(Theme.builtIn[name])
        for style in Theme.styles where style != .rule {
            let look = palette[style]
            guard case .indexed(let colour) = look.foreground else { continue }
            if case .indexed(let own) = look.background {
                #expect(Self.contrast(colour, own) >= least, "\(style.name)")
            } else {
                #expect(Self.contrast(colour, ground) >= least, "\(style.name): \(Self.contrast(colour, ground))")
            }
        }
    }

    @Test("sixteen colours are the terminal's own sixteen")
    func sixteen() throws {
        let palette = try #require(Theme.builtIn[.sixteen])
        for style in Theme.styles {
            for colour in [palette[style].foreground, palette[style].background] {
                if case .indexed(let index) = colour { #expect(index < 16, "\(style.name)") }
            }
        }
    }

    @Test("without colours there are none, whatever the files say")
    func colourless() {
        let settings = Self.settings("theme: dark\n", isColourless: true)
        for style in Theme.styles {
            #expect(settings.palette[style].foreground == .standard && settings.palette[style].background == .standard)
        }
    }

    @Test("without colours a fault differs from the text around it that is edited", arguments: ThemeName.builtIn)
    func fault(_ name: ThemeName) throws {
        let palette = Theme.withoutColours(try #require(Theme.builtIn[name]))
        for palette in [palette, Theme.plain] {
            let differs = palette[.fault].attributes.symmetricDifference(palette[.editing].attributes)
            #expect(differs.contains(.reverse))
        }
    }

    @Test("config.yaml names the theme; one that is not there is told with those that are")
    func chosen() {
        #expect(Self.settings("theme: dark\n").palette == Theme.builtIn[.dark])
        let settings = Self.settings("theme: drak\n")
        #expect(settings.palette == Theme.standard)
        #expect(
            settings.problems.map(\.description)
                == [
                    "config.yaml:1:8: unknown theme \"drak\"; valid: standard, dark, light, high-contrast, 16, none"
                ])
        #expect(
            Self.settings("them: dark\n").problems.map(\.description) == [
                "config.yaml:1:1: unknown setting \"them\"; did you mean theme?"
            ])
    }

    @Test("config.yaml has the limits of scripts; one that is none, or too much, is told, and the others count")
    func scripts() {
        let settings = Self.settings("scripts:\n  timeout: 20\n  memory: 9000\n  time: 1\n")
        #expect(settings.scripts.timeout == 20 && settings.scripts.memory == nil)
        #expect(
            settings.problems.map(\.description) == [
                "config.yaml:3:11: scripts.memory must be a number from 16 to 4096",
                "config.yaml:4:3: unknown script limit \"time\"; valid: timeout, memory",
            ])
    }

    @Test("a theme of one's own changes some looks of another")
    func own() {
        let text = """
            extends: light
            styles:
              pane.title.focused: bold underline 200 on black
              json.key: "#ff0000"
              cursor: default
            """
        let settings = Self.settings("theme: mine\n", themes: ["mine": text])
        #expect(settings.problems.isEmpty)
        #expect(settings.palette[.paneTitleFocused] == Appearance(.indexed(200), on: .indexed(0), [.bold, .underline]))
        #expect(settings.palette[.jsonKey] == Appearance(.indexed(196)))
        #expect(settings.palette[.cursor] == Appearance())
        #expect(settings.palette[.failure] == Theme.builtIn[.light]?[.failure])
        #expect(settings.themeNames.last == ThemeName("mine"))
    }

    @Test(
        "what is wrong in a theme is told with its line, and the rest counts",
        arguments: [
            (
                "extends: nosuch",
                "themes/mine.yaml:1:10: cannot extend theme \"nosuch\"; valid: standard, dark, light, high-contrast, 16, none"
            ),
            ("colour: x", "themes/mine.yaml:1:1: a theme can only have extends and styles"),
            ("styles: {json.kee: red}", "themes/mine.yaml:1:10: unknown style \"json.kee\"; did you mean json.key?"),
            (
                "styles: {rule: redd}",
                "themes/mine.yaml:1:16: \"redd\" is neither a colour nor an attribute; did you mean red?"
            ),
            (
                "styles: {rule: mauve}",
                "themes/mine.yaml:1:16: \"mauve\" is neither a colour (black, red, green, yellow, blue, magenta, cyan, white, each with bright- before it, 0 to 255, #rrggbb, default) nor bold, dim, italic, underline or reverse"
            ),
            (
                "styles:\n  rule: red blue",
                "themes/mine.yaml:2:9: \"red\" and \"blue\" are both colours of the text: the background colour follows \"on\""
            ),
            (
                "styles:\n  rule: red on 7 on blue",
                "themes/mine.yaml:2:9: \"7\" and \"blue\" are both colours of the background: only one may follow \"on\""
            ),
            ("styles: {rule: ''}", "themes/mine.yaml:1:16: the style is empty; write default for the terminal's own"),
            ("styles: {rule: red on}", "themes/mine.yaml:1:16: missing colour after \"on\""),
            ("styles: {rule: on bold red}", "themes/mine.yaml:1:16: missing colour after \"on\""),
            ("styles: {rule: on on red}", "themes/mine.yaml:1:16: missing colour after \"on\""),
        ])
    func wrong(_ text: String, _ problem: String) {
        #expect(Self.settings(themes: ["mine": text]).problems.map(\.description) == [problem])
    }

    @Test(
        "what only looks like a number of a colour is none", arguments: ["+5", "256", "-1", "#+12345", "#12345", "٣"])
    func noNumber(_ word: String) {
        let problems = Self.settings(themes: ["mine": "styles: {rule: '\(word)'}"]).problems.map(\.description)
        #expect(problems.count == 1 && problems[0].contains("\"\(word)\" is neither a colour"), "\(problems)")
    }

    @Test("themes are looked through on screen: each is shown at once, Esc brings the old one back, Enter keeps it")
    func choosing() throws {
        var state = Explorers.state()
        state.press(":")
        state.type("colours")
        state.press(.enter)
        #expect(state.screen.contains("brighter colours for dark backgrounds"))
        state.press(.down)
        #expect(state.palette == Theme.builtIn[.dark])
        state.press(.escape)
        #expect(state.palette == Theme.standard)
        state.press(":")
        state.type("colours")
        state.press(.enter, .down)
        let effects = state.press(.enter)
        #expect(state.palette == Theme.builtIn[.dark])
        #expect(effects.contains { if case .keepTheme(.dark) = $0.order { true } else { false } })
    }

    @Test("the file that keeps the choice is changed in that line alone")
    func kept() throws {
        #expect(try SettingsFiles.config(nil, choosing: .dark) == "theme: dark\n")
        #expect(
            try SettingsFiles.config("# mine\ntheme: light # day\n", choosing: .dark) == "# mine\ntheme: dark # day\n")
        #expect(throws: SettingsProblem.self) { try SettingsFiles.config("a: [", choosing: .dark) }
    }
}
