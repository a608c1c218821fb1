/// The forms that replace graphemes on a screen that shows ASCII only: exactly as many columns as the grapheme had.
public struct ASCIIForms: Sendable, Hashable {
    /// Forms beyond the built-in ones, for signs whose meaning only the caller knows; they win.
    public var forms: [String: String]

    public init(_ forms: [String: String] = [:]) { self.forms = forms }

    /// Returns the form, cut or filled to `columns`; `?` for a grapheme without one.
    public func form(of grapheme: String, columns: Int) -> String {
        let form = forms[grapheme] ?? ASCIIForms.builtIn[grapheme] ?? ASCIIForms.derived(grapheme)
        let safe = form.filter { $0.isASCII && $0 >= " " && $0 <= "~" }
        let filler = safe.last == "-" ? "-" : " "
        return String((safe + String(repeating: filler, count: columns)).prefix(columns))
    }

    private static func derived(_ grapheme: String) -> String {
        guard let scalar = grapheme.unicodeScalars.first else { return "" }
        if scalar.isASCII { return String(scalar) }
        if (0x2400...0x2421).contains(scalar.value) { return "." }
        if (0xFF01...0xFF5E).contains(scalar.value) {
            return Unicode.Scalar(scalar.value - 0xFEE0).map(String.init) ?? "?"
        }
        return scalar.properties.isWhitespace ? " " : "?"
    }

    private static let builtIn: [String: String] = {
        var table = [
            "…": "~", "·": ".", "•": "*", "●": "*", "○": "o", "‹": "<", "›": ">", "«": "<", "»": ">", "→": ">",
            "←": "<",
            "↑": "^", "↓": "v", "▸": ">", "▾": "v", "▶": ">", "▼": "v", "◂": "<", "▲": "^", "✓": "+", "✗": "x",
            "↪": ">",
            "⟳": "@", "–": "-", "—": "-", "‘": "'", "’": "'", "“": "\"", "”": "\"", "×": "x", "█": "#", "▓": "#",
            "▒": ":", "░": ".", "�": "?", "│": "|", "─": "-",
        ]
        for eighth in "▁▂▃▄▅▆▇▉▊▋▌▍▎▏▐▀" { table[String(eighth)] = "#" }
        for (arms, character) in BoxDrawing.characters.enumerated() where arms > 0 {
            table[character] = BoxDrawing.asciiForm(arms)
        }
        for round in "╭╮╰╯┏┓┗┛╔╗╚╝╋╬" { table[String(round)] = "+" }
        for horizontal in "━═╌┄" { table[String(horizontal)] = "-" }
        for vertical in "┃║╎┆" { table[String(vertical)] = "|" }
        return table
    }()
}
