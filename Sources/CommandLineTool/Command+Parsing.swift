import Imports
import OpenCollection
import Quoting
import Spelling

extension Command {
    /// Parses a command line.
    ///
    /// - Parameter arguments: The arguments without the program's own name.
    /// - Throws: ``UsageError``, one line that says what to do.
    public static func parse(_ arguments: [String]) throws(UsageError) -> Command {
        let (topic, rest) = topic(of: arguments)
        return try parse(rest, as: topic)
    }

    /// Returns the topic whose options and operands the words are, and the words without the names of commands.
    static func topic(of words: [String]) -> (topic: HelpTopic, rest: [String]) {
        guard let place = placeOfCommand(in: words), let topic = topic(named: words[place]) else {
            return (.program, words)
        }
        var rest = words
        rest.remove(at: place)
        return verb(of: topic, in: rest) ?? (topic, rest)
    }

    /// Returns the command below another one, and what else is on the line.
    private static func verb(of topic: HelpTopic, in arguments: [String]) -> (HelpTopic, [String])? {
        guard !HelpTopic.verbs(of: topic).isEmpty, let place = placeOfCommand(in: arguments),
            let verb = self.topic(named: "\(topic.rawValue) \(arguments[place])")
        else { return nil }
        var rest = arguments
        rest.remove(at: place)
        return (verb, rest)
    }

    /// Returns the place of the command's name: the first word that is neither an option nor the value of one; after `--` there are only paths.
    private static func placeOfCommand(in arguments: [String]) -> Int? {
        let options = CommandSyntax.all.values.flatMap(\.options)
        var index = 0
        while index < arguments.count, arguments[index].utf8.first == UInt8(ascii: "-") {
            if arguments[index] == "--" { return nil }
            let option = options.first { $0.name == arguments[index] || $0.short.map { "-\($0)" } == arguments[index] }
            index += option?.value == nil ? 1 : 2
        }
        return index < arguments.count ? index : nil
    }

    static func topic(named name: String) -> HelpTopic? { name.isEmpty ? nil : HelpTopic(rawValue: name) }

    private static func parse(_ arguments: [String], as topic: HelpTopic) throws(UsageError) -> Command {
        // Who asks for help gets it, whatever else is wrong with the line.
        let options = arguments.prefix { $0 != "--" }
        if topic != .help, options.contains(where: { $0 == "--help" || $0 == "-h" }) { return .help(topic) }
        let reader = try ArgumentReader(arguments, as: .of(topic))
        if reader.has(.version) { return .version() }
        try reader.checkOperands()
        switch topic {
        case .program: return .explore(try exploreArguments(reader))
        case .demo: return .demo(try exploreArguments(reader))
        case .demoAPI: return .demoAPI(port: try reader.number(.port, "port"))
        case .send: return .send(try sendArguments(reader))
        case .run: return .run(try RunArguments(reader))
        case .verify: return .verify(try VerifyArguments(reader))
        case .export: return .export(try exportArguments(reader))
        case .check: return .check(try checkArguments(reader))
        case .importRequest: return .importRequest(try importArguments(reader))
        case .lift: return .lift(try liftArguments(reader))
        case .replace: return .replace(try replaceArguments(reader))
        case .initCollection: return .initCollection(try initArguments(reader))
        case .review: return .review(try reviewArguments(reader))
        case .token: return .token(try tokenArguments(reader))
        case .graphQL: return .graphQL(try graphQLArguments(reader))
        case .trust: return .trust(try trustArguments(reader))
        case .session, .sessionList, .sessionDelete:
            return .session(try SessionArguments(reader, as: topic))
        case .history, .historyList, .historyShow, .historyCheck, .historyPin, .historyUnpin, .historyNote,
            .historyDelete,
            .historySets, .historyPrune, .historyLatency, .historyReplay, .historyExport, .historyImport:
            return .history(try HistoryArguments(reader, as: topic))
        case .diff: return .diff(try DiffArguments(reader))
        case .where: return .where
        case .version: return .version(asJSON: reader.printsJSON)
        case .schema: return .schema(try SchemaChoice(reader))
        case .help: return .help(try helpTopic(reader), asJSON: reader.printsJSON)
        case .complete: return .complete(completionLine(reader))
        case .manual: return .manual(try manualPage(reader))
        }
    }

    private static func exploreArguments(_ reader: ArgumentReader) throws(UsageError) -> ExploreArguments {
        var arguments = ExploreArguments()
        for word in reader.operands { arguments.targets.append(try ExploreTarget.named(word)) }
        arguments.environmentName = reader.value(of: .environment)
        arguments.globalEnvironmentName = reader.value(of: .globalEnvironment)
        arguments.sessionValues = try reader.sessionValues()
        arguments.keepsHistory = !reader.has(.noHistory)
        arguments.isPlain = reader.has(.plain)
        arguments.takesTour = reader.has(.tour)
        arguments.traceDescriptor = try reader.number(.traceFrames, "descriptor")
        return arguments
    }

