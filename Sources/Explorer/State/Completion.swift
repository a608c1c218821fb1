import ExplorerKit
import GraphQL
import OpenCollection

/// The proposals for completing the text before the cursor: a list beside the field, of which nothing is taken unasked.
public struct Completion: Sendable, Hashable {
    /// A proposal.
    struct Row: Sendable, Hashable {
        enum Value: Sendable, Hashable {
            case none
            case text(String)
            /// The value of a secret: shown as dots.
            case hidden
        }

        /// The text that is typed for it.
        var text: String
        var value = Value.none
        /// A dimmed text after it: where it comes from, what it is for.
        var detail = ""
    }

    var place: CompletionPlace
    /// All proposals for the place, whatever is typed; nil while they are being found.
    var all: [Row]?
    /// Whether there are more, to be found again for whatever is typed.
    var isPart = false
    /// The proposals that go on from what is typed.
    private(set) var rows: [Row] = []
    /// Index of the chosen one; nil: none is, and Enter means what it always means.
    var selected: Int?

    /// The most rows: more are of no use, and cost a frame.
    static let limit = 200

    init(_ place: CompletionPlace, all: [Row]?) {
        (self.place, self.all) = (place, all)
        narrow()
    }

    /// Keeps the rows that begin with what is typed, then those that contain it; none when the only one is typed already.
    private mutating func narrow() {
        guard let all else { return }
        let typed = place.typed.lowercased()
        let showsHidden = !place.source.isFile || typed.hasPrefix(".")
        let starting = all.filter {
            $0.text.lowercased().hasPrefix(typed) && (showsHidden || !$0.text.hasPrefix("."))
        }
        let holding =
            typed.isEmpty || place.source.isFile
            ? []
            : all.filter {
                let text = $0.text.lowercased()
                return text.contains(typed) && !text.hasPrefix(typed)
            }
        rows = Array((starting + holding).prefix(Self.limit))
        if rows.count == 1, rows[0].text == place.typed { rows = [] }
    }

    mutating func select(by step: Int) {
        guard !rows.isEmpty else { return }
        selected = selected.map { ($0 + step + rows.count) % rows.count } ?? (step > 0 ? 0 : rows.count - 1)
    }

    /// The step that Tab takes.
    enum TabStep: Sendable, Hashable {
        case take(String)
        /// Types what all rows share: which of them is meant is still open.
        case share(String)
        /// Chooses the first row.
        case choose
        /// The usual meaning of Tab.
        case goOn
    }

    /// Tab is the way to the next field, too: it takes what was chosen, and else only what can mean nothing else, the rest of a name whose
    /// braces are open, and of a path.
    var tabStep: TabStep {
        if let selected { return .take(rows[selected].text) }
        return switch place.source {
        case .hole, .argument, .query: tabStepInHole
        case .file(let directory): place.typed.isEmpty && directory.isEmpty ? .goOn : tabStepInPath
        default: .goOn
        }
    }

    private var tabStepInHole: TabStep {
        guard let first = rows.first, !place.typed.isEmpty else { return .goOn }
        return rows.contains { $0.text == place.typed } ? .goOn : .take(first.text)
    }

    /// The step as in a shell: as far as it is clear, then through the rows among which it is not.
    private var tabStepInPath: TabStep {
        guard let first = rows.first else { return .goOn }
        guard rows.count > 1 else { return .take(first.text) }
        return sharedText.map { .share($0) } ?? .choose
    }

    /// The common beginning of all rows, if that is more than was typed; nil where there are more rows than are listed.
    private var sharedText: String? {
        guard let first = rows.first, rows.count < Self.limit, !isPart else { return nil }
        let shared = rows.dropFirst().reduce(first.text) { $0.commonPrefix(with: $1.text) }
        return shared.count > place.typed.count ? shared : nil
    }
}

/// A place where something is completed, and the source of the proposals.
struct CompletionPlace: Sendable, Hashable {
    enum Source: Sendable, Hashable {
        /// A name between braces.
        case hole
        /// A name between the brackets of a function.
        case argument
        case headerName
        /// The value of the header with this name, in lower case.
        case headerValue(String)
        case mediaType
        /// A name of query parameters, or of fields of forms.
        case queryName, formName
        /// An expression on a response.
        case expression
        /// A word of a GraphQL query, with what its schema proposes.
        case query([GraphQLProposal])
        /// A file below this directory, as it was typed: empty, or ending in a slash.
        case file(directory: String)

        var isFile: Bool { if case .file = self { true } else { false } }
    }

    var source: Source
    var line: Int
    /// The column where the completed text begins; it goes up to the cursor.
    var column: Int
    /// The part of it that was typed.
    var typed: String

    /// Whether the same is completed, further on.
    func isSame(as other: CompletionPlace) -> Bool {
        source == other.source && line == other.line && column == other.column
    }
}

extension CompletionPlace {
    /// The length of a line above which nothing is proposed: a key must not wait for the end of one.
    private static let longestLine = 1 << 16
    /// Names between braces are not longer.
    private static let longestName = 80

