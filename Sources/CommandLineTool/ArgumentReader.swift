import Exchanges
import OpenCollection
import Quoting
import Spelling

/// The arguments of one command, taken apart: options as its syntax has them, and operands.
struct ArgumentReader {
    let syntax: CommandSyntax
    /// The options that were given, in order; the value of a switch is "".
    private(set) var given: [(option: OptionSyntax, value: String)] = []
    private(set) var operands: [String] = []

    /// - Parameter arguments: The arguments after the command's name.
    init(_ arguments: [String], as syntax: CommandSyntax) throws(UsageError) {
        self.syntax = syntax
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                operands += rest
                break
            }
            if argument.utf8.first == UInt8(ascii: "-"), argument != "-",
                !(syntax.takesFilter && HistoryFilter.isNegatedTerm(argument))
            {
                try readOption(argument, &rest)
            } else {
                operands.append(argument)
            }
        }
    }

    private mutating func readOption(_ argument: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        let (name, attached) = Self.split(argument)
        guard let option = syntax.options.first(where: { $0.name == name || $0.short.map { "-\($0)" } == name }) else {
            throw unknown(name)
        }
        guard option.value != nil else {
            guard attached == nil else {
                throw UsageError("\(option.name) takes no value", advice: "write \(option.name) alone")
            }
            return given.append((option, ""))
        }
        if let attached {
            given.append((option, attached))
        } else {
            given.append((option, try value(of: option, &rest)))
        }
    }

    /// Splits an argument from the value that it holds, as in "--env=local" and "-cDIR".
    private static func split(_ argument: String) -> (name: String, attached: String?) {
        if argument.beginsWithBytes(of: "--") {
            guard let (name, value) = argument.cut(at: "=") else { return (argument, nil) }
            return (name, value)
        }
        let (name, rest) = (argument.unicodeScalars.prefix(2), argument.unicodeScalars.dropFirst(2))
        return (String(name), rest.isEmpty ? nil : String(rest).droppingBytes(before: "="))
    }

    private func value(of option: OptionSyntax, _ rest: inout ArraySlice<String>) throws(UsageError) -> String {
        // "-503" is a value: no option begins with a digit.
        guard let next = rest.first,
            next.utf8.first != UInt8(ascii: "-") || next == "-" || next.contains(/^-\d/)
        else {
            throw UsageError("\(option.name) has no value", advice: "write \(option.name) \(option.value ?? "")")
        }
        rest.removeFirst()
        return next
    }

    private func unknown(_ name: String) -> UsageError {
        let nearest = NearestWord.find(name, among: syntax.options.map(\.name))
        let help = "\(syntax.title) --help lists the options"
        return UsageError("unknown option \(name)", advice: nearest.map { "did you mean \($0)?" } ?? help)
    }

    // MARK: What was given

    func has(_ option: OptionSyntax) -> Bool { given.contains { $0.option == option } }
    var printsJSON: Bool { given.contains { $0.option.name == "--json" } }
    /// Returns the value of an option; the last one counts.
    func value(of option: OptionSyntax) -> String? { given.last { $0.option == option }?.value }

    /// Returns the values of an option, each once, in order.
    func values(of option: OptionSyntax) -> [String] {
        given.filter { $0.option == option }.map(\.value).reduce(into: []) { values, value in
            if !values.contains(value) { values.append(value) }
        }
    }

    var consent: Consent {
        var consent = Consent()
        consent.agreesToAll = has(.trust)
        consent.sendsToProtected = has(.yes)
        return consent
    }

    /// Returns the file that is written, nil for standard output, and whether an existing one is replaced.
    func output() throws(UsageError) -> (file: String?, replaces: Bool) {
        let path = value(of: .output) ?? value(of: .privateOutput)
        let (file, replaces) = (path == "-" ? nil : path, has(.replaceOutput))
        guard file != nil || !replaces else {
            throw UsageError("--force is for a file", advice: "name it with --output FILE")
        }
        guard file?.isEmpty != true else { throw UsageError("--output has no name", advice: "write --output FILE") }
        return (file, replaces)
    }

    func session() throws(UsageError) -> String? {
        guard let name = value(of: .session) else { return nil }
        guard (1...100).contains(name.utf8.count),
            name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else {
            throw UsageError("the name of --session is invalid", advice: "give a short one, without control characters")
        }
        return name
    }

    func sessionValues() throws(UsageError) -> [String: String] {
        var values: [String: String] = [:]
        for (option, text) in given where option.name == OptionSyntax.variable.name {
            guard let (name, value) = text.cut(at: "="), !name.isEmpty else {
                throw UsageError("--var \(text) is not an assignment", advice: "write --var NAME=VALUE")
            }
            values[name] = value
        }
        return values
    }

    /// Returns a number within limits; nil if the option was not given.
    func number<Number: FixedWidthInteger>(
        _ option: OptionSyntax, _ kind: String, in limits: ClosedRange<Number> = 0...Number.max
    ) throws(UsageError) -> Number? {
        guard let text = value(of: option) else { return nil }
        guard let number = Number(text), limits.contains(number) else {
            throw UsageError(
                "\(option.name) \(text) is not a \(kind)",
                advice: "give a number from \(limits.lowerBound) to \(limits.upperBound)")
        }
        return number
    }

    /// Returns the word that an option names, one of its words; nil if it was not given.
    func word<Word: RawRepresentable<String>>(
        _ option: OptionSyntax, called kind: String = "format"
    ) throws(UsageError) -> Word? {
        guard let name = value(of: option) else { return nil }
        if option.words.contains(name.lowercased()), let word = Word(rawValue: name.lowercased()) { return word }
        let near = NearestWord.find(name, among: option.words)
        throw UsageError(
            "there is no \(kind) \"\(name)\"",
            advice: near.map { "did you mean \($0)?" } ?? "there are: \(option.words.joined(separator: ", "))")
    }

    /// - Throws: ``UsageError`` if more than one of them is given.
    func refuseSeveral(of names: String...) throws(UsageError) {
        let given = names.filter { name in self.given.contains { $0.option.name == name } }
        guard given.count > 1 else { return }
        throw UsageError("\(given[0]) and \(given[1]) contradict each other", advice: "give one of them")
    }

    /// - Throws: ``UsageError`` if there are too many, or one that is no command below this one.
    func checkOperands() throws(UsageError) {
        let topic = syntax.topic
        if let word = operands.first, !HelpTopic.verbs(of: topic).isEmpty {
            let isFilter = topic == .history && word.contains(":")
            throw topic.refusal(ofVerb: word, advice: isFilter ? "give a filter to microscope history list" : nil)
        }
        // The name of a command may be two words.
        let most = topic == .help ? 2 : syntax.operands.count
        guard operands.count > most, !syntax.operands.contains(where: \.isRepeated) else { return }
        throw UsageError("unexpected argument \"\(operands[most])\"", advice: "usage: \(syntax.usage)")
    }

    /// Returns the first operand; nil if there is none. An empty one, such as an unset variable of a shell, is no wish for everything.
    ///
    /// - Parameter everything: The thing that is meant without an operand.
    func optional(_ kind: String, otherwise everything: String) throws(UsageError) -> String? {
        guard !operands.contains("") else {
            throw UsageError("\"\" is not a \(kind)", advice: "name one, or leave it out for \(everything)")
        }
        return operands.first
    }

    /// Returns the first operand, which has to be there.
    func required(_ kind: String) throws(UsageError) -> String {
        guard let operand = operands.first, !operand.isEmpty else {
            throw UsageError("no \(kind) is given", advice: "usage: \(syntax.usage)")
        }
        return operand
    }
}