    private static func sendArguments(_ reader: ArgumentReader) throws(UsageError) -> SendArguments {
        var arguments = SendArguments(request: try reader.required("request"))
        arguments.settings = try SendSettings(reader)
        arguments.printsJSON = reader.printsJSON
        arguments.operation = reader.value(of: .operation)
        arguments.failsOnStatus = reader.has(.fail)
        arguments.showsSecrets = reader.has(.showSecrets)
        arguments.isVerbose = reader.has(.verbose)
        arguments.filter = reader.value(of: .filter)
        try reader.refuseSeveral(of: "--filter", "--json")
        (arguments.output, arguments.replaces) = try reader.output()
        if arguments.output != nil, arguments.settings.environmentNames.count > 1 {
            throw UsageError("--output is for the result of one send", advice: "give one --env")
        }
        arguments.repetition = try RepeatArguments.plan(reader)
        return arguments
    }

    private static func exportArguments(_ reader: ArgumentReader) throws(UsageError) -> ExportArguments {
        var arguments = ExportArguments(request: try reader.required("request"), format: try exportFormat(reader))
        arguments.settings = try SendSettings(reader)
        arguments.response = reader.value(of: .response)
        arguments.rows = reader.value(of: .rows)
        (arguments.output, arguments.replaces) = try reader.output()
        if arguments.rows != nil, arguments.format.loadTestFormat == nil {
            throw UsageError("--data is for a load test", advice: "write --as locust")
        }
        return arguments
    }

    private static func checkArguments(_ reader: ArgumentReader) throws(UsageError) -> CheckArguments {
        var arguments = CheckArguments(
            collection: try reader.optional("collection", otherwise: "the nearest one"))
        arguments.printsJSON = reader.printsJSON
        arguments.isStrict = reader.has(.strict)
        return arguments
    }

    private static func importArguments(_ reader: ArgumentReader) throws(UsageError) -> ImportArguments {
        var arguments = ImportArguments()
        arguments.files = reader.operands
        if arguments.files.filter({ $0 == "-" }).count > 1 {
            throw UsageError("standard input can be read once", advice: "name a file for the other")
        }
        arguments.collection = reader.value(of: .collection)
        arguments.folder = reader.value(of: .into)
        arguments.newCollection = reader.value(of: .newCollection)
        if arguments.newCollection != nil, arguments.folder != nil || arguments.collection != nil {
            throw UsageError(
                "--new contradicts \(arguments.folder == nil ? "--collection" : "--into")", advice: "give one of them")
        }
        arguments.replaces = reader.has(.replaceBruno)
        if arguments.replaces { try setDirectoryInPlace(&arguments) }
        arguments.format = try reader.word(.importFormat)
        arguments.openAPI.grouping = try reader.word(.importGrouping, called: "way of grouping")
        arguments.openAPI.makesExamples = reader.has(.importExamples)
        arguments.openAPI.root = reader.value(of: .importRoot)
        if let format = arguments.format, format != .openAPI, let name = arguments.openAPI.names.first {
            throw UsageError(
                "\(name) contradicts --as \(format.rawValue)", advice: "leave one out: \(name) is for OpenAPI documents"
            )
        }
        arguments.isDryRun = reader.has(.dryRun)
        arguments.printsJSON = reader.printsJSON
        arguments.keepsSecrets = !reader.has(.noStore)
        arguments.printsLastReport = reader.has(.lastReport)
        if arguments.printsLastReport, arguments != .lastReport {
            throw UsageError("--report imports nothing", advice: "give it alone")
        }
        return arguments
    }

    /// Makes the directory that is replaced the one of the new collection, unless that was named.
    private static func setDirectoryInPlace(_ arguments: inout ImportArguments) throws(UsageError) {
        guard arguments.folder == nil, arguments.collection == nil else {
            throw UsageError(
                "--replace contradicts \(arguments.folder == nil ? "--collection" : "--into")",
                advice: "leave one out: --replace is for an import in place")
        }
        guard let source = arguments.files.first, arguments.files.count == 1, source != "-" else {
            throw UsageError(
                "--replace is for one directory of Bruno", advice: "name it: microscope import DIR --replace")
        }
        let directory = source == "bruno.json" ? "." : source.droppingBytes(behind: "/bruno.json")
        arguments.newCollection = arguments.newCollection ?? directory
    }

    private static func initArguments(_ reader: ArgumentReader) throws(UsageError) -> InitArguments {
        var arguments = InitArguments()
        if let directory = try reader.optional("directory", otherwise: "the current one") {
            arguments.directory = directory
        }
        arguments.name = reader.value(of: .collectionName)
        return arguments
    }

    private static func liftArguments(_ reader: ArgumentReader) throws(UsageError) -> LiftArguments {
        var arguments = LiftArguments()
        if try reader.optional("request or folder", otherwise: "the whole collection") != nil {
            arguments.targets = reader.operands
        }
        arguments.collection = reader.value(of: .collection)
        arguments.isDryRun = reader.has(.dryRun)
        arguments.printsJSON = reader.printsJSON
        return arguments
    }