    /// Creates the place; nil where nothing can be completed.
    ///
    /// - Parameter text: Returns the text of another field of the form.
    init?(_ edit: FieldEdit, _ text: (FormField) -> String?) {
        let cursor = edit.editor.buffer.cursor
        let line = edit.editor.buffer.lines[cursor.line]
        guard line.utf8.count <= Self.longestLine else { return nil }
        let before = Array(line.prefix(cursor.column))
        if let (source, start) = Self.startOfHole(before) {
            self.init(source: source, line: cursor.line, column: start, typed: String(before[start...]))
            return
        }
        // The text after the cursor would have to go.
        guard before.count == line.count, let source = Self.source(of: edit.field, String(before), text) else {
            return nil
        }
        let start = Self.start(of: source, before)
        self.init(source: source, line: cursor.line, column: start, typed: String(before[start...]))
    }

    /// The place in a GraphQL query; nil where no name can stand.
    init?(_ edit: FieldEdit, _ schema: GraphQLSchema) {
        let (cursor, lines) = (edit.editor.buffer.cursor, edit.editor.buffer.lines)
        let before = lines[cursor.line].prefix(cursor.column)
        let offset = lines[..<cursor.line].reduce(0) { $0 + $1.utf8.count + 1 } + before.utf8.count
        guard let found = schema.completion(in: lines.joined(separator: "\n"), at: offset),
            offset - found.start <= cursor.column
        else { return nil }
        let column = cursor.column - (offset - found.start)
        self.init(
            source: .query(found.proposals), line: cursor.line, column: column, typed: String(before.dropFirst(column)))
    }

    /// Returns the place after the braces that are open at the end of a text, or after the last sign in the brackets of a function.
    private static func startOfHole(_ before: [Character]) -> (Source, Int)? {
        var start = before.count
        while start > 0, before.count - start <= longestName {
            let character = before[start - 1]
            if character == "{" { return start > 1 && before[start - 2] == "{" ? (.hole, start) : nil }
            guard isPartOfName(character) else { return isInArguments(before[..<start]) ? (.argument, start) : nil }
            start -= 1
        }
        return nil
    }

    /// Whether an argument may begin at the end of a text: after `{{$word(`, and outside of quotes.
    private static func isInArguments(_ before: ArraySlice<Character>) -> Bool {
        guard let last = before.last(where: { $0 != " " }), "(,+:".contains(last) else { return false }
        let hole = before.suffix(longestCall).lastIndex { "{}".contains($0) }.map { before[($0 + 1)...] } ?? []
        guard hole.first == "$", hole.contains("("), before[..<hole.startIndex].suffix(2) == ["{", "{"] else {
            return false
        }
        let openQuote = hole.reduce(nil as Character?) { quote, next in
            quote == nil ? (next == "'" || next == "\"" ? next : nil) : next == quote ? nil : quote
        }
        return openQuote == nil
    }

    /// Functions between braces are not longer.
    private static let longestCall = 400

    /// Whether a character can be part of a name between braces.
    static func isPartOfName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "$_-.?".contains(character)
    }

    private static func source(of field: FormField, _ before: String, _ text: (FormField) -> String?) -> Source? {
        switch field {
        case .cell(.headers, _, .name): .headerName
        case .cell(.headers, let row, .value):
            .headerValue((text(.cell(.headers, row: row, .name)) ?? "").lowercased())
        case .cell(.parts, _, .contentType), .cell(.files, _, .contentType): .mediaType
        case .cell(.query, _, .name): .queryName
        case .cell(.form, _, .name), .cell(.parts, _, .name): .formName
        case .cell(.captures, _, .expression), .cell(.assertions, _, .expression): .expression
        case _ where isFile(field, text): .file(directory: directory(of: before))
        default: nil
        }
    }

    /// Whether the field names a file.
    private static func isFile(_ field: FormField, _ text: (FormField) -> String?) -> Bool {
        switch field {
        case .cell(.files, _, .path), .cell(.certificates, _, .path), .cell(.certificates, _, .keyPath): true
        case .cell(.parts, let row, .value): text(.cell(.parts, row: row, .type)) == "file"
        case .value("dotEnvFilePath"): true
        default: false
        }
    }

    private static func directory(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    /// Returns the start of the last item of a list of values, of the last name of a path, else of all that was typed.
    private static func start(of source: Source, _ before: [Character]) -> Int {
        switch source {
        case .file: return before.lastIndex(of: "/").map { $0 + 1 } ?? 0
        case .headerValue(let name) where HeaderCatalogue.isList(name):
            var start = before.lastIndex(of: ",").map { $0 + 1 } ?? 0
            while start < before.count, before[start] == " " { start += 1 }
            return start
        default: return 0
        }
    }
}

extension String {
    /// Returns the common beginning of both texts.
    fileprivate func commonPrefix(with other: String) -> String {
        String(zip(self, other).prefix { $0 == $1 }.map(\.0))
    }
}

/// The files in a directory that a field names.
public struct ListedFiles: Sendable, Hashable {
    public struct Entry: Sendable, Hashable {
        public var name: String
        public var isDirectory: Bool

        public init(name: String, isDirectory: Bool) {
            self.name = name
            self.isDirectory = isDirectory
        }
    }

    /// The directory as it was ordered.
    public var directory: String
    public var entries: [Entry]
    /// Whether there were too many, so that only those are here that go on from what was typed.
    public var isPart: Bool

    /// - Parameters:
    ///   - directory: The directory as it was ordered.
    ///   - entries: The entries, in any order.
    ///   - isPart: whether there were too many.
    public init(directory: String, entries: [Entry], isPart: Bool = false) {
        self.directory = directory
        self.entries = entries
        self.isPart = isPart
    }
}
