import Exchanges
import OpenCollection
import Spelling

extension HistoryArguments {
    /// - Parameter topic: One of the topics of the history.
    init(_ reader: ArgumentReader, as topic: HelpTopic) throws(UsageError) {
        switch topic {
        case .historyList: self = .list(try Self.listArguments(reader))
        case .historyShow: self = .show(try Self.showArguments(reader))
        case .historyCheck: self = .check(try HistoryCheckArguments(reader))
        case .historyPin: self = .pin(try Self.targets(reader), isPinned: true)
        case .historyUnpin: self = .pin(try Self.targets(reader), isPinned: false)
        case .historyNote: self = try Self.note(reader)
        case .historyDelete: self = .delete(try Self.targets(reader), isAgreed: reader.has(.agreeToDelete))
        case .historySets: self = .sets(try Self.setsArguments(reader))
        case .historyExport: self = .export(try HistoryExportArguments(reader))
        case .historyImport: self = .importArchives(try HistoryImportArguments(reader))
        case .historyPrune: self = .prune(printsJSON: reader.printsJSON)
        case .historyLatency: self = .latency(try HistoryLatencyArguments(reader))
        case .historyReplay: self = .replay(try HistoryReplayArguments(reader))
        default: self = .about(printsJSON: reader.printsJSON)
        }
    }

    private static func listArguments(_ reader: ArgumentReader) throws(UsageError) -> HistoryListArguments {
        var arguments = HistoryListArguments()
        arguments.filter = reader.operands
        arguments.scope = try scope(reader)
        if let limit: Int = try reader.number(.limit, "number of exchanges") {
            arguments.limit = limit == 0 ? nil : limit
        }
        arguments.printsJSON = reader.printsJSON
        return arguments
    }

    private static func showArguments(_ reader: ArgumentReader) throws(UsageError) -> HistoryShowArguments {
        var arguments = HistoryShowArguments()
        if let address = reader.operands.first { arguments.address = try readAddress(address) }
        arguments.scope = try scope(reader)
        try reader.refuseSeveral(of: "--body", "--request", "--wire", "--json")
        if reader.printsJSON { arguments.part = .json }
        let parts: [(OptionSyntax, HistoryShowArguments.Part)] = [
            (.onlyBody, .body), (.onlyRequest, .request), (.onlyWire, .wire),
        ]
        for (option, part) in parts where reader.has(option) { arguments.part = part }
        return arguments
    }

    private static func note(_ reader: ArgumentReader) throws(UsageError) -> HistoryArguments {
        guard let address = reader.operands.first else { throw missingAddress(reader) }
        var targets = HistoryTargets([try readAddress(address)])
        targets.scope = try scope(reader)
        targets.printsJSON = reader.printsJSON
        let text = reader.operands.dropFirst().joined(separator: " ")
        if reader.has(.removeNote) {
            guard text.isEmpty else {
                throw UsageError("--remove takes no text", advice: "leave out one of them")
            }
            return .note(targets, text: nil)
        }
        guard reader.operands.count > 1 else { return .readNote(targets) }
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw UsageError("the text of the note is empty", advice: "--remove deletes the note")
        }
        return .note(targets, text: text)
    }

    private static func setsArguments(_ reader: ArgumentReader) throws(UsageError) -> HistorySetsArguments {
        var arguments = HistorySetsArguments(name: reader.operands.first)
        arguments.targets.addresses = try reader.operands.dropFirst().map(readAddress)
        arguments.targets.filter = reader.value(of: .matching)
        arguments.targets.scope = try scope(reader)
        arguments.targets.printsJSON = reader.printsJSON
        arguments.note = reader.value(of: .setNote)
        arguments.forgets = reader.has(.forgetSet)
        if arguments.name?.isEmpty ?? true, !arguments.isQuestion || arguments.name != nil {
            throw UsageError("no set is given", advice: "usage: \(reader.syntax.usage)")
        }
        if arguments.forgets,
            !arguments.targets.addresses.isEmpty || arguments.targets.filter != nil || arguments.note != nil
        {
            throw UsageError("--forget takes a name alone", advice: "leave out the rest")
        }
        return arguments
    }

    // MARK: - Which exchanges

    private static func targets(_ reader: ArgumentReader) throws(UsageError) -> HistoryTargets {
        var targets = HistoryTargets(try reader.operands.map(readAddress))
        targets.filter = reader.value(of: .matching)
        targets.scope = try scope(reader)
        targets.printsJSON = reader.printsJSON
        if targets.addresses.isEmpty, targets.filter == nil { throw missingAddress(reader) }
        if let filter = targets.filter, filter.allSatisfy(\.isWhitespace) {
            throw UsageError("the filter is empty", advice: "write --matching is:draft, for example")
        }
        return targets
    }

    private static func missingAddress(_ reader: ArgumentReader) -> UsageError {
        UsageError("no exchange is given", advice: "usage: \(reader.syntax.usage); @ is the last one")
    }

    private static func readAddress(_ text: String) throws(UsageError) -> String {
        if HistoryAddress(text) != nil { return text }
        let advice =
            text.contains(":")
            ? "write a filter as --matching '\(text)'"
            : "write at least \(HistoryAddress.shortestPrefix) digits of an id, @, @-1, or REQUEST@"
        throw UsageError("\"\(text)\" is not an address of an exchange", advice: advice)
    }

    static func scope(_ reader: ArgumentReader) throws(UsageError) -> HistoryScope {
        try reader.refuseSeveral(of: "--all", "--collection")
        if reader.has(.allCollections) { return .all }
        return reader.value(of: .historyCollection).map(HistoryScope.collection) ?? .aroundHere
    }
}

extension HelpTopic {
    /// Returns the commands below another.
    static func verbs(of topic: HelpTopic) -> [HelpTopic] {
        allCases.filter { $0.rawValue.hasPrefix(topic.rawValue + " ") }
    }
    /// Whether it is below another command.
    var isVerb: Bool { rawValue.contains(" ") }
    /// - Parameter advice: The advice; nil names the command that was probably meant, otherwise all that there are.
    func refusal(ofVerb word: String, advice: String? = nil) -> UsageError {
        let verbs = Self.verbs(of: self).map(\.verb)
        let near = NearestWord.find(word, among: verbs).map { "did you mean microscope \(rawValue) \($0)?" }
        return UsageError(
            "microscope \(rawValue) has no command \"\(word)\"",
            advice: advice ?? near ?? "there are: \(verbs.joined(separator: ", "))")
    }

    /// The last word of the command, such as "list" of "history list".
    var verb: String { rawValue.split(separator: " ").last.map(String.init) ?? rawValue }
}
