import ExplorerKit
import Spelling
import TextGrid
import YAMLTree

/// A theme of the user: `themes/NAME.yaml`.
///
///     extends: dark
///     styles:
///       pane.title.focused: bold 39
///       json.key: "#5fafff"
///       match: black on yellow underline
enum ThemeFile {
    /// Returns the looks of a base theme with those of a file; what is wrong in it is left out and reported.
    static func read(_ text: String, with reader: inout SettingsReader) -> Palette {
        var base = Theme.standard
        var looks: [Style: Appearance] = [:]
        for entry in reader.entries(of: text) ?? [] {
            switch entry.key.string {
            case "extends": base = extended(entry.value, &reader) ?? base
            case "styles": looks = styles(entry.value, &reader)
            default: reader.complain("a theme can only have extends and styles", at: entry.key)
            }
        }
        return Palette(base.appearances.merging(looks) { _, own in own })
    }

    /// Returns the theme to extend. Only the program's own can be extended, so that there is no circle.
    private static func extended(_ node: YAMLNode, _ reader: inout SettingsReader) -> Palette? {
        guard let name = reader.text(of: node, as: "extends") else { return nil }
        if let palette = Theme.builtIn[ThemeName(name)] { return palette }
        let names = ThemeName.builtIn.map(\.text).joined(separator: ", ")
        reader.complain("cannot extend theme \"\(name)\"; valid: \(names)", at: node)
        return nil
    }

    private static func styles(_ node: YAMLNode, _ reader: inout SettingsReader) -> [Style: Appearance] {
        var looks: [Style: Appearance] = [:]
        for entry in reader.entries(of: node, as: "styles") ?? [] {
            guard let name = reader.text(of: entry.key, as: "the name of a style") else { continue }
            guard let style = Theme.styles.first(where: { $0.name == name }) else {
                let near = NearestWord.find(name, among: Theme.styles.map(\.name))
                let help = near.map { "did you mean \($0)?" } ?? "the settings page lists them"
                reader.complain("unknown style \"\(name)\"; \(help)", at: entry.key)
                continue
            }
            guard let text = reader.text(of: entry.value, as: "a style") else { continue }
            do throws(LookProblem) { looks[style] = try Appearance(words: text) } catch {
                reader.complain(error.message, at: entry.value)
            }
        }
        return looks
    }
}

struct LookProblem: Error {
    let message: String
}

extension Appearance {
    /// Reads words such as "bold 39 on black", in any order but for the colour after "on"; one colour for the text, and one for the ground.
    init(words: String) throws(LookProblem) {
        self.init()
        let words = words.split(separator: " ").map { $0.lowercased() }
        guard !words.isEmpty else {
            throw LookProblem(message: "the style is empty; write default for the terminal's own")
        }
        var colours: (text: String?, ground: String?)
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "on" {
                guard let name = rest.popFirst(), name != "on", Attributes.named[name] == nil else {
                    throw LookProblem(message: "missing colour after \"on\"")
                }
                try LookProblem.refuse(name, beside: colours.ground, as: "background: only one may follow \"on\"")
                background = try Colour(named: name)
                colours.ground = name
            } else if let attribute = Attributes.named[word] {
                attributes.insert(attribute)
            } else {
                let colour = try Colour(named: word)
                try LookProblem.refuse(word, beside: colours.text, as: "text: the background colour follows \"on\"")
                (foreground, colours.text) = (colour, word)
            }
        }
    }
}

extension LookProblem {
    /// Refuses a second colour of one kind.
    fileprivate static func refuse(_ word: String, beside other: String?, as kind: String) throws(LookProblem) {
        guard let other else { return }
        throw LookProblem(message: "\"\(other)\" and \"\(word)\" are both colours of the \(kind)")
    }
}

extension Appearance.Attributes {
    fileprivate static let named: [String: Appearance.Attributes] = [
        "bold": .bold, "dim": .dim, "italic": .italic, "underline": .underline, "reverse": .reverse,
    ]
}

extension Colour {
    private static let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

    fileprivate init(named word: String) throws(LookProblem) {
        guard let colour = Colour(word: word) else { throw LookProblem(message: Self.problem(of: word)) }
        self = colour
    }

    /// Returns the complaint about a word, with what is allowed in its place.
    private static func problem(of word: String) -> String {
        let attributes = ["bold", "dim", "italic", "underline", "reverse"]
        let bright = names.map { "bright-\($0)" }
        let near = NearestWord.find(word, among: names + bright + attributes + ["default", "on"])
        if let near { return "\"\(word)\" is neither a colour nor an attribute; did you mean \(near)?" }
        return "\"\(word)\" is neither a colour (\(names.joined(separator: ", ")), each with bright- before it, "
            + "0 to 255, #rrggbb, default) nor bold, dim, italic, underline or reverse"
    }

    /// Reads a name of the terminal's own sixteen, a number of the palette, `#rrggbb` (the nearest of the palette), or `default`.
    init?(word: String) {
        let isBright = word.hasPrefix("bright-")
        if word == "default" {
            self = .standard
        } else if let index = Self.names.firstIndex(of: isBright ? String(word.dropFirst(7)) : word) {
            self = .indexed(UInt8(index + (isBright ? 8 : 0)))
        } else if word.hasPrefix("#"), word.count == 7, word.dropFirst().allSatisfy(\.isHexDigit),
            let value = Int(word.dropFirst(), radix: 16)
        {
            self = .indexed(XTermColours.nearest(to: (value >> 16, value >> 8 & 0xFF, value & 0xFF)))
        } else if word.allSatisfy(\.isNumber), let index = UInt8(word) {
            self = .indexed(index)
        } else {
            return nil
        }
    }
}
