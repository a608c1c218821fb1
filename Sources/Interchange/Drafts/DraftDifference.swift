import BodyStore
import BodyView
import Differences
public import OpenCollection
import Quoting
import Secrets

/// A draft to compare with its file.
public struct DraftComparison: Sendable {
    var path: ItemPath
    package var base: FormFile
    package var content: FormContent
    /// The text of the file; nil if there is none yet.
    package var diskText: String?
    /// `microscope.yaml` as it is, where the draft changes it.
    package var companion: CompanionFile?
    var secrets: SecretMask
    /// The text to show in place of a secret.
    var mask: String

    package init(
        path: ItemPath, base: FormFile, content: FormContent, diskText: String?, companion: CompanionFile?,
        secrets: SecretMask, mask: String
    ) {
        (self.path, self.base, self.content, self.diskText) = (path, base, content, diskText)
        (self.companion, self.secrets, self.mask) = (companion, secrets, mask)
    }

    /// The changes that saving would make. Reads and compares whole files.
    public var difference: DraftDifference { DraftDifference(self) }
}

/// The changes that saving a draft would make, line by line.
public struct DraftDifference: Sendable, Hashable {
    package enum Line: Sendable, Hashable {
        /// A file, and what becomes of it.
        case file(String)
        case same(String)
        case removed(String)
        case added(String)
        /// The number of unchanged lines that are not shown.
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
    package let lines: [Line]

    /// The indexes of the lines with which changes begin.
    package var hunks: [Int] { lines.indices.filter { lines[$0].isChange && ($0 == 0 || !lines[$0 - 1].isChange) } }

    package var removedCount: Int { lines.count { if case .removed = $0 { true } else { false } } }
    package var addedCount: Int { lines.count { if case .added = $0 { true } else { false } } }
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

    /// Returns the lines of `microscope.yaml`, where policies are kept.
    private static func companionLines(_ order: DraftComparison) throws(FileProblem) -> [Line] {
        guard let companion = order.companion, let holder = order.path.policyHolder else { return [] }
        let new = try companion.saving(order.content.policies, for: holder)
        guard !new.text.hasSameBytes(as: companion.text) else { return [] }
        return [.file(CompanionFile.path.text)] + changes(from: companion.text, to: new.text, order)
    }

    /// The number of lines around changes that are shown.
    private static let context = 3

    private static func changes(from old: String, to new: String, _ order: DraftComparison) -> [Line] {
        let (before, after) = (old.fileLines, new.fileLines)
        let hunks = TextComparison(old: BodyDocument(lines: old), new: BodyDocument(lines: new)).run()?.hunks ?? []
        var lines: [Line] = []
        var next = 0
        for (number, hunk) in hunks.enumerated() {
            let start = min(hunk.new.lowerBound, after.count)
            lines += kept(after[next..<start], isAfterChange: number > 0, isBeforeChange: true)
            lines += before[hunk.old.clamped(to: before.indices)].map { .removed($0) }
            lines += after[hunk.new.clamped(to: after.indices)].map { .added($0) }
            next = min(hunk.new.upperBound, after.count)
        }
        lines += kept(after[next...], isAfterChange: !hunks.isEmpty, isBeforeChange: false)
        return lines.map(LineMask([old, new], order).masked)
    }

    /// The lines beside a change that stay.
    private static func kept(_ lines: ArraySlice<String>, isAfterChange: Bool, isBeforeChange: Bool) -> [Line] {
        let (head, tail) = (isAfterChange ? context : 0, isBeforeChange ? context : 0)
        guard lines.count > head + tail else { return lines.map { .same($0) } }
        return lines.prefix(head).map { .same($0) } + [.left(lines.count - head - tail)]
            + lines.suffix(tail).map { .same($0) }
    }
}

extension BodyDocument {
    fileprivate init(lines text: String) {
        self.init(store: BodyStore(Array(text.utf8)), kind: .text)
        index.extend(over: store)
    }
}

/// Hides in lines what is secret or looks like it: what was learned since the start, and literals of the files themselves.
private struct LineMask {
    private let matcher: SecretMatcher
    private let known: SecretMask
    private let mask: String

    init(_ texts: [String], _ order: DraftComparison) {
        (known, mask) = (order.secrets, order.mask)
        var literals: [String] = []
        for text in texts {
            for found in LiteralSecret.all(inFile: text) {
                let bytes = Array(found.value.utf8)[found.secret.range]
                // Of several lines each is one here.
                let value = String(decoding: bytes, as: UTF8.self)
                literals += value.split(whereSeparator: \.isNewline).map { $0.trimmingWhitespaceScalars() }
            }
        }
        matcher = SecretMatcher(literals.filter { !$0.isEmpty })
    }

    func masked(_ line: DraftDifference.Line) -> DraftDifference.Line {
        func hidden(_ text: String) -> String { known.text(matcher.masked(text, by: mask), by: mask) }
        return switch line {
        case .same(let text): .same(hidden(text))
        case .removed(let text): .removed(hidden(text))
        case .added(let text): .added(hidden(text))
        case .file, .left, .problem: line
        }
    }
}

extension String {
    /// The lines without the CR that may end them, and without an empty one after the last line end.
    fileprivate var fileLines: [String] {
        let pieces = utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var lines = pieces.map { String(decoding: $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0, as: UTF8.self) }
        if lines.last == "" { lines.removeLast() }
        return lines
    }
}
