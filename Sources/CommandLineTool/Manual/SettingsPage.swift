/// The manual's page of settings, in Markdown, with the tables of themes and styles.
public enum SettingsPage {
    /// - Parameters:
    ///   - themes: The built-in themes, with what they are for.
    ///   - styles: The styles that a theme may define.
    public static func manualPage(themes: [(name: String, summary: String)], styles: [String]) -> String {
        """
        # Keys and colours of your own

        Made from the tables in the source; do not edit.

        Settings lie in the directory that `microscope where` calls `config`. Files there are read at the start and whenever they change, also when the directory is made later; F5 reads them where changes are not seen. What is wrong in one is
        told with its line, in the status line and in the log; what is right in it counts all the same.

        ## Keys: `keys.yaml`

        ```yaml
        everywhere:             # wherever the action means something
          send: [s, F9]
          quit: F10
        response:               # in one context only; wins over everywhere
          wrap: Alt-w
          previousSibling: []   # no key; the palette (:) still has it
        ```

        Names of contexts and actions stand in the [table of keys](keys.md). A key is written as help writes it: `s`, `S`, `Space`, `F5`, `Ctrl-R`, `Alt-x`, `Shift-Tab`, `PgDn`. The keys that are given take
        the place of the standard ones; footer, help and palette show what counts. A few sentences that name a key in passing still name the standard one.

        - Two actions may change their keys with each other. When a key is taken from an action that still wants it, that is told once, with the contexts: `s was send in tree, request and 5 more`. Where the file
          gives one key to two actions, the line that lost it is told with the line that has it; a key given in one context wins over the same key given `everywhere`, and that is not told.
        - In fields, letters are typed: an action there needs a key with Ctrl or Alt, or a function key. Letters for `everywhere` leave the keys in fields as they are.
        - Ctrl-C always cancels or quits. Ctrl-H, Ctrl-I, Ctrl-J and Ctrl-M cannot be told from Backspace, Tab and Enter by a terminal.

        ## Colours: `config.yaml` and `themes/`

        `:`, then "colours", lists the themes; each is shown while you look through them, Enter keeps it, in `config.yaml`:

        ```yaml
        theme: dark
        ```

        \(table(themes))

        `plain: true` there is plain mode, for screen readers: [everywhere.md](everywhere.md).

        `scripts: {timeout: 30, memory: 512}` there are your limits of [scripts](scripts.md#limits), in seconds and MiB.

        With `NO_COLOR` set, nothing has colours whatever the files say.

        A theme of your own is a file `themes/NAME.yaml`:

        ```yaml
        extends: dark           # one of those above; standard, unless said
        styles:
          pane.title.focused: bold 39
          json.key: "#5fafff"
          match: black on yellow underline
        ```

        A look is `bold`, `dim`, `italic`, `underline`, `reverse` and a colour, and behind `on` the colour of the ground: a name of the terminal's sixteen (`red`, `bright-red`), a number of the palette of 256,
        `#rrggbb` (the nearest of that palette), or `default`. One colour of the text and one of the ground: a second one is told as wrong.

        The styles: \(styles.map { "`\($0)`" }.joined(separator: ", ")).

        """
    }

    private static func table(_ themes: [(name: String, summary: String)]) -> String {
        let rows = themes.map { "| `\($0.name)` | \($0.summary) |" }
        return (["| Theme | What it is for |", "|---|---|"] + rows).joined(separator: "\n")
    }
}
