import Foundation
import TestSupport
import TextGrid

// What a person does again and again.

extension Size {
    /// The smallest size that is comfortable.
    static let small = Size(columns: 80, rows: 24)
    static let large = Size(columns: 200, rows: 50)
    /// The widest size in which the response is below the request, so that its title has the room of both.
    static let below = Size(columns: 139, rows: 50)
}

extension TerminalSession {
    /// Shows a request of the tree, found by its path without `.yml`; the tree stays focused.
    func showRequest(_ path: String, named name: String, line: UInt = #line) throws {
        try type("1/")
        try waitFor("the question for a filter", line: line) { $0.contains("Show only") }
        try type(path)
        try waitFor("\(name) in the title of the request", line: line) {
            $0.contains("› \(name) ") || $0.contains("> \(name) ")
        }
        try press(.escape)
        try waitFor("the whole tree again", line: line) { !$0.contains("Show only") }
    }

    /// Shows a request, sends it, and waits for what the response's title says of the end.
    func send(_ path: String, named name: String, until outcome: String, line: UInt = #line) throws {
        try showRequest(path, named: name, line: line)
        try type("s")
        try waitForResponse(outcome, line: line)
    }

    /// Waits until the line with the response's title says something.
    func waitForResponse(_ text: String, line: UInt = #line) throws {
        try waitFor("\"\(text)\" in the title of the response", line: line) { $0.responseTitle.contains(text) }
    }

    /// Goes on through the tabs of the focused request until one is chosen.
    func showRequestTab(_ title: String, line: UInt = #line) throws {
        try showTab(title, line: line) { $0.requestTab }
    }

    /// Goes on through the tabs of the focused response until one is chosen.
    func showResponseTab(_ title: String, line: UInt = #line) throws {
        try showTab(title, line: line) { $0.responseTab }
    }

    private func showTab(_ title: String, line: UInt, _ chosen: (VirtualScreen) -> String) throws {
        for _ in 0..<6 where chosen(screen) != title {
            let before = chosen(screen)
            try type("]")
            try waitFor("the tab after \(before)", line: line) { ![before, ""].contains(chosen($0)) }
        }
        try waitFor("the tab \(title)", line: line) { chosen($0) == title }
    }

    /// Types one key and waits until a frame was drawn for it.
    func step(_ key: String, line: UInt = #line) throws {
        let count = trace.count
        try type(key)
        try waitForTrace("a frame for the key \(key.debugDescription)", line: line) { $0.count > count }
    }

    /// Quits where nothing is unsaved.
    func quit(line: UInt = #line) throws -> Int32 {
        try type("q")
        let deadline = Date(timeIntervalSinceNow: patience)
        // Of a send that has not ended yet it is asked; what else keeps the program is an error.
        while statusIfEnded == nil, !screen.contains("Stop all and quit"), Date() < deadline {
            waitForSilence(of: 0.01, atMost: 0.05)
        }
        if statusIfEnded == nil, screen.contains("Stop all and quit") { try press(.enter) }
        return try waitForExit(line: line)
    }
}

extension VirtualScreen {
    func contains(_ text: String) -> Bool { self.text.contains(text) }

    /// The rows as text.
    var rows: [String] { (0..<size.rows).map(text(row:)) }

    /// Returns the first row that holds a text; "" if there is none.
    func row(with text: String) -> String { rows.first { $0.contains(text) } ?? "" }

    /// The title line of the response.
    var responseTitle: String { row(with: " 3 Response ") }

    /// The chosen tab of the request, without its count.
    var requestTab: String {
        chosenTab(
            in: rows.first { row in
                ["Params", "Examples", "Settings", "Proxy"].contains { row.contains($0) } && row.contains("[")
            })
    }
    /// The chosen tab of the response, without its count.
    var responseTab: String { chosenTab(in: rows.first { $0.contains("Timing") && $0.contains("Attempts") }) }

    private func chosenTab(in row: String?) -> String {
        guard let row, let start = row.firstIndex(of: "["), let end = row[start...].firstIndex(of: "]") else {
            return ""
        }
        return String(row[row.index(after: start)..<end].prefix { $0 != " " })
    }

    /// Returns the place where a text is for the first time, read cell by cell; nil if it is not there.
    func place(of text: String, from first: Point = Point(column: 0, row: 0)) -> Point? {
        let wanted = text.map(String.init)
        for row in first.row..<size.rows {
            let cells = (0..<size.columns).map { self[column: $0, row: row].text }
            let start = row == first.row ? first.column : 0
            for column in start..<max(start, size.columns - wanted.count + 1)
            where Array(cells[column..<column + wanted.count]) == wanted {
                return Point(column: column, row: row)
            }
        }
        return nil
    }

    /// Returns the look of the first letter of a text.
    func look(of text: String, from first: Point = Point(column: 0, row: 0)) -> Appearance? {
        place(of: text, from: first).map { self[column: $0.column, row: $0.row].look }
    }
}
