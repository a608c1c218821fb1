public import OpenCollection
import Quoting
import Text

/// Reads a text that is pasted on a part of a request as what that part takes.
public struct PastedText: Sendable, Hashable {
    /// Says what a text is as a body.
    public enum Body: Sendable, Hashable {
        case json, xml
        /// Rows of `a=b&c=d`, decoded.
        case form([Field])
        /// None of the others.
        case text
    }

    private let text: String

    public init(_ text: String) { self.text = text }

    public var body: Body {
        let trimmed = text.trimmedWhitespace
        switch trimmed.unicodeScalars.first {
        case "{", "[": return !trimmed.hasPrefix("{{") && isFree(of: .json) ? .json : .text
        case "<": return trimmed.hasSuffix(">") && isFree(of: .xml) ? .xml : .text
        default: break
        }
        // What ends in signs of equality is more often Base64.
        guard let rows = pairs, rows.count > 1 || !["", "="].contains(rows[0].value) else { return .text }
        return .form(rows)
    }

    private func isFree(of language: CheckedLanguage) -> Bool { language.faults(in: text).isEmpty }

    // MARK: Rows

    /// The rows of `a=b&c=d` or of lines `name: value`; nil if the text is neither.
    public var form: [Field]? { pairs ?? lines }

    /// The rows of the query of a URL, of `a=b&c=d`, or of lines `name: value`; nil if the text is none of them.
    public var query: [Field]? {
        let line = text.trimmedWhitespace
        let isURL = ReceivedRequest.beginsLikeURL(line) || ["/", "?"].contains(line.unicodeScalars.first)
        guard isURL, !line.contains(where: \.isWhitespace) else { return form }
        let query = line.cut(at: "?")?.after ?? ""
        return Self.rows(of: query.cut(at: "#")?.before ?? query)
    }

    private var pairs: [Field]? {
        let line = text.trimmedWhitespace
        guard !line.contains(where: \.isNewline), line.split(at: "&")[0].utf8.contains(UInt8(ascii: "=")) else {
            return nil
        }
        return Self.rows(of: line)
    }

    /// Reads rows divided by `&`; a text with spaces in it has to have several.
    private static func rows(of line: String) -> [Field]? {
        let pairs = QueryItem.all(in: line)
        guard !pairs.isEmpty, pairs.count > 1 || !line.contains(" ") else { return nil }
        var rows: [Field] = []
        for pair in pairs {
            guard isName(pair.name) else { return nil }
            rows.append(Field(decoded(pair.name), decoded(pair.value ?? "")))
        }
        return rows
    }

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy {
                ShellQuoting.isNameByte($0) || $0 >= 0x80 || "-.[]()%+$~*@!:{}".utf8.contains($0)
            }
    }

    private static func decoded(_ text: String) -> String { Placeholder.mapOutside(text, CurlSpelling.decoded) }

    private var lines: [Field]? {
        guard let head = PastedHead(text), head.first == nil, head.body.trimmedWhitespace.isEmpty else { return nil }
        return head.fields
    }

    // MARK: Headers

    /// The rows of header lines, of the head of a request or response, or of a line of cookies; nil if the text is none of them.
    ///
    /// `leftOut` has the names of fields that every request gets of its own, which are left out of a longer list.
    public var headers: (rows: [Field], leftOut: [String])? {
        if let cookies { return ([Field("Cookie", cookies)], []) }
        guard let head = PastedHead(text), !head.fields.isEmpty else { return nil }
        guard head.first != nil || head.fields.count + head.pseudo.count > 1 else { return (head.fields, []) }
        let own = head.fields.filter { ReceivedRequest.isSetBySending($0.name) }
        let rest = head.fields.filter { !ReceivedRequest.isSetBySending($0.name) }
        return (rest, own.map(\.name))
    }

    private var cookies: String? {
        let line = text.trimmedWhitespace
        let pairs = line.split(at: ";").map(\.trimmedWhitespace).filter { !$0.isEmpty }
        let areCookies = pairs.allSatisfy { $0.cut(at: "=").map { CurlQuoting.isToken($0.before.utf8) } ?? false }
        return !pairs.isEmpty && areCookies && !line.contains(where: \.isNewline) && !line.contains("&") ? line : nil
    }
}

