/// Light lines that join where they meet. A character of a line is the set of its arms.
enum BoxDrawing {
    static let up = 1
    static let right = 2
    static let down = 4
    static let left = 8

    /// The character with the arms of its index.
    static let characters = ["", "╵", "╶", "└", "╷", "│", "┌", "├", "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"]

    static func arms(of grapheme: String) -> Int { characters.firstIndex(of: grapheme) ?? 0 }

    static func asciiForm(_ arms: Int) -> String {
        if arms & ~(up | down) == 0 { return "|" }
        if arms & ~(left | right) == 0 { return "-" }
        return "+"
    }
}
