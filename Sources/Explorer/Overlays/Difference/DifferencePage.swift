import BodyView
import Differences
import Exchanges
import ExplorerKit
import TextGrid

/// A difference as rows, from status to timing: those of bodies are made when they are looked at.
struct DifferencePage {
    enum Item {
        case heading(String)
        /// Something in which they differ besides headers and bodies.
        case change([StyledText])
        case header(HeaderDifference)
        /// A line that is reported, but is no difference.
        case note([StyledText])
        /// A row of the body.
        case body(Int)
    }

    enum Body {
        case none
        /// The differences with these indexes; nil: all.
        case list(JSONDifferences, [Int]?)
        case rows(DifferenceRows)
        case bytes(BinaryDifference)

        var count: Int {
            switch self {
            case .none: 0
            case .list(let all, let shown): shown?.count ?? all.count
            case .rows(let rows): rows.count
            case .bytes(let bytes): bytes.ranges.count
            }
        }
    }

    let body: Body
    let arrangement: DifferenceView.Arrangement
    private let head: [Item]
    private let tail: [Item]

    /// The least width for bodies side by side.
    static let wideColumns = 140

    init(_ shown: ShownDifference, _ view: DifferenceView, columns: Int) {
        arrangement = Self.arrangement(shown, view, columns: columns)
        body = Self.body(shown, arrangement, showsIgnored: view.showsIgnored)
        head = Self.head(shown, showsIgnored: view.showsIgnored) + Self.bodyHead(shown, body, view)
        tail = Self.tail(shown, body)
    }

    var count: Int { head.count + body.count + tail.count }

    subscript(index: Int) -> Item? {
        if let item = head[safe: index] { return item }
        let row = index - head.count
        return row < body.count ? (row < 0 ? nil : .body(row)) : tail[safe: row - body.count]
    }

    /// Returns the ways of looking at the body that there are.
    static func arrangements(_ shown: ShownDifference) -> [DifferenceView.Arrangement] {
        var all: [DifferenceView.Arrangement] = []
        if case .json = shown.difference.body { all.append(.list) }
        return all + (shown.sideBySide == nil ? [] : [.sideBySide]) + (shown.inline == nil ? [] : [.inline])
    }

    private static func arrangement(
        _ shown: ShownDifference, _ view: DifferenceView, columns: Int
    ) -> DifferenceView.Arrangement {
        let all = arrangements(shown)
        if let chosen = view.arrangement, all.contains(chosen) { return chosen }
        if columns >= wideColumns, all.contains(.sideBySide) { return .sideBySide }
        return all.first { $0 != .sideBySide } ?? .list
    }

    private static func body(
        _ shown: ShownDifference, _ arrangement: DifferenceView.Arrangement, showsIgnored: Bool
    ) -> Body {
        switch (shown.difference.body, arrangement) {
        case (.equal, _), (.unknown, _): .none
        case (.binary(let bytes), _): .bytes(bytes)
        case (.json(let all), .list): .list(all, showsIgnored ? nil : shown.counted)
        case (_, .inline): shown.inline.map(Body.rows) ?? .none
        case (_, _): shown.sideBySide.map(Body.rows) ?? .none
        }
    }

    // MARK: - Around the body

    private static func head(_ shown: ShownDifference, showsIgnored: Bool) -> [Item] {
        let difference = shown.difference
        var items: [Item] = shown.notes.map { .note([StyledText($0, .warning)]) }
        if let outcome = difference.outcome { items.append(.change(change("Outcome", outcome.old, outcome.new))) }
        if let status = difference.status {
            items.append(.change(change("Status", String(status.old), String(status.new))))
        } else if let head = shown.new.head, difference.outcome == nil {
            items.append(.note([StyledText("Status  ", .label), StyledText("\(head.status) in both", .dimmed)]))
        }
        for (name, change) in [("Reason", difference.reason), ("Version", difference.version)] {
            guard let change else { continue }
            items.append(
                .note([
                    StyledText("\(name)  ", .label),
                    StyledText("\(change.old) → \(change.new) (not compared)", .dimmed),
                ]))
        }
        return items + headers(difference.headers, showsIgnored: showsIgnored)
    }