extension PastedText {
    /// Puts pasted rows into a table: a row of the same name gets the value, the others come last.
    ///
    /// - Parameter fold: makes the same of names that are one.
    /// - Returns: how many rows of each there were.
    public static func merge(
        _ pasted: [Field], into rows: inout [Field], fold: (String) -> String = { $0 }
    ) -> (updated: Int, added: Int) {
        rows.removeAll { $0.name.isEmpty && $0.value.isEmpty }
        let count = rows.count
        var taken: Set<Int> = []
        for field in pasted {
            let same = rows.indices.first {
                !taken.contains($0) && fold(rows[$0].name).hasSameBytes(as: fold(field.name))
            }
            guard let same, same < count else {
                rows.append(field)
                continue
            }
            taken.insert(same)
            (rows[same].value, rows[same].isEnabled) = (field.value, true)
        }
        return (taken.count, pasted.count - taken.count)
    }
}

/// Reads the lines of a request or a response up to the first empty one, as people copy them.
struct PastedHead {
    /// The line of a request or of a status; nil if there is none.
    private(set) var first: String?
    private(set) var fields: [Field] = []
    /// Fields of HTTP/2 such as `:authority`, by their names.
    private(set) var pseudo: [String: String] = [:]
    private(set) var body = ""

    /// Fails where a line is no field.
    init?(_ text: String) {
        var lines = Self.unmarked(text.split(at: "\n").map { $0.hasSuffix("\r") ? String($0.dropLast()) : $0 })[...]
        while lines.first?.trimmedWhitespace.isEmpty == true { lines.removeFirst() }
        var head = lines.prefix { !$0.trimmedWhitespace.isEmpty }
        body = text.split(at: "\n").suffix(max(0, lines.count - head.count - 1)).joined(separator: "\n")
        if let line = head.first, line.hasPrefix("HTTP/") || RawRequest.line(line) != nil { first = head.removeFirst() }
        guard first != nil || !head.isEmpty, let rows = Self.rows(of: head) ?? Self.rows(ofPairs: Array(head)) else {
            return nil
        }
        for row in rows {
            if row.name.hasPrefix(":") { pseudo[row.name] = row.value } else { fields.append(row) }
        }
    }

    /// Takes the sign off that each line of `curl -v` begins with.
    private static func unmarked(_ lines: [String]) -> [String] {
        guard let mark = lines.first?.first, mark == ">" || mark == "<", lines.count > 1,
            lines.allSatisfy({ $0.isEmpty || $0.first == mark })
        else { return lines }
        return lines.map { String($0.dropFirst().drop { $0 == " " }) }
    }

    /// Reads lines of "Name: value"; one that begins with a space continues the one before.
    private static func rows(of lines: ArraySlice<String>) -> [Field]? {
        var rows: [Field] = []
        for line in lines {
            if !rows.isEmpty, line.first == " " || line.first == "\t" {
                rows[rows.count - 1].value += " " + line.trimmedWhitespace
                continue
            }
            let mark = line.hasPrefix(":") ? ":" : ""
            guard let (name, value) = String(line.dropFirst(mark.count)).cut(at: ":"), isName(name),
                !value.hasPrefix("//")
            else { return nil }
            rows.append(Field(mark + name, value.trimmedWhitespace))
        }
        return rows
    }

    private static func isName(_ name: String) -> Bool { CurlQuoting.isToken(name.utf8) }

    /// Reads a line for each name and one for its value, as the tools of browsers show them; one name at least has to be known.
    private static func rows(ofPairs lines: [String]) -> [Field]? {
        guard lines.count > 1, lines.count.isMultiple(of: 2) else { return nil }
        let rows = stride(from: 0, to: lines.count, by: 2).map { index in
            let name = lines[index].trimmedWhitespace
            return Field(
                name.count > 1 && name.hasSuffix(":") ? String(name.dropLast()) : name,
                lines[index + 1].trimmedWhitespace)
        }
        let names = rows.map { $0.name.hasPrefix(":") ? String($0.name.dropFirst()) : $0.name }
        let known = Set(HeaderCatalogue.names.map { $0.text.lowercased() })
        guard names.allSatisfy(isName),
            rows.contains(where: { $0.name.hasPrefix(":") || known.contains($0.name.lowercased()) })
        else { return nil }
        return rows
    }
}
