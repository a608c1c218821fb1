import Exchanges
import Quoting

/// The completion of a command line that is being typed, from the same tables that the parser reads.
///
/// Pure: names from files are looked up by the caller, as ``source`` says.
public struct CommandLineCompletion: Sendable, Hashable {
    /// A word that can be at the place.
    public struct Candidate: Sendable, Hashable {
        public var text: String
        /// The meaning; "" if the text says it.
        public var summary: String

        public init(_ text: String, _ summary: String = "") {
            self.text = text
            self.summary = summary
        }
    }

    /// The words of the program's own, each of which begins with what is typed.
    public private(set) var candidates: [Candidate] = []
    /// The source of other words; nil if there are none.
    public private(set) var source: CompletionSource?
    /// The typed part of the word: for `--env=lo`, "lo".
    public private(set) var begun: String
    /// The text before that part in the same word: "--env=", otherwise "".
    public private(set) var prefix = ""
    /// The value of `--collection` on this line; nil if there is none.
    public private(set) var collection: String?
    /// Whether a word that begins with a dash is no option there.
    var takesDashes: Bool { isOptionsOver || !prefix.isEmpty }
    private let isOptionsOver: Bool

    /// - Parameter words: The words after the program's name, as the shell understands them; the last one is being typed, and may be empty.
    public init(_ words: [String]) {
        let before = Array(words.dropLast())
        let line = Command.topic(of: before)
        let syntax = CommandSyntax.of(line.topic)
        begun = words.last ?? ""
        collection = Self.value(of: .collection, in: line.rest, syntax)
        isOptionsOver = before.contains("--")
        complete(line.rest, of: line.topic)
    }

    /// - Parameter words: The words before it, without the names of commands.
    private mutating func complete(_ words: [String], of topic: HelpTopic) {
        let syntax = CommandSyntax.of(topic)
        let operands = Self.operands(words, syntax)
        if isOptionsOver { return add(operand: operands.count, of: syntax) }
        if let option = Self.optionBeforeValue(words, syntax) { return add(option.completion) }
        if let sign = begun.unicodeScalars.firstIndex(of: "="), let option = Self.option(String(begun[..<sign]), syntax)
        {
            prefix = String(begun[...sign])
            begun.removeSubrange(...sign)
            return add(option.completion)
        }
        if begun.utf8.first == UInt8(ascii: "-") { return addOptions(of: syntax, given: words) }
        if operands.isEmpty { addCommands(below: topic) }
        add(operand: operands.count, of: syntax)
    }

    private mutating func addCommands(below topic: HelpTopic) {
        let commands = topic == .program ? HelpTopic.firstCommands : HelpTopic.verbs(of: topic)
        add(.words(commands.map(Candidate.init)))
    }

    private mutating func addOptions(of syntax: CommandSyntax, given: [String]) {
        let others = syntax.options.filter { option in
            !option.isForTests && (option.value != nil || !given.contains(option.name))
        }
        add(.words(others.map(Candidate.init)))
    }

    /// - Parameter index: The number of operands before it.
    private mutating func add(operand index: Int, of syntax: CommandSyntax) {
        if let operand = syntax.operands[safe: index] ?? syntax.operands.last(where: \.isRepeated) {
            add(operand.completion)
        }
    }

    private mutating func add(_ kind: CompletionKind) {
        switch kind {
        case .free: break
        case .words(let words): candidates += words.filter { $0.text.utf8.starts(with: begun.utf8) }
        case .source(let source): self.source = source
        case .filter: addFilter()
        }
    }

    /// Adds terms of a filter. A term is a word of the line; its key is before the colon.
    private mutating func addFilter() {
        let completion = HistoryFilterCompletion(begun, cursor: begun.count)
        let before = String(begun.prefix(completion.place.lowerBound))
        candidates += completion.candidates.map { Candidate(before + $0.text, $0.summary) }
        if before.hasSuffix("env:") {
            prefix += before
            begun.removeFirst(before.count)
            source = .environments
        }
    }

    // MARK: The line as far as it is typed

    private static func option(_ name: String, _ syntax: CommandSyntax) -> OptionSyntax? {
        syntax.options.first { ($0.name == name || $0.short.map { "-\($0)" } == name) && $0.value != nil }
    }

    /// Returns the option whose value is being typed.
    private static func optionBeforeValue(_ words: [String], _ syntax: CommandSyntax) -> OptionSyntax? {
        var open: OptionSyntax?
        for word in words { open = open == nil ? option(word, syntax) : nil }
        return open
    }

    private static func operands(_ words: [String], _ syntax: CommandSyntax) -> [String] {
        var isValue = false
        var isOver = false
        return words.filter { word in
            defer { isValue = !isOver && !isValue && option(word, syntax) != nil }
            if isOver { return true }
            isOver = word == "--"
            return !isValue && word.utf8.first != UInt8(ascii: "-")
        }
    }

    private static func value(of option: OptionSyntax, in words: [String], _ syntax: CommandSyntax) -> String? {
        let names = [option.name] + (option.short.map { ["-\($0)"] } ?? [])
        for (name, value) in zip(words, words.dropFirst()) where names.contains(name) { return value }
        return words.first { $0.beginsWithBytes(of: option.name + "=") }.map {
            $0.droppingBytes(before: option.name + "=")
        }
    }
}

extension Array {
    fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
