/// The manual's page of settings, in Markdown, with the tables of themes and styles.
public enum SettingsPage {
    /// - Parameters:
    ///   - themes: The built-in themes, with what they are for.
    ///   - styles: The styles that a theme may define.
    public static func manualPage(themes: [(name: String, summary: String)], styles: [String]) -> String {
        """
        # Custom keys and colours

        Generated from the tables in the source; do not edit.

        Settings are in the directory that `microscope where` calls `config`. Files there are read at the start and whenever they change, also when the directory is created later; F5 reloads them where changes are not noticed. Errors in
        them are shown with their line, in the status line and in the log; the valid parts are used anyway.

        ## Keys: `keys.yaml`

        ```yaml
        everywhere:             # wherever the action is available
          send: [s, F9]
          quit: F10
        response:               # in one context only; overrides everywhere
          wrap: Alt-w
          previousSibling: []   # no key; the palette (:) still has it
        ```

        Names of contexts and actions are in the [table of keys](keys.md). A key is written as in the help: `s`, `S`, `Space`, `F5`, `Ctrl-R`, `Alt-x`, `Shift-Tab`, `PgDn`. Keys in the file replace
        the default ones; footer, help and palette show the keys in effect. A few texts that mention a key still name the default one.

        - Two actions may swap their keys. When a key is taken from an action that has no other, this is reported once, with the contexts: `s was send in tree, request and 5 more`. If the file
          gives one key to two actions, the line without effect is reported with the line in effect; a key in one context overrides the same key under `everywhere`, without a report.
        - In fields, letters are typed: an action there needs a key with Ctrl or Alt, or a function key. Letters for `everywhere` leave the keys in fields as they are.
        - Ctrl-C always cancels or quits. A terminal cannot distinguish Ctrl-H, Ctrl-I, Ctrl-J and Ctrl-M from Backspace, Tab and Enter.

        ## Colours: `config.yaml` and `themes/`

        `:`, then "colours", lists the themes with a preview of each; Enter saves one in `config.yaml`:

        ```yaml
        theme: dark
        ```

        \(table(themes))

        `plain: true` there is plain mode, for screen readers: [everywhere.md](everywhere.md).

        `scripts: {timeout: 30, memory: 512}` there are your limits of [scripts](scripts.md#limits), in seconds and MiB.

        With `NO_COLOR` set, there are no colours, whatever the files say.

        A custom theme is a file `themes/NAME.yaml`:

        ```yaml
        extends: dark           # one of those above; default: standard
        styles:
          pane.title.focused: bold 39
          json.key: "#5fafff"
          match: black on yellow underline
        ```

        A style is `bold`, `dim`, `italic`, `underline`, `reverse` and a colour, and after `on` the background colour: a name of the terminal's sixteen (`red`, `bright-red`), a number of the palette of 256,
        `#rrggbb` (the nearest of that palette), or `default`. One text colour and one background colour: a second one is an error.

        The styles: \(styles.map { "`\($0)`" }.joined(separator: ", ")).

        """
    }

    private static func table(_ themes: [(name: String, summary: String)]) -> String {
        let rows = themes.map { "| `\($0.name)` | \($0.summary) |" }
        return (["| Theme | Purpose |", "|---|---|"] + rows).joined(separator: "\n")
    }
}