    static func change(_ name: String, _ old: String, _ new: String) -> [StyledText] {
        [
            StyledText("\(name)  ", .label), StyledText(old, .removed), StyledText(" → ", .dimmed),
            StyledText(new, .added),
        ]
    }

    private static func headers(_ all: [HeaderDifference], showsIgnored: Bool) -> [Item] {
        guard !all.isEmpty else { return [] }
        let counted = all.filter { $0.ignoredBy == nil }
        let ignored = all.filter { $0.ignoredBy != nil }
        let heading = heading("Headers", differing: counted.count, ignored: ignored.count, showsIgnored)
        return [.heading(heading)] + (counted + (showsIgnored ? ignored : [])).map(Item.header)
    }

    /// "Headers · 2 differ, 4 ignored (i shows them)"
    private static func heading(_ name: String, differing: Int, ignored: Int, _ showsIgnored: Bool) -> String {
        let count = differing == 0 ? "no differences" : differing == 1 ? "1 difference" : "\(differing) differences"
        let rest =
            ignored == 0
            ? "" : ", \(ignored) ignored\(showsIgnored ? "" : " (i shows \(ignored == 1 ? "it" : "them"))")"
        return "\(name) · \(count)\(rest)"
    }

    private static func bodyHead(_ shown: ShownDifference, _ body: Body, _ view: DifferenceView) -> [Item] {
        let difference = shown.difference.body
        switch difference {
        case .equal:
            return shown.difference.outcome == nil && shown.new.head != nil
                ? [.heading("Body · identical")] : []
        case .unknown(let reason): return [.heading("Body"), .note([StyledText(reason, .warning)])]
        case .binary(let bytes):
            let size = bytes.oldSize == bytes.newSize ? "" : ", \(bytes.oldSize) → \(bytes.newSize) bytes"
            return [
                .heading("Body · \(Wording.count(bytes.differingCount, "differing byte")) in the common length\(size)")
            ]
        case .json, .text:
            let heading = heading(
                "Body", differing: difference.countedCount, ignored: difference.ignoredCount, view.showsIgnored)
            return [.heading(heading)] + notes(of: difference)
        }
    }

    private static func notes(of body: BodyDifference) -> [Item] {
        guard case .text(let text, let reason) = body else { return [] }
        let ends = text.oldEnds.change(to: text.newEnds)
        return [reason, ends].compactMap { $0 }.map { .note([StyledText($0, .warning)]) }
    }

    private static func tail(_ shown: ShownDifference, _ body: Body) -> [Item] {
        var items: [Item] = []
        if case .list(let all, _) = body {
            if all.isCut { items.append(.note([StyledText("and \(all.total - all.count) more", .warning)])) }
            items += all.notes.map {
                .note([StyledText("  \($0.path)  ", .dimmed), StyledText($0.kind.words, .dimmed)])
            }
        }
        guard let words = shown.difference.timing.words else { return items }
        return items + [.heading("Time · \(words)")] + phases(shown.difference.timing)
    }

    private static func phases(_ timing: TimingDifference) -> [Item] {
        let old = Dictionary(timing.old.phases.map { ($0.name, $0.duration) }) { $0 + $1 }
        return timing.new.phases.compactMap { phase in
            guard let before = old[phase.name] else { return nil }
            let name = phase.name + String(repeating: " ", count: max(1, 10 - phase.name.count))
            let words = "\(Wording.duration(before)) → \(Wording.duration(phase.duration))"
            return .note([StyledText("  \(name)", .label), StyledText(words, .dimmed)])
        }
    }
}

// MARK: - Going from one difference to another

