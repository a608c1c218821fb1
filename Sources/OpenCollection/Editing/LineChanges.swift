/// The lines of a text that become others, with some lines around them, as a patch shows them.
public struct LineChanges: Sendable, Hashable {
    public enum Kind: Sendable, Hashable { case same, removed, added, place }

    public struct Line: Sendable, Hashable {
        public var kind: Kind
        public var text: String

        /// The line with the sign that a patch has: "+eq 200".
        public var patchLine: String {
            switch kind {
            case .same: " \(text)"
            case .removed: "-\(text)"
            case .added: "+\(text)"
            case .place: text
            }
        }
    }

    public private(set) var lines: [Line] = []

    /// - Parameter context: The number of equal lines that are shown before and after changed ones.
    public init(_ old: String, _ new: String, context: Int = 3) {
        let (old, new) = (Self.lines(old), Self.lines(new))
        let difference = new.difference(from: old)
        let removed = Set(difference.removals.map(\.offset))
        let added = Set(difference.insertions.map(\.offset))
        var (all, index) = ([Line](), 0)
        for (place, text) in old.enumerated() {
            let isGone = removed.contains(place)
            // Of lines that take the place of others, the others come first, as in any patch.
            while !isGone, added.contains(index) {
                all.append(Line(kind: .added, text: new[index]))
                index += 1
            }
            all.append(Line(kind: isGone ? .removed : .same, text: text))
            if !isGone { index += 1 }
        }
        all += new[index...].map { Line(kind: .added, text: $0) }
        lines = Self.folded(all, context: context)
    }

    private static func lines(_ text: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return lines.last == "" ? lines.dropLast() : lines
    }

    /// Each stretch of lines comes after a line with its place in both texts.
    private static func folded(_ lines: [Line], context: Int) -> [Line] {
        let changed = lines.indices.filter { lines[$0].kind != .same }
        let shown = Set(changed.flatMap { max(0, $0 - context)...min(lines.count - 1, $0 + context) })
        var (folded, old, new) = ([Line](), 1, 1)
        for index in lines.indices {
            if shown.contains(index) {
                if !shown.contains(index - 1) {
                    let run = lines[index...].enumerated().prefix { shown.contains(index + $0.offset) }
                    let (oldCount, newCount) = (
                        run.count { $0.element.kind != .added }, run.count { $0.element.kind != .removed }
                    )
                    folded.append(Line(kind: .place, text: "@@ -\(old),\(oldCount) +\(new),\(newCount) @@"))
                }
                folded.append(lines[index])
            }
            if lines[index].kind != .added { old += 1 }
            if lines[index].kind != .removed { new += 1 }
        }
        return folded
    }
}

extension CollectionDifference.Change {
    fileprivate var offset: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}
