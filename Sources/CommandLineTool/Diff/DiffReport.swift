public import Differences
import TextGrid

/// The output of `diff`.
public struct DiffReport {
    /// The name of one of the two that are compared.
    public struct Name: Sendable, Hashable {
        /// The short name: "3f2a9c1", "before.json".
        public var short: String
        /// A line with more about it; nil for a file.
        public var line: String?

        public init(_ short: String, line: String? = nil) { (self.short, self.line) = (short, line) }
    }

    let difference: ExchangeDifference
    let (old, new): (Name, Name)
    /// The bodies by lines; nil if they are not compared by lines.
    let rows: DifferenceRows?
    let verdict: Verdict

    /// - Parameter rows: The bodies by lines, if they are text or are shown side by side.
    public init(_ difference: ExchangeDifference, old: Name, new: Name, rows: DifferenceRows?) {
        (self.difference, self.old, self.new, self.rows) = (difference, old, new, rows)
        verdict = Verdict(difference)
    }

    /// The exit status of the command.
    public var status: ExitStatus {
        switch verdict.kind {
        case .same, .sameButForIgnored: .success
        case .differs: .found
        case .unknown: .noResponse
        }
    }

    /// The look of the output.
    public struct Look: Sendable {
        /// The columns of a line; nil if the output is no terminal.
        public var columns: Int?
        public var hasColours: Bool
        public var showsNonASCII: Bool

        public init(columns: Int?, hasColours: Bool, showsNonASCII: Bool) {
            (self.columns, self.hasColours, self.showsNonASCII) = (columns, hasColours, showsNonASCII)
        }
    }

    /// Prints it line by line, with line ends; nothing in it steers a terminal but the colours.
    public func write(_ look: Look, to sink: (String) throws -> Void) rethrows {
        func write(_ line: DiffLine) throws { try sink(line.text(look)) }
        try write(verdictLine(look))
        if let line = old.line { try write([.init("- \(line)", .old)]) }
        if let line = new.line { try write([.init("+ \(line)", .new)]) }
        for line in head { try write(line) }
        try writeBody(look, write)
        for line in tail { try write(line) }
    }

    private func verdictLine(_ look: Look) -> DiffLine {
        let (sign, tone): (String, DiffLine.Tone) =
            switch verdict.kind {
            case .same, .sameButForIgnored: ("=", .same)
            case .differs: (look.showsNonASCII ? "≠" : "!=", .differs)
            case .unknown: ("?", .changed)
            }
        return [.init("\(sign) \(verdict.long.first ?? verdict.short)", tone)]
    }

    // MARK: - Around the body

    private var head: [DiffLine] {
        var lines: [DiffLine] = []
        func add(_ name: String, _ old: String, _ new: String, isIgnored: Bool = false) {
            lines.append([
                .init("\(name)  ", .heading), .init(old, isIgnored ? .dimmed : .old), .init(" → ", .plain),
                .init(new, isIgnored ? .dimmed : .new),
            ])
        }
        if let change = difference.outcome { add("outcome", change.old, change.new) }
        if let change = difference.status { add("status", String(change.old), String(change.new)) }
        if let change = difference.reason { add("reason", change.old, change.new, isIgnored: true) }
        if let change = difference.version { add("version", change.old, change.new, isIgnored: true) }
        return lines + difference.headers.filter { $0.ignoredBy == nil }.map(Self.line)
            + difference.headers.filter { $0.ignoredBy != nil }.map(Self.line)
    }

    private static func line(_ header: HeaderDifference) -> DiffLine {
        if let rule = header.ignoredBy { return [.init("header  \(header.words)  (ignored: \(rule))", .dimmed)] }
        let (before, after) = (header.old.joined(separator: ", "), header.new.joined(separator: ", "))
        let name = [DiffLine.Run("header  ", .heading), DiffLine.Run("\(header.name): ", .plain)]
        if header.old.isEmpty { return DiffLine(name + [.init("new (\(after))", .new)]) }
        if header.new.isEmpty { return DiffLine(name + [.init("gone (\(before))", .old)]) }
        return DiffLine(name + [.init(before, .old), .init(" → ", .plain), .init(after, .new)])
    }

    private var tail: [DiffLine] {
        difference.timing.words.map { [[.init("time  ", .heading), .init($0, .dimmed)]] } ?? []
    }

    // MARK: - The body

    private func writeBody(_ look: Look, _ write: (DiffLine) throws -> Void) rethrows {
        switch difference.body {
        case .equal: break
        case .unknown(let reason): try write([.init("body  ", .heading), .init(reason, .changed)])
        case .json(let differences) where rows == nil: try writeList(differences, write)
        case .binary(let difference): try writeBytes(difference, write)
        case .json, .text:
            if case .text(let difference, let reason) = difference.body {
                for note in [reason, difference.oldEnds.change(to: difference.newEnds)].compactMap({ $0 }) {
                    try write([.init("body  ", .heading), .init(note, .changed)])
                }
            }
            try writeRows(look, write)
        }
    }

