/// Descriptions of body differences.
struct BodyWords {
    /// Receives paths and values before they are shortened.
    private let hide: Verdict.Hiding

    init(_ hide: @escaping Verdict.Hiding) { self.hide = hide }

    /// Returns the main difference: "at $.items[3].price: 10 → 12", "at $.a and 4 more places", "in line 3", "at byte 17".
    func phrase(_ body: BodyDifference, _ room: Int) -> String {
        switch body {
        case .json(let differences): json(differences, room)
        case .text(let difference, _): Self.text(difference)
        case .binary(let difference): Self.binary(difference)
        case .equal, .unknown: ""
        }
    }

    private func json(_ differences: JSONDifferences, _ room: Int) -> String {
        guard let index = differences.indices.first(where: { !differences.isIgnored($0) }) else {
            return "at \(differences.countedCount) places"
        }
        let first = differences[index]
        let more = differences.countedCount - 1
        if more > 0 {
            let rest = " and \(Self.count(more, "more place"))"
            return "at \(path(first, room - rest.count - 3))\(rest)"
        }
        let change = change(first, differences, max(12, room / 3))
        return "at \(path(first, room - change.count - 3))\(change)"
    }

    private func path(_ difference: JSONDifference, _ limit: Int) -> String {
        Clipping.middle(hide(difference.path.description, false), limit)
    }

    /// Returns the place without values: "at $.items[3].price: changed", "in $.users: gone", "at $.a and 4 more places", "in line 3", "at byte 17".
    static func place(in body: BodyDifference) -> String {
        switch body {
        case .json(let differences): place(in: differences)
        case .text(let difference, _): text(difference)
        case .binary(let difference): binary(difference)
        case .equal, .unknown: ""
        }
    }

    private static func place(in differences: JSONDifferences) -> String {
        guard let index = differences.indices.first(where: { !differences.isIgnored($0) }) else {
            return "at \(differences.countedCount) places"
        }
        let first = differences[index]
        let more = differences.countedCount - 1
        let rest = more > 0 ? " and \(count(more, "more place"))" : ""
        let place =
            switch first.kind {
            // The name of a removed member is not shown.
            case .removed: "in \(JSONPath(first.path.steps.dropLast())): gone"
            case .added: "at \(first.path): new"
            case .moved: "at \(first.path): moved"
            case .changed: "at \(first.path): changed"
            case .typeChanged: "at \(first.path): of another type"
            }
        return place + rest
    }

    /// Returns the change at a place: ": 10 → 12", " (added)", " (moved from [3])".
    private func change(_ difference: JSONDifference, _ all: JSONDifferences, _ limit: Int) -> String {
        func clipped(_ side: DifferenceSide) -> String {
            let place = side == .old ? difference.oldPlace : difference.newPlace
            let text = all.text(of: place, in: side, limit: Self.longestHidden) ?? ""
            let hidden = hide(text, (place?.count ?? 0) > Self.longestHidden)
            return Clipping.end(Clipping.oneLine(String(hidden.prefix(4 * limit))), limit)
        }
        return switch difference.kind {
        case .added: ": new (\(clipped(.new)))"
        case .removed: ": gone (\(clipped(.old)))"
        case .moved: ": moved from \(difference.oldPath.map { "[\($0.lastNumber)]" } ?? "elsewhere")"
        case .changed, .typeChanged: ": \(clipped(.old)) → \(clipped(.new))"
        }
    }

    /// The number of bytes of a value that are searched for secrets: far more than is shown.
    private static let longestHidden = 4096

    private static func text(_ difference: TextDifference) -> String {
        let hunks = difference.hunks.filter { $0.ignoredBy == nil }
        guard let first = hunks.first else {
            return "in \(difference.oldEnds.change(to: difference.newEnds) ?? "line ends")"
        }
        if difference.isTooDifferent { return "in nearly all lines" }
        let place = first.new.isEmpty ? first.old : first.new
        let what = first.new.isEmpty ? " (gone)" : first.old.isEmpty ? " (new)" : ""
        let more = difference.countedCount - 1
        return "in line \(place.lowerBound + 1)\(what)" + (more > 0 ? " and \(count(more, "more place"))" : "")
    }

