import ExplorerKit
import TextGrid

extension ExplorerState {
    /// Takes the user's settings files, which were read at the start or because they changed. Problems that were reported before are not reported
    /// again.
    mutating func take(_ files: SettingsFiles) {
        guard files != preferences.settingsFiles else { return }
        let (before, isFirst) = (settings, preferences.settingsFiles == nil)
        preferences.settingsFiles = files
        settings = Settings(files)
        choosePlainGlyphs()
        arrangeBands()
        let new = settings.problems.filter { !before.problems.contains($0) }
        for problem in new { note("\(problem)") }
        if let first = new.first {
            let more = new.count == 1 ? "" : " (\(new.count - 1) more in the log)"
            say(.warning, "\(first)\(more)")
        } else if !isFirst, settings.palette != before.palette || settings.keymap.rows != before.keymap.rows {
            say(.info, "Keys and colours were reloaded.")
        }
    }

    // MARK: Colours

    /// The colours of the screen: while a theme is being chosen, those of the one under the cursor.
    public var palette: Palette {
        guard let preview = (overlays.last as? Chooser)?.option?.preview else { return settings.palette }
        var shown = settings
        preview(&shown)
        return shown.palette
    }

    mutating func askForTheme() {
        let names = settings.themeNames
        let options = names.map { name in
            var option = Chooser.Option(name.text, detail: name.summary ?? "your own") { $0.choose(name) }
            // Files of themes may come and go while the list is open.
            option.preview = { if $0.themeNames.contains(name) { $0.show(name) } }
            return option
        }
        let shown = names.firstIndex(of: settings.theme) ?? 0
        ask("Colours", options: options, selected: shown)
        if settings.isColourless { complain("NO_COLOR is set: unset it to see colours.") }
    }

    mutating func choose(_ theme: ThemeName) -> [Effect] {
        settings.show(theme)
        say(.info, "The colours are \(theme.text).")
        return effect(.settings, .keepTheme(theme))
    }
}
