extension ImportReport {
    /// A line of the report with the severity of what it says.
    public struct Line: Sendable, Hashable {
        public var severity: ImportNote.Severity
        public var text: String
    }

    /// The most places that are listed of one remark.
    private static let maximumPlaces = 3

    /// A line per remark with its places, the gravest first, then the names without a value.
    public var lines: [Line] { remarks.map(Self.line) + undefinedNames.map(Self.line) }

    /// A line for every place of every remark, the gravest remark first, then the names without a value.
    public var allLines: [String] {
        remarks.flatMap { remark in
            (remark.places.isEmpty ? [[]] : remark.places.map { [$0] }).map { place in
                var one = remark
                one.places = place
                return Self.line(one).text
            }
        } + undefinedNames.map { Self.line($0).text }
    }

    private static func line(_ remark: Remark) -> Line {
        let places = remark.places.prefix(maximumPlaces).joined(separator: ", ")
        let more = remark.places.count - maximumPlaces
        let end = more > 0 ? " (there and at \(more) other places)" : ""
        let text = "\(places.isEmpty ? "" : "\(places): ")\(remark.severity.rawValue): \(remark.text)\(end)"
        return Line(severity: remark.severity, text: text)
    }

    private static func line(_ name: UndefinedName) -> Line {
        let environments =
            name.environments.isEmpty ? "the source" : "the environments \(name.environments.joined(separator: ", "))"
        let script = name.isNamedInScript ? "; a script names it" : ""
        let requests = name.requests == 1 ? "1 request uses it" : "\(name.requests) requests use it"
        return Line(
            severity: .note, text: "note: {{\(name.name)}} has no value in \(environments); \(requests)\(script)")
    }

    /// Returns a table of the contents of the source and of the result, a line per kind; kinds that occur in neither are left out.
    ///
    /// - Parameter isPlanned: Whether nothing is made yet.
    public func counts(isPlanned: Bool) -> [String] {
        let kinds = kinds.filter { inSource[$0] != 0 || made[$0] != 0 }
        let rows = kinds.map { ($0.title, "\(inSource[$0])", "\(made[$0])") }
        let head = ("", "in the source", isPlanned ? "to be made" : "made")
        let widths = ([head] + rows).reduce((0, 0, 0)) {
            (max($0.0, $1.0.count), max($0.1, $1.1.count), max($0.2, $1.2.count))
        }
        return ([head] + rows).map { title, source, made in
            let padded = title + String(repeating: " ", count: widths.0 - title.count)
            let (left, right) = (widths.1 - source.count, widths.2 - made.count)
            return padded + "  " + String(repeating: " ", count: left) + source + "  "
                + String(repeating: " ", count: right) + made
        }
    }
}
