/// A problem that a check found in a file, with its place and what to do about it.
public struct CheckProblem: Sendable, Hashable {
    public enum Severity: String, Sendable, Hashable, CaseIterable {
        /// The file does not say what it should, or is not read at all.
        case error
        /// The file is read, but probably not as meant.
        case warning
    }

    /// The kind of problem. The raw value is the word in `--json`.
    public enum Rule: String, Sendable, Hashable, CaseIterable {
        /// Text that is not YAML, or a key that occurs twice.
        case syntax
        case unreadable
        case wrongType
        case missingKey
        case unknownWord
        case unknownKey
        /// A file that no rule of the layout gives a meaning.
        case layout
        case fileName
        case undefinedVariable
        /// A function in a template, which only Microscope knows, or that is not written as it should be.
        case templateFunction
        case duplicateName
        case missingFile
        /// `microscope.yaml` names what is not there.
        case orphan
        /// A request of `microscope.yaml` that nothing can log in with.
        case unusableLogin
        case literalSecret
        /// A proxy of the collection, certificates that are not checked, or a login without PKCE in Bruno.
        case connection
        /// A capture or a check of `microscope.yaml` whose expression is invalid.
        case query
        /// A GraphQL query that its server's schema does not know, or a schema that is none.
        case graphQL
        /// A row of the query table that the URL lacks or contradicts.
        case queryRow
        /// A path parameter of the URL whose row is empty.
        case emptyPathParameter
        case unknownOperator
        /// An expression that only JavaScript can evaluate.
        case needsScript
    }

    public var severity: Severity
    public var rule: Rule
    public var path: ItemPath
    /// The line, 1-based, as the column in Unicode scalars; 1 and 1 if the problem concerns the whole file.
    public var line: Int
    public var column: Int
    /// The problem in one line, without the place.
    public var message: String
    /// The fix in one line that can follow a semicolon.
    public var fix: String
    /// The fix as a change of the file; nil if the text does not follow from the problem.
    public var edit: Edit?

    /// A part of the file's text, and what to write in its place.
    public struct Edit: Sendable, Hashable {
        /// The beginning and the end of the part; places are as those of the problem, the end is not included.
        public var line: Int
        public var column: Int
        public var endLine: Int
        public var endColumn: Int
        public var text: String

        public init(line: Int, column: Int, endLine: Int, endColumn: Int, text: String) {
            (self.line, self.column, self.endLine, self.endColumn) = (line, column, endLine, endColumn)
            self.text = text
        }
    }

    public init(
        _ severity: Severity, _ rule: Rule, path: ItemPath, line: Int = 1, column: Int = 1, message: String,
        fix: String, edit: Edit? = nil
    ) {
        self.severity = severity
        self.rule = rule
        self.path = path
        self.line = line
        self.column = column
        self.message = message
        self.fix = fix
        self.edit = edit
    }

    /// "3:7: warning: what is wrong; what to do", to follow a file's path and a colon.
    public var lineAfterPath: String { "\(line):\(column): \(severity): \(message); \(fix)" }
}

extension CheckProblem: Comparable {
    /// Orders problems by file, then by place; at one place errors come first.
    public static func < (left: CheckProblem, right: CheckProblem) -> Bool {
        if left.path != right.path { return left.path < right.path }
        let (leftPlace, rightPlace) = ((left.line, left.column), (right.line, right.column))
        if leftPlace != rightPlace { return leftPlace < rightPlace }
        if left.severity != right.severity { return left.severity == .error }
        return (left.message, left.fix) < (right.message, right.fix)
    }
}