    private static func binary(_ difference: BinaryDifference) -> String {
        let size =
            difference.oldSize == difference.newSize
            ? "" : " (\(difference.oldSize) → \(difference.newSize) bytes)"
        return "at byte \(difference.firstOffset ?? 0)\(size)"
    }

    /// Returns the names of the rules that ignored something, each once.
    static func ignoringRules(_ body: BodyDifference) -> [String] {
        var names: [String] = []
        func add(_ rule: IgnoreRule?) {
            if let name = rule?.name, !names.contains(name) { names.append(name) }
        }
        switch body {
        case .json(let differences): for rule in differences.ignoringRules { add(rule) }
        case .text(let difference, _): for hunk in difference.hunks { add(hunk.ignoredBy) }
        case .equal, .binary, .unknown: break
        }
        return names
    }

    /// Returns the lines of the long form.
    func lines(_ body: BodyDifference) -> [String] {
        switch body {
        case .equal: return []
        case .unknown(let reason): return ["body: \(reason)"]
        case .json(let differences): return jsonLines(differences)
        case .text(let difference, let reason): return Self.textLines(difference, reason)
        case .binary(let difference):
            return [
                "body: \(Self.count(difference.differingCount, "byte")) of \(min(difference.oldSize, difference.newSize)) "
                    + (difference.differingCount == 1 ? "differs" : "differ") + ", first \(Self.binary(difference))"
            ]
        }
    }

    private func jsonLines(_ differences: JSONDifferences) -> [String] {
        var lines = differences.prefix(Verdict.namedPlaces).map { difference in
            let ignored = difference.ignoredBy.map { ", ignored: \($0)" } ?? ""
            return
                "\(path(difference, 200))\(change(difference, differences, 80))\(ignored)"
        }
        let more = differences.total - lines.count
        if more > 0 { lines.append("and \(Self.count(more, "more place"))") }
        return lines
            + differences.notes.prefix(Verdict.namedPlaces).map {
                "\(Clipping.middle(hide($0.path.description, false), 200)): \($0.kind.words)"
            }
    }

    private static func textLines(_ difference: TextDifference, _ reason: String?) -> [String] {
        var lines = reason.map { [$0] } ?? []
        if let ends = difference.oldEnds.change(to: difference.newEnds) { lines.append(ends) }
        if difference.isTooDifferent { lines.append("the bodies are too different to align") }
        if difference.isCut { lines.append("only the first \(TextComparison.maximumLines) lines were compared") }
        let old = difference.hunks.reduce(0) { $0 + $1.old.count }
        let new = difference.hunks.reduce(0) { $0 + $1.new.count }
        return lines + ["\(count(old, "line")) of the old body, \(count(new, "line")) of the new one"]
    }

    static func count(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }
}

extension JSONNote.Kind {
    /// The note in words.
    public var words: String {
        switch self {
        case .memberOrder: "the members are in another order (not compared)"
        case .elementOrder: "the elements are in another order (not compared)"
        case .numberSpelling: "the same number, written differently (not compared)"
        case .textSpelling: "the same text, written differently (not compared)"
        case .tooLongToAlign: "too many elements to align: compared by position"
        }
    }
}

extension JSONPath {
    fileprivate var lastNumber: Int { if case .element(let number)? = steps.last { number } else { 0 } }
}

extension JSONDifferences {
    /// The rules that ignored a listed difference, in their order.
    var ignoringRules: [IgnoreRule] { Set(entries.map(\.rule)).filter { $0 >= 0 }.sorted().map { rules[$0] } }
}

/// Functions that shorten texts, in characters.
enum Clipping {
    /// Returns the text with each sequence of spaces and line breaks replaced by one space.
    static func oneLine(_ text: String) -> String {
        text.split { $0 == " " || $0 == "\t" || $0.isNewline }.joined(separator: " ")
    }

    static func end(_ text: String, _ limit: Int) -> String {
        text.count <= limit ? text : String(text.prefix(max(0, limit - 1))) + "…"
    }

    /// Shortens the middle, since a path is recognised best by its beginning and its end.
    static func middle(_ text: String, _ limit: Int) -> String {
        let limit = max(limit, 9)
        guard text.count > limit else { return text }
        return String(text.prefix((limit - 1) / 3)) + "…" + String(text.suffix(limit - 1 - (limit - 1) / 3))
    }
}
