import OpenCollection

/// What a person has said so far about one send: its questions come one after the other, and the answers are for it alone.
public struct SendAnswers: Sendable, Hashable {
    /// To the questions of the request, by the names in its placeholders: `?Text`.
    public var prompts: [String: String] = [:]
    /// Those of them that are shown as dots.
    public var hidden: Set<String> = []
    /// Whether names without a value go out as they stand.
    public var sendsMissingNames = false
    /// Whether a send with a value that logging in may capture went out once: what is missing then is asked for.
    var hasTriedLogin = false
    /// A request that captures what is missing, and is sent first, as one that logs in; nil: none was chosen.
    var first: ItemPath?
    /// What the collection may do outside of itself from now on.
    public var agreed: [OutsideUse] = []
    /// What is known of the replay that it is; nil: it is none.
    var replay: ReplayQuestion?

    public init() {}
}

/// A request that would change a protected environment, in words: "POST http://host/users".
struct ProtectedChange {
    var path: ItemPath
    var words: String
}

/// A request and the protected environment that it would change.
struct ProtectedSend: Sendable, Hashable {
    var path: ItemPath
    var environment: String
}

/// What a collection would do outside of itself, for a person to agree to.
public struct TrustQuestion: Sendable, Hashable {
    public var uses: [OutsideUse]
    /// Of the send that needs it.
    public var answers: SendAnswers
    public var purpose = Purpose.send
    /// One of several that it is sent to; nil: the one that is chosen.
    public var environment: String?
    /// First shown line.
    public var scroll = 0
    var finding = TextFinding()

    /// What goes on when it is agreed to.
    public enum Purpose: Sendable, Hashable { case send, token, series, show }
}

/// The names of one send that have no value, each with a line to type one in.
public struct ValuesForm: Sendable, Hashable {
    public struct Row: Sendable, Hashable {
        public var name: String
        /// Where it is needed.
        public var location: String
        /// Whether it is a question of the request: asked for each send.
        public var isPrompt: Bool
        /// Whether what is typed is shown as dots.
        public var isSecret: Bool
        public var editor: TextEditor
        /// Whether Enter was pressed on it: then an empty value is meant.
        var isAnswered = false
        /// The request that captures it; nil: nobody knows one.
        var capturedBy: ItemPath?

        /// "{{name}}", or the question.
        public var title: String { (isPrompt ? PromptName.label(of: name) : nil) ?? "{{\(name)}}" }
        var isOpen: Bool { !isAnswered && editor.text.isEmpty }

        /// What is typed is hidden from the first character on that makes it look like a secret, or its name says so.
        mutating func masksWhatLooksSecret() {
            if !isSecret { isSecret = !LiteralSecret.all(in: editor.text, named: name).isEmpty }
        }
    }

    public var rows: [Row]
    /// Index of a row; behind them stands "send as it is".
    public var selected = 0
    public var answers: SendAnswers
    /// Whose question it is; nil: that of a single send.
    var question: BatchQuestion?
    /// Of a series, how its requests go out; nil: it is about one send.
    var seriesMode: SeriesState.Mode?

    public var isAtLast: Bool { selected == rows.count }

    /// The request that Enter sends first: what captures the selected value, as long as nobody has typed one.
    var first: ItemPath? {
        guard question == nil, seriesMode == nil, answers.first == nil, rows.indices.contains(selected),
            rows[selected].isOpen
        else { return nil }
        return rows[selected].capturedBy
    }

    public var title: String {
        guard let environment = question?.environment else { return what }
        return "\(what) in \(environment)"
    }

    private var what: String {
        if seriesMode == .asSent {
            return rows.count == 1 ? "A secret that nothing stands for" : "Secrets that nothing stands for"
        }
        if question != nil, question?.target == nil { return "Questions of this request, for all environments" }
        guard rows.count == 1 else { return "No value for \(rows.count) names" }
        return rows[0].isPrompt ? "A question of this request" : "No value for \(rows[0].title)"
    }

    /// - Parameters:
    ///   - missing: in the order in which they are asked.
    ///   - last: earlier answers to the same questions; of a single send, names keep theirs.
    init(
        _ missing: [MissingVariable], last: [String: String], answers: SendAnswers, question: BatchQuestion? = nil
    ) {
        var seen: Set<String> = []
        rows = missing.filter { seen.insert($0.name).inserted }.map { missing in
            var row = Row(missing, at: nil)
            if row.isPrompt || question != nil { row.editor = .forValue(last[missing.name] ?? "") }
            return row
        }
        self.answers = answers
        self.question = question
    }
    /// What a series needs.
    init(_ rows: [Row], of mode: SeriesState.Mode) {
        self.rows = rows
        answers = SendAnswers()
        seriesMode = mode
    }
}
