public import Foundation
public import OpenCollection
import Quoting
import Secrets
import Text

/// The rows of `run --data`, each with a value for some names.
public struct DataRows: Sendable, Hashable {
    public private(set) var rows: [Row]

    public struct Row: Sendable, Hashable {
        /// The number in the file, from 1.
        public let number: Int
        /// The values in the order of the file.
        public let values: [TypedValue.Member]

        /// Returns the name in reports: "row 2: ann, 7", the first values that are no secrets, with dots in the place of those within.
        ///
        /// - Parameter isSecret: Whether the value of a name is secret.
        public func title(isSecret: (TypedValue.Member) -> Bool) -> String {
            let texts = values.filter { !isSecret($0) }.map { member in
                let text = member.value.text
                return String(SecretMatcher.hiding(LiteralSecret.all(in: text).map(\.range), in: text).prefix(40))
            }
            let shown = texts.filter { !$0.isEmpty }.prefix(3).joined(separator: ", ")
            return "row \(number)" + (shown.isEmpty ? "" : ": \(shown)")
        }
    }

    /// Reads a JSON array of objects, JSON Lines or CSV; the content says which it is.
    ///
    /// - Throws: ``UsageError``, with the line.
    public init(_ data: Data, named name: String) throws(UsageError) {
        let bytes = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw UsageError("\(name) is not UTF-8", advice: "save it as UTF-8")
        }
        do throws(Fault) {
            switch text.first(where: { !$0.isWhitespace }) {
            case "[": rows = try Self.array(text)
            case "{": rows = try Self.lines(text)
            default: rows = try Self.table(text)
            }
        } catch {
            throw UsageError("\(name):\(error.line): \(error.what)", advice: error.advice)
        }
        if rows.isEmpty { throw UsageError("\(name) has no rows", advice: "a run needs at least one") }
    }

    private struct Fault: Error {
        var line: Int
        var what: String
        var advice: String
    }

    private static let objects = "write objects: [{\"id\": 1}, {\"id\": 2}], or one per line"

    private static func array(_ text: String) throws(Fault) -> [Row] {
        guard case .list(let elements)? = TypedValue(jsonAsWritten: text) else {
            throw Fault(line: 1, what: "invalid JSON", advice: objects)
        }
        var rows: [Row] = []
        for (index, element) in elements.enumerated() {
            guard case .object(let members) = element else {
                throw Fault(line: 1, what: "element \(index + 1) is no object", advice: objects)
            }
            try requireDistinct(members.map(\.name), of: "element \(index + 1)", line: 1)
            rows.append(Row(number: index + 1, values: members))
        }
        return rows
    }

    private static func lines(_ text: String) throws(Fault) -> [Row] {
        if case .object(let members)? = TypedValue(jsonAsWritten: text) {
            try requireDistinct(members.map(\.name), of: "the object", line: 1)
            return [Row(number: 1, values: members)]
        }
        var rows: [Row] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
        where !line.allSatisfy(\.isWhitespace) {
            guard case .object(let members)? = TypedValue(jsonAsWritten: String(line)) else {
                throw Fault(line: index + 1, what: "no JSON object", advice: objects)
            }
            try requireDistinct(members.map(\.name), of: "the object", line: index + 1)
            rows.append(Row(number: rows.count + 1, values: members))
        }
        return rows
    }

    /// - Throws: A fault if a name occurs twice: one of the values would be lost.
    private static func requireDistinct(_ names: [String], of place: String, line: Int) throws(Fault) {
        var seen: Set<String> = []
        guard let name = names.first(where: { !seen.insert($0).inserted }) else { return }
        throw Fault(line: line, what: "\(place) has \"\(name)\" twice", advice: "give each value a name of its own")
    }

    private static func table(_ text: String) throws(Fault) -> [Row] {
        var reader = TableReader(text)
        guard let (_, names) = try reader.next() else { return [] }
        if let index = names.firstIndex(where: \.isEmpty) {
            throw Fault(
                line: 1, what: "column \(index + 1) has no name", advice: "the first row has the names of variables")
        }
        try requireDistinct(names, of: "the first row", line: 1)
        var rows: [Row] = []
        while let (line, cells) = try reader.next() {
            guard cells.count == names.count else {
                let what = "\(cells.count) cells in place of \(names.count)"
                throw Fault(line: line, what: what, advice: "write a cell for each name, in quotes if it has a comma")
            }
            let values = zip(names, cells).map { TypedValue.Member($0, .string($1)) }
            rows.append(Row(number: rows.count + 1, values: values))
        }
        return rows
    }

    /// Reads a table of comma-separated values, row by row; empty lines are left out.
    ///
    /// - Source: RFC 4180, section 2.
    private struct TableReader {
        private var rest: Substring.UnicodeScalarView
        private var line = 1

        init(_ text: String) { rest = text[...].unicodeScalars }

        mutating func next() throws(Fault) -> (line: Int, cells: [String])? {
            while let first = rest.first, "\r\n".unicodeScalars.contains(first) { _ = take() }
            guard !rest.isEmpty else { return nil }
            let start = line
            var cells = [try cell()]
            while rest.first == "," {
                _ = take()
                cells.append(try cell())
            }
            return (start, cells)
        }

        private mutating func cell() throws(Fault) -> String {
            var cell = String.UnicodeScalarView()
            guard rest.first == "\"" else {
                while let scalar = rest.first, !",\r\n".unicodeScalars.contains(scalar) {
                    cell.append(take() ?? scalar)
                }
                return String(cell)
            }
            let start = line
            _ = take()
            while let scalar = take() {
                guard scalar == "\"" else {
                    cell.append(scalar)
                    continue
                }
                guard rest.first == "\"" else { return try ended(String(cell)) }
                cell.append(take() ?? scalar)
            }
            throw Fault(line: start, what: "a quoted cell has no end", advice: "close it with a quote")
        }

        private func ended(_ cell: String) throws(Fault) -> String {
            guard rest.first.map(",\r\n".unicodeScalars.contains) ?? true else {
                throw Fault(line: line, what: "text after a quoted cell", advice: "double a quote within quotes")
            }
            return cell
        }

        private mutating func take() -> Unicode.Scalar? {
            let scalar = rest.popFirst()
            if scalar == "\n" { line += 1 }
            return scalar
        }
    }
}
