/// `.env` files in the syntax of dotenv 16.
public enum DotEnv {
    /// Names with their values; of equal names the last counts. Lines that are no assignment are skipped.
    ///
    /// `export` before a name, `#` comments, values in single, double or back quotes that may span lines; `\n` and `\r`
    /// are expanded in double quotes only, `$X` never.
    public static func parse(_ text: String) -> [String: String] {
        var values: [String: String] = [:]
        var rest = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")[...]
        while !rest.isEmpty {
            if let (name, value) = assignment(&rest) {
                values[name] = value
            } else {
                rest = rest.drop { $0 != "\n" }.dropFirst()
            }
        }
        return values
    }

    private static func assignment(_ rest: inout Substring) -> (String, String)? {
        var scan = rest.drop(while: \.isWhitespace)
        if scan.hasPrefix("export "), let after = scan.dropFirst(7).firstIndex(where: { $0 != " " }) {
            scan = scan[after...]
        }
        let name = scan.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "_.-".contains($0)) }
        scan = scan.dropFirst(name.count).drop { $0 == " " || $0 == "\t" }
        guard !name.isEmpty, scan.first == "=" || (scan.first == ":" && scan.dropFirst().first == " ") else {
            return nil
        }
        scan = scan.dropFirst().drop { $0 == " " || $0 == "\t" }
        let value = quoted(&scan) ?? plain(&scan)
        rest = scan
        return (String(name), value)
    }

    /// A quoted value, if its closing quote exists; what follows on the line is dropped.
    private static func quoted(_ rest: inout Substring) -> String? {
        guard let quote = rest.first, "'\"`".contains(quote) else { return nil }
        let body = rest.dropFirst()
        var end = body.startIndex
        while end < body.endIndex, body[end] != quote {
            if body[end] == "\\" { end = body.index(after: end) }
            if end < body.endIndex { end = body.index(after: end) }
        }
        guard end < body.endIndex else { return nil }
        rest = body[end...].drop { $0 != "\n" }
        let value = String(body[..<end])
        return quote == "\"" ? value.replacing("\\n", with: "\n").replacing("\\r", with: "\r") : value
    }

    private static func plain(_ rest: inout Substring) -> String {
        let line = rest.prefix { $0 != "\n" }
        rest = rest.dropFirst(line.count)
        return line.prefix { $0 != "#" }.trimmingWhitespace()
    }
}
