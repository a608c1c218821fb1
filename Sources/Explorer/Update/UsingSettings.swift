import ExplorerKit
import TextGrid

extension ExplorerState {
    /// A person's own files were read, at the start or because they changed. What was told before is not told again.
    mutating func take(_ files: SettingsFiles) {
        guard files != preferences.settingsFiles else { return }
        let (before, isFirst) = (settings, preferences.settingsFiles == nil)
        preferences.settingsFiles = files
        settings = Settings(files)
        choosePlainSigns()
        arrangeBands()
        let new = settings.problems.filter { !before.problems.contains($0) }
        for problem in new { note("\(problem)") }
        if let first = new.first {
            let more = new.count == 1 ? "" : " (\(new.count - 1) more in the log)"
            say(.warning, "\(first)\(more)")
        } else if !isFirst, settings.palette != before.palette || settings.keymap.rows != before.keymap.rows {
            say(.info, "Keys and colours were read anew.")
        }
    }

    // MARK: Colours

    /// What the screen is drawn in: while a theme is being chosen, the one under the cursor.
    public var palette: Palette {
        // Files of themes may have come and gone since the list was made.
        guard let name = (overlays.last as? Chooser)?.option?.subject as? ThemeName, settings.themeNames.contains(name)
        else { return settings.palette }
        var shown = settings
        shown.show(name)
        return shown.palette
    }

    mutating func askForTheme() {
        let names = settings.themeNames
        let options = names.map { name in
            Chooser.Option(name.text, detail: name.summary ?? "your own", about: name) { $0.choose(name) }
        }
        let shown = names.firstIndex(of: settings.theme) ?? 0
        ask("Colours", options: options, selected: shown)
        if settings.isColourless { complain("NO_COLOR is set: nothing has colours until it is not.") }
    }

    mutating func choose(_ theme: ThemeName) -> [Effect] {
        settings.show(theme)
        say(.info, "The colours are \(theme.text).")
        return effect(.settings, .keepTheme(theme))
    }
}
