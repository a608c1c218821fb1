import BodyView
import ExplorerKit
import MicroClient
public import OpenCollection
import Quoting
import Secrets
import YAMLTree

/// A draft that shall be compared with its file.
public struct DraftComparison: Sendable {
    var path: ItemPath
    var base: FormFile
    var content: FormContent
    /// What the file holds; nil: there is none yet.
    var diskText: String?
    /// `microscope.yaml` as it is, where the draft changes it.
    var companion: CompanionFile?
    var secrets: KnownSecrets
    var signs: Signs

    /// What saving would change: reads and compares whole files.
    public var difference: DraftDifference { DraftDifference(self) }
}

/// What saving a draft would change, line by line.
public struct DraftDifference: Sendable, Hashable {
    enum Line: Sendable, Hashable {
        /// A file, and what becomes of it.
        case file(String)
        case same(String)
        case removed(String)
        case added(String)
        /// So many lines that stay are not shown.
        case left(Int)
        /// Why nothing would be written.
        case problem(String)

        var isChange: Bool {
            switch self {
            case .removed, .added: true
            case .file, .same, .left, .problem: false
            }
        }
    }

    public let path: ItemPath
    let lines: [Line]

    /// Indexes of the lines with which changes begin.
    var hunks: [Int] {
        lines.indices.filter { lines[$0].isChange && !(lines[safe: $0 - 1]?.isChange ?? false) }
    }

    var removedCount: Int { lines.count { if case .removed = $0 { true } else { false } } }
    var addedCount: Int { lines.count { if case .added = $0 { true } else { false } } }
}

extension DraftDifference {
    fileprivate init(_ order: DraftComparison) {
        path = order.path
        do throws(FileProblem) {
            lines = try Self.fileLines(order) + Self.companionLines(order)
        } catch {
            lines = [.problem(error.line.shownInLine(limit: 400))]
        }
    }

    private static func fileLines(_ order: DraftComparison) throws(FileProblem) -> [Line] {
        let new = try order.base.saving(order.content)
        guard differ(new, order.diskText) else { return [] }
        let heading = order.path.editedFile.text + (order.diskText == nil ? ", a new file" : "")
        return [.file(heading)] + changes(from: order.diskText ?? "", to: new, order)
    }

    /// Policies stand beside the format's files.
    private static func companionLines(_ order: DraftComparison) throws(FileProblem) -> [Line] {
        guard let companion = order.companion, let holder = order.path.policyHolder else { return [] }
        let new = try companion.saving(order.content.policies, for: holder)
        guard !new.text.hasSameBytes(as: companion.text) else { return [] }
        return [.file(CompanionFile.path.text)] + changes(from: companion.text, to: new.text, order)
    }

    /// Lines around changes that are shown.
    private static let context = 3

    private static func changes(from old: String, to new: String, _ order: DraftComparison) -> [Line] {
        let (before, after) = (old.fileLines, new.fileLines)
        let prints = before.map(\.fingerprint)
        guard let matching = LineMatching(old: prints, new: after.map(\.fingerprint), { false }) else { return [] }
        var lines: [Line] = []
        var next = 0
        for (index, partner) in matching.partners.enumerated() {
            if partner >= 0 {
                lines += before[next..<max(next, Int(partner))].map { .removed($0) }
                lines.append(.same(after[index]))
                next = Int(partner) + 1
            } else {
                lines.append(.added(after[index]))
            }
        }
        lines += before[next...].map { .removed($0) }
        let mask = LineMask([old, new], order)
        return withoutDistantLines(removedFirst(lines)).map(mask.masked)
    }

    /// Of lines that stand in the place of others, those that go come first.
    private static func removedFirst(_ lines: [Line]) -> [Line] {
        var sorted: [Line] = []
        var (removed, added): ([Line], [Line]) = ([], [])
        func rank(_ line: Line) -> Int {
            switch line {
            case .removed: 0
            case .added: 1
            case .file, .same, .left, .problem: 2
            }
        }
        for line in lines {
            switch rank(line) {
            case 0: removed.append(line)
            case 1: added.append(line)
            default:
                sorted += removed + added + [line]
                (removed, added) = ([], [])
            }
        }
        return sorted + removed + added
    }

    private static func withoutDistantLines(_ lines: [Line]) -> [Line] {
        let changed = lines.indices.filter { lines[$0].isChange }
        var shown = Set<Int>()
        for index in changed { shown.formUnion(max(0, index - context)...min(lines.count - 1, index + context)) }
        var result: [Line] = []
        var left = 0
        for index in lines.indices {
            if shown.contains(index) {
                if left > 0 { result.append(.left(left)) }
                left = 0
                result.append(lines[index])
            } else {
                left += 1
            }
        }
        return left > 0 ? result + [.left(left)] : result
    }
}

/// Hides in lines what is secret or looks like it: what was learned since the start, and literals of the files themselves.
private struct LineMask {
    private let sweep: SecretMatcher
    private let known: KnownSecrets
    private let signs: Signs

    init(_ texts: [String], _ order: DraftComparison) {
        (known, signs) = (order.secrets, order.signs)
        var literals: [String] = []
        for text in texts {
            guard let root = (try? YAMLDocument(text: text))?.root else { continue }
            for found in LiteralSecret.all(inFile: root) {
                let bytes = Array(found.value.utf8)[found.secret.range]
                // Of several lines each is one here.
                let value = String(decoding: bytes, as: UTF8.self)
                literals += value.split(whereSeparator: \.isNewline).map { String($0).trimmingBlanks }
            }
        }
        sweep = SecretMatcher(literals.filter { !$0.isEmpty })
    }

    func masked(_ line: DraftDifference.Line) -> DraftDifference.Line {
        func hidden(_ text: String) -> String { known.masked(sweep.masked(text, by: signs.secret), signs) }
        return switch line {
        case .same(let text): .same(hidden(text))
        case .removed(let text): .removed(hidden(text))
        case .added(let text): .added(hidden(text))
        case .file, .left, .problem: line
        }
    }
}

extension String {
    /// Without an empty one behind the last line end.
    fileprivate var fileLines: [String] {
        var lines = lines(0..<lineCount)
        if lines.last == "" { lines.removeLast() }
        return lines
    }

    /// FNV-1a of its bytes. Source: draft-eastlake-fnv.
    fileprivate var fingerprint: UInt64 {
        utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
