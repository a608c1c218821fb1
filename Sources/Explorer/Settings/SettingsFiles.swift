public import YAMLTree

/// The texts of the user's own files, as they were last read: ``Settings`` reads what is in them.
public struct SettingsFiles: Sendable, Hashable {
    /// `config.yaml`: which theme, and whether the screen is plain. Nil: there is none.
    public var config: String?
    /// The text of `keys.yaml`, the user's own keys; nil: there is none.
    public var keys: String?
    /// `themes/NAME.yaml`, by NAME.
    public var themes: [String: String] = [:]
    /// Files that are there and cannot be read.
    public var problems: [SettingsProblem] = []
    /// Whether `NO_COLOR` is set: no theme has colours then.
    public var isColourless = false

    public init() {}

    public static let configName = "config.yaml"
    public static let keysName = "keys.yaml"
    public static let themesName = "themes"
}

/// An error in the user's own files: `keys.yaml:3:5: what, and what was expected`.
public struct SettingsProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the file, below the directory of settings.
    public var file: String
    /// The place in the file; nil when the problem concerns the whole file.
    public var place: SourcePlace?
    public var message: String

    public init(_ message: String, file: String, at place: SourcePlace? = nil) {
        (self.file, self.place, self.message) = (file, place, message)
    }

    public var description: String {
        let position = place.map { ":\($0.line):\($0.column)" } ?? ""
        return "\(file)\(position): \(message)"
    }
}

/// A file of settings with what is wrong in it: what is right counts all the same.
struct SettingsReader {
    let file: String
    private(set) var problems: [SettingsProblem] = []

    init(file: String) { self.file = file }

    mutating func complain(_ message: String, at node: YAMLNode) {
        problems.append(SettingsProblem(message, file: file, at: node.place))
    }

    /// Returns the entries of a file that is a mapping; nil when it is none, which is reported unless the file is empty.
    mutating func entries(of text: String) -> [YAMLNode.Entry]? {
        do throws(YAMLSyntaxError) {
            let root = try YAMLDocument(text: text).root
            if root.isNull { return nil }
            return entries(of: root, as: "the file")
        } catch {
            let message = "\(error.message); the file is ignored until this is fixed"
            problems.append(SettingsProblem(message, file: file, at: error.place))
            return nil
        }
    }

    /// - Parameter name: The name of the node, for the complaint.
    mutating func entries(of node: YAMLNode, as name: String) -> [YAMLNode.Entry]? {
        if node.isNull { return nil }
        if let entries = node.entries { return entries }
        complain("\(name) is not a mapping; expected a mapping of names to values", at: node)
        return nil
    }

    /// Returns a text of one line; nil, with a complaint, if it is none.
    mutating func text(of node: YAMLNode, as name: String) -> String? {
        if !node.isNull, let text = node.string { return text }
        complain("\(name) is not a string", at: node)
        return nil
    }
}

extension SettingsFiles {
    /// Returns the text of `config.yaml` with another theme in it; all else of it stays as it is.
    ///
    /// - Throws: ``SettingsProblem`` when the file cannot be edited.
    public static func config(_ text: String?, choosing theme: ThemeName) throws(SettingsProblem) -> String {
        let mapping = YAMLValue.mapping(YAMLMapping([("theme", .string(theme.text))]))
        guard let text, !text.allSatisfy(\.isWhitespace) else { return mapping.emitted() }
        do {
            let edit = YAMLEdit.setKey(inMapping: [], key: "theme", .string(theme.text))
            return try YAMLDocument(text: text).applying(edit).text
        } catch let error as YAMLSyntaxError {
            throw SettingsProblem(error.message, file: configName, at: error.place)
        } catch {
            throw SettingsProblem("\(error); add theme: \(theme.text) to it yourself", file: configName)
        }
    }
}
