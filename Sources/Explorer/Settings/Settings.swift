import ExplorerKit
public import OpenCollection
import Spelling
public import TextGrid
import YAMLTree

/// The user's settings for the program as a whole: keys and colours.
public struct Settings: Sendable {
    public private(set) var keymap = Keymap.standard
    /// The theme that is chosen, and of which name.
    public private(set) var theme = ThemeName.standard
    public private(set) var palette = Theme.standard
    /// Every theme there is, the program's own first.
    private(set) var themes: [ThemeName: Palette] = [:]
    /// The errors in the files, in the order in which they are read.
    public private(set) var problems: [SettingsProblem] = []
    /// Whether the screen is for a screen reader.
    public private(set) var isPlain = false
    /// The limits of scripts.
    public private(set) var scripts = ScriptSettings()
    /// Whether colours were refused for all programs.
    private(set) var isColourless = false

    /// Creates the settings that hold without any file.
    public init() {}

    /// Reads files as far as they are right; the rest is as without them, and is reported in ``problems``.
    public init(_ files: SettingsFiles) {
        problems = files.problems
        isColourless = files.isColourless
        readThemes(files.themes)
        readConfig(files.config)
        readKeys(files.keys)
    }

    private mutating func readThemes(_ texts: [String: String]) {
        for name in texts.keys.sorted() {
            var reader = SettingsReader(file: "\(SettingsFiles.themesName)/\(name).yaml")
            themes[ThemeName(name)] = ThemeFile.read(texts[name] ?? "", with: &reader)
            problems += reader.problems
        }
    }

    private mutating func readConfig(_ text: String?) {
        defer { palette = isColourless ? Theme.plain : palette(of: theme) ?? Theme.standard }
        guard let text else { return }
        var reader = SettingsReader(file: SettingsFiles.configName)
        defer { problems += reader.problems }
        for entry in reader.entries(of: text) ?? [] {
            switch entry.key.string {
            case "theme": readTheme(entry.value, &reader)
            case "plain": readPlain(entry.value, &reader)
            case "scripts": readScripts(entry.value, &reader)
            case let key:
                let near = key.flatMap { NearestWord.find($0, among: Self.names) }
                reader.complain(
                    "unknown setting \"\(key ?? "")\"; "
                        + (near.map { "did you mean \($0)?" } ?? "valid: \(Self.names.joined(separator: ", "))"),
                    at: entry.key)
            }
        }
    }

    /// The keys that `config.yaml` may have.
    private static let names = ["theme", "plain", "scripts"]

    private mutating func readTheme(_ node: YAMLNode, _ reader: inout SettingsReader) {
        guard let name = reader.text(of: node, as: "theme") else { return }
        if palette(of: ThemeName(name)) == nil {
            let names = themeNames.map(\.text).joined(separator: ", ")
            reader.complain("unknown theme \"\(name)\"; valid: \(names)", at: node)
        } else {
            theme = ThemeName(name)
        }
    }

    private mutating func readPlain(_ node: YAMLNode, _ reader: inout SettingsReader) {
        switch node.string {
        case "true": isPlain = true
        case "false": isPlain = false
        default: reader.complain("plain must be true or false", at: node)
        }
    }

    private mutating func readScripts(_ node: YAMLNode, _ reader: inout SettingsReader) {
        for entry in reader.entries(of: node, as: "scripts") ?? [] {
            let name = entry.key.string ?? ""
            guard let range = ScriptSettings.ranges.first(where: { $0.key == name })?.value else {
                let names = ScriptSettings.ranges.map(\.key).joined(separator: ", ")
                reader.complain("unknown script limit \"\(name)\"; valid: \(names)", at: entry.key)
                continue
            }
            guard let number = entry.value.string.flatMap({ Double($0) }), range.contains(number) else {
                let (low, high) = (ScriptSettings.words(range.lowerBound), ScriptSettings.words(range.upperBound))
                reader.complain("scripts.\(name) must be a number from \(low) to \(high)", at: entry.value)
                continue
            }
            scripts[name: name] = number
        }
    }

    private mutating func readKeys(_ text: String?) {
        guard let text else { return }
        var reader = SettingsReader(file: SettingsFiles.keysName)
        keymap = KeyFile.read(text, over: .standard, with: &reader)
        problems += reader.problems
    }

    // MARK: Themes

    /// The program's own themes, then the user's by name; a user's theme named like one of the program's takes its place.
    var themeNames: [ThemeName] {
        let own = ThemeName.builtIn
        return own + themes.keys.filter { !own.contains($0) }.sorted { $0.text < $1.text }
    }

    func palette(of name: ThemeName) -> Palette? { themes[name] ?? Theme.builtIn[name] }

    /// Shows a theme for a preview; the files decide which it is at the next start.
    mutating func show(_ name: ThemeName) {
        guard let chosen = palette(of: name) else { return }
        theme = name
        palette = isColourless ? Theme.plain : chosen
    }
}

/// The name of a theme, in its file's name and in `config.yaml`.
public struct ThemeName: Sendable, Hashable {
    public let text: String

    public init(_ text: String) { self.text = text }

    public static let standard = ThemeName("standard")
}
