/// The source of words for a place of a command line that are in none of the program's tables.
public enum CompletionSource: Sendable, Hashable {
    /// Requests of the collection, by their paths.
    case requests
    /// Folders of the collection, and its requests.
    case folders
    /// Environments of the collection.
    case environments
    /// Environments of the workspace around the collection.
    case globalEnvironments
    /// Tags of the collection's requests.
    case tags
    /// Exchanges of the history, by their addresses; also files, if they can be at that place too.
    case exchanges(orFiles: Bool)
    /// Files and directories, as the shell completes them.
    case files
    /// Directories, as the shell completes them.
    case directories
}

/// The kind of words for a place of a command line.
enum CompletionKind: Sendable, Hashable {
    /// Any words, which nobody knows.
    case free
    /// Words of the program's own.
    case words([CommandLineCompletion.Candidate])
    /// Terms of a filter of the history.
    case filter
    case source(CompletionSource)
}

extension OptionSyntax {
    /// The kind of its value, which the value's placeholder says for most options.
    var completion: CompletionKind {
        if !words.isEmpty { return .words(words.map { .init($0) }) }
        return switch (name, value) {
        case ("--env", _): .source(.environments)
        case ("--global-env", _): .source(.globalEnvironments)
        case (_, "TAG"): .source(.tags)
        case (_, "FOLDER"): .source(.folders)
        case (_, "DIR"): .source(.directories)
        case (_, "FILE"): .source(.files)
        case ("--matching", _): .filter
        default: .free
        }
    }
}

extension CommandSyntax.Operand {
    /// The kind of the operand, which its name says.
    var completion: CompletionKind {
        switch name {
        case "REQUEST": .source(.requests)
        case "KIND": .words(SchemaChoice.kinds.map { .init($0) })
        case "FOLDER", "FOLDER|REQUEST", "REQUEST|FOLDER", "COLLECTION|FOLDER|REQUEST": .source(.folders)
        case "COLLECTION", "DIR": .source(.directories)
        case "FILE", "FILE|DIR|URL", "PATH|URL": .source(.files)
        case "FILTER": .filter
        case "ADDRESS", "ADDRESS|FILTER", "FILTER|ADDRESS": .source(.exchanges(orFiles: false))
        case "OLD", "NEW": .source(.exchanges(orFiles: true))
        case "COMMAND": .words(HelpTopic.firstCommands.map(CommandLineCompletion.Candidate.init))
        case "PAGE": .words(ManualPage.allCases.map { .init($0.rawValue) })
        default: .free
        }
    }
}

extension CommandLineCompletion.Candidate {
    init(_ topic: HelpTopic) { self.init(topic.verb, CommandSyntax.of(topic).summary) }
    init(_ option: OptionSyntax) { self.init(option.name, option.summary) }
}