    private static func replaceArguments(_ reader: ArgumentReader) throws(UsageError) -> ReplaceArguments {
        guard reader.operands.count == 2 else {
            throw UsageError("replace takes two texts", advice: "microscope replace OLD NEW; '' is the empty text")
        }
        var parts = Set(TextReplacement.Part.allCases)
        if let words = reader.value(of: .replacedParts) {
            parts = []
            for word in words.split(separator: ",") {
                guard let part = TextReplacement.Part(rawValue: String(word).trimmingWhitespaceScalars()) else {
                    throw UsageError(
                        "unknown part \(word)",
                        advice: "--in takes \(TextReplacement.Part.list), with commas between")
                }
                parts.insert(part)
            }
        }
        let replacement: TextReplacement
        do throws(TextReplacement.Problem) {
            replacement = try TextReplacement(
                reader.operands[0], with: reader.operands[1], isRegex: reader.has(.regex), in: parts)
        } catch {
            throw UsageError("nothing can be replaced", advice: "\(error)")
        }
        var arguments = ReplaceArguments(replacement)
        arguments.collection = reader.value(of: .collection)
        arguments.isDryRun = reader.has(.dryRun)
        arguments.printsJSON = reader.printsJSON
        return arguments
    }

    private static func reviewArguments(_ reader: ArgumentReader) throws(UsageError) -> ReviewArguments {
        var arguments = ReviewArguments(
            collection: try reader.optional("collection", otherwise: "the nearest one"))
        arguments.printsJSON = reader.printsJSON
        return arguments
    }

    private static func tokenArguments(_ reader: ArgumentReader) throws(UsageError) -> TokenArguments {
        var arguments = TokenArguments(request: try reader.optional("request", otherwise: "the whole collection"))
        arguments.settings = try SendSettings(reader)
        arguments.fetches = reader.has(.fetch)
        arguments.forgets = reader.has(.forgetToken)
        arguments.printsToken = reader.has(.printToken)
        arguments.printsJSON = reader.printsJSON
        if arguments.request == nil, arguments.fetches || arguments.printsToken {
            throw UsageError(
                "no request is given", advice: "its credentials choose the token: \(reader.syntax.usage)")
        }
        if arguments.fetches, arguments.forgets {
            throw UsageError(
                "--fetch and --forget contradict each other", advice: "--fetch alone replaces the old token")
        }
        return arguments
    }

    private static func graphQLArguments(_ reader: ArgumentReader) throws(UsageError) -> GraphQLArguments {
        var arguments = GraphQLArguments(request: try reader.required("request"))
        arguments.settings = try SendSettings(reader)
        arguments.refreshes = reader.has(.refresh)
        arguments.printsJSON = reader.printsJSON
        return arguments
    }

    private static func trustArguments(_ reader: ArgumentReader) throws(UsageError) -> TrustArguments {
        var arguments = TrustArguments(
            collection: try reader.optional("collection", otherwise: "the nearest one"))
        arguments.agrees = reader.has(.agree)
        arguments.forgets = reader.has(.forgetTrust)
        arguments.printsJSON = reader.printsJSON
        try reader.refuseSeveral(of: "--agree", "--forget")
        return arguments
    }

    private static func exportFormat(_ reader: ArgumentReader) throws(UsageError) -> ExportFormat {
        if let format: ExportFormat = try reader.word(.format) { return format }
        let formats = ExportFormat.allCases.map(\.rawValue)
        throw UsageError("no format is given", advice: "write --as \(formats.joined(separator: ", --as "))")
    }

    private static func helpTopic(_ reader: ArgumentReader) throws(UsageError) -> HelpTopic {
        let name = reader.operands.joined(separator: " ")
        if name.isEmpty { return reader.has(.help) ? .help : .program }
        if let topic = topic(named: name) { return topic }
        throw UsageError("unknown command \"\(name)\"", advice: commandAdvice(for: name))
    }

    private static func manualPage(_ reader: ArgumentReader) throws(UsageError) -> ManualPage {
        if let page = ManualPage(rawValue: reader.operands.first ?? "") { return page }
        let pages = ManualPage.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError("the manual has no such page", advice: "there are: \(pages)")
    }

    private static func completionLine(_ reader: ArgumentReader) -> CompletionLine {
        guard let line = reader.value(of: .bashLine) else { return .words(reader.operands) }
        return .bash(BashLine(line, replacing: reader.operands.first ?? ""))
    }

    private static func commandAdvice(for name: String) -> String {
        nearestCommand(to: name).map { "did you mean \($0)?" } ?? "microscope --help lists the commands"
    }

    /// Returns the command that was probably meant by a word, for a path that does not exist; nil if none is near.
    public static func nearestCommand(to word: String) -> String? {
        NearestWord.find(word, among: HelpTopic.firstCommands.map(\.rawValue))
    }
}

extension HelpTopic {
    /// The topics that are commands for people.
    static let commands = allCases.filter { $0 != .program && $0 != .manual && $0 != .complete }
    /// The topics that the program's help lists.
    static let firstCommands = commands.filter { !$0.isVerb }
}