extension DifferencePage {
    /// Returns the next row after one, or before it, that is a difference; nil: there is none. Of lines that differ together, the first that counts.
    func difference(from row: Int, by step: Int, showsIgnored: Bool) -> Int? {
        let start = head.count
        guard step < 0 else {
            if let row = head.indices.first(where: { $0 > row && isDifference(head[$0], showsIgnored) }) { return row }
            return inBody(after: max(row - start, -1), showsIgnored).map { start + $0 }
        }
        if row > start, let row = inBody(before: min(row - start, body.count), showsIgnored) { return start + row }
        return head.indices.last { $0 < row && isDifference(head[$0], showsIgnored) }
    }

    private func isDifference(_ item: Item, _ showsIgnored: Bool) -> Bool {
        switch item {
        case .change: true
        case .header(let header): showsIgnored || header.ignoredBy == nil
        case .heading, .note, .body: false
        }
    }

    private func inBody(after row: Int, _ showsIgnored: Bool) -> Int? {
        guard case .rows(let rows) = body else { return row + 1 < body.count ? row + 1 : nil }
        var hunk = rows.next(after: row)
        for _ in 0..<Self.mostHunks {
            guard let first = hunk else { return nil }
            if let counted = Self.counted(rows, in: first, showsIgnored) { return counted }
            hunk = rows.next(after: first)
        }
        return nil
    }

    private func inBody(before row: Int, _ showsIgnored: Bool) -> Int? {
        guard case .rows(let rows) = body else { return row > 0 ? row - 1 : nil }
        var hunk = rows.previous(before: row)
        for _ in 0..<Self.mostHunks {
            guard let first = hunk else { return nil }
            if let counted = Self.counted(rows, in: first, showsIgnored), counted < row { return counted }
            hunk = rows.previous(before: first)
        }
        return nil
    }

    /// Ignored ones in a row that are passed over: nobody waits for more.
    private static let mostHunks = 2000
    /// Lines that are looked at for one that no rule ignores.
    private static let mostLines = 200

    /// Returns the first row that counts of the hunk that begins at one.
    private static func counted(_ rows: DifferenceRows, in first: Int, _ showsIgnored: Bool) -> Int? {
        let changes = rows.rows(first..<first + mostLines, columns: 0..<1).prefix(while: \.isChange)
        return changes.firstIndex { showsIgnored || !$0.isIgnored }.map { first + $0 }
    }

    /// The first difference; else the first row.
    var start: Int { difference(from: -1, by: 1, showsIgnored: false) ?? 0 }
}

extension DifferenceRow {
    var isChange: Bool {
        switch kind {
        case .changed, .removed, .added: true
        case .same, .folded: false
        }
    }
}

// MARK: - The difference at a row

extension DifferencePage {
    /// Returns the JSON difference at a row; for lines, the first in them.
    func jsonDifference(at row: Int, in shown: ShownDifference) -> JSONDifference? {
        guard case .body(let index)? = self[row], case .json(let all) = shown.difference.body else { return nil }
        switch body {
        case .list(_, let some): return all[some?[index] ?? index]
        case .rows(let rows):
            guard let line = rows.rows(index..<index + 1, columns: 0..<1).first, line.isChange else { return nil }
            return shown.places?.first(inOld: line.old?.byteRange, inNew: line.new?.byteRange).map { all[$0] }
        case .bytes, .none: return nil
        }
    }

    /// Returns the offset of a row in the new body, in bytes.
    func newOffset(at row: Int, in shown: ShownDifference) -> Int? {
        guard case .body(let index)? = self[row] else { return nil }
        switch body {
        case .list: return jsonDifference(at: row, in: shown)?.newPlace?.lowerBound
        case .rows(let rows): return rows.rows(index..<index + 1, columns: 0..<1).first?.new?.byteRange.lowerBound
        case .bytes(let bytes): return bytes.ranges[safe: index]?.lowerBound
        case .none: return nil
        }
    }
}
