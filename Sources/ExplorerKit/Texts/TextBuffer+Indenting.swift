// The spaces that lines begin with.

extension TextBuffer {
    /// Begins a line with the indentation of the one it leaves.
    ///
    /// - Parameter byBrackets: Whether the line is one level deeper after an opening bracket, and a closing one goes to a line of its own.
    package mutating func breakLine(indentingByBrackets byBrackets: Bool) {
        let before = characters(ofLine: cursor.line)[..<cursor.column]
        let indentation = String(before.prefix { $0.isIndentation })
        let opens = byBrackets && before.last { !$0.isIndentation }.map { "{[".contains($0) } == true
        insert("\n" + indentation + (opens ? levelOfIndentation : ""))
        let place = cursor
        guard opens, let next = characters(ofLine: place.line)[safe: place.column], "}]".contains(next) else { return }
        insert("\n" + indentation)
        self.place(at: place)
    }

    /// Takes a level away from a line that has nothing else in it.
    package mutating func stepBackIndentation() {
        let line = characters(ofLine: cursor.line)
        guard cursor.column == line.count, line.allSatisfy(\.isIndentation) else { return }
        let start = max(0, cursor.column - levelOfIndentation.count)
        delete(from: Position(line: cursor.line, column: start), to: cursor)
    }

    /// The indentation of the first line that has some; else as bodies are laid out.
    private var levelOfIndentation: String {
        let first = lines.first { $0.first?.isIndentation == true && !$0.allSatisfy(\.isIndentation) }
        return first.map { String($0.prefix { $0.isIndentation }) } ?? "  "
    }
}

extension Character {
    fileprivate var isIndentation: Bool { self == " " || self == "\t" }
}