    private func writeList(_ differences: JSONDifferences, _ write: (DiffLine) throws -> Void) rethrows {
        for start in stride(from: 0, to: differences.count, by: 500) {
            for line in differences.lines(start..<start + 500) { try write(Self.line(line)) }
        }
        if differences.isCut {
            try write([.init("and \(differences.total - differences.count) more differences", .changed)])
        }
        for note in differences.notes {
            try write([.init("  \(note.path)  \(note.kind.words)", .dimmed)])
        }
    }

    private static func line(_ line: JSONDifferenceLine) -> DiffLine {
        if line.ignoredBy != nil { return [.init(line.text, .dimmed)] }
        let tone: DiffLine.Tone = line.sign == "+" ? .new : line.sign == "-" ? .old : .changed
        var runs = [DiffLine.Run("\(line.sign) ", tone), DiffLine.Run("\(line.path)  ", .heading)]
        if let from = line.movedFrom { return DiffLine(runs + [.init("from \(from)", .changed)]) }
        if let old = line.old { runs.append(.init(old, .old)) }
        if line.old != nil, line.new != nil { runs.append(.init(" → ", .plain)) }
        if let new = line.new { runs.append(.init(new, .new)) }
        return DiffLine(runs)
    }

    private func writeBytes(_ difference: BinaryDifference, _ write: (DiffLine) throws -> Void) rethrows {
        let size =
            difference.oldSize == difference.newSize ? "" : "\(difference.oldSize) → \(difference.newSize) bytes, "
        try write([
            .init("body  ", .heading),
            .init("\(size)\(difference.differingCount) bytes within the shared length differ", .changed),
        ])
        for range in difference.ranges {
            let last = range.count == 1 ? "" : "...\(range.upperBound - 1)"
            try write([.init("~ ", .changed), .init("byte \(range.lowerBound)\(last)", .plain)])
        }
        if difference.isCut { try write([.init("and more", .changed)]) }
    }

    private func writeRows(_ look: Look, _ write: (DiffLine) throws -> Void) rethrows {
        guard let rows else { return }
        let columns = rows.arrangement == .sideBySide ? max(20, ((look.columns ?? 160) - 3) / 2) : 1 << 20
        for start in stride(from: 0, to: rows.count, by: 500) {
            for row in rows.rows(start..<start + 500, columns: 0..<columns) {
                try write(rows.arrangement == .inline ? Self.inline(row) : Self.beside(row, columns))
            }
        }
    }

    private static func inline(_ row: DifferenceRow) -> DiffLine {
        let (old, new) = (row.old?.text ?? "", row.new?.text ?? "")
        return switch row.kind {
        case .folded(let count): [.init("@@ \(count) equal lines @@", .dimmed)]
        case .same: [.init("  \(new)", .plain)]
        case .removed: [.init("- \(old)", row.isIgnored ? .dimmed : .old)]
        case .added, .changed: [.init("+ \(new)", row.isIgnored ? .dimmed : .new)]
        }
    }

    private static func beside(_ row: DifferenceRow, _ columns: Int) -> DiffLine {
        if case .folded(let count) = row.kind { return [.init("@@ \(count) equal lines @@", .dimmed)] }
        let isSame = row.kind == .same
        let sign = isSame || row.isIgnored ? " " : row.old == nil ? ">" : row.new == nil ? "<" : "|"
        let left = DisplayWidth.clipped(row.old?.text ?? "", toColumns: columns)
        let spaces = String(repeating: " ", count: max(0, columns - DisplayWidth.columns(of: left)))
        let right = DisplayWidth.clipped(row.new?.text ?? "", toColumns: columns)
        let tones: (DiffLine.Tone, DiffLine.Tone) =
            isSame ? (.plain, .plain) : row.isIgnored ? (.dimmed, .dimmed) : (.old, .new)
        return [.init(left, tones.0), .init("\(spaces) \(sign) ", .changed), .init(right, tones.1)]
    }
}

/// A line of the output of `diff`, with what its parts mean.
struct DiffLine: ExpressibleByArrayLiteral {
    enum Tone { case plain, dimmed, heading, old, new, changed, same, differs }

    struct Run {
        let text: String
        let tone: Tone

        init(_ text: String, _ tone: Tone) { (self.text, self.tone) = (text, tone) }
    }

    let runs: [Run]

    init(_ runs: [Run]) { self.runs = runs }
    init(arrayLiteral runs: Run...) { self.runs = runs }

    func text(_ look: DiffReport.Look) -> String {
        let pieces = runs.map { run in
            let text = TerminalText.line(
                look.showsNonASCII ? run.text : run.text.replacing("→", with: "->"), showsNonASCII: look.showsNonASCII)
            return look.hasColours && run.tone != .plain ? "\u{1B}[\(run.tone.code)m\(text)\u{1B}[0m" : text
        }
        return pieces.joined() + "\n"
    }
}

extension DiffLine.Tone {
    /// The colour in the terminal's own palette, which is readable on its background.
    fileprivate var code: String {
        switch self {
        case .plain: "0"
        case .dimmed: "2"
        case .heading: "36"
        case .old: "31"
        case .new: "32"
        case .changed: "33"
        case .same: "1;32"
        case .differs: "1;31"
        }
    }
}
