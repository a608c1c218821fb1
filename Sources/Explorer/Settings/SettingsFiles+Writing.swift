import YAMLTree

extension SettingsFiles {
    /// The text of `config.yaml` with another theme in it; all else of it stays as it is.
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
            throw SettingsProblem("\(error); write theme: \(theme.text) into it yourself", file: configName)
        }
    }
}
