import CollectionFiles
import CommandLineTool
import Exchanges
import Foundation
import OpenCollection

/// `microscope complete`: what a shell offers at the end of a line that is being typed.
///
/// Reports no errors: the user is still typing, and running the line will report them.
struct CompleteCommand {
    let line: CompletionLine
    let environment: [String: String]

    func run() -> Int32 {
        switch line {
        case .words(let words):
            let completion = CommandLineCompletion(words)
            try? StandardStreams.write(CompletionListing(completion, names: names(for: completion)).text)
        case .bash(let line):
            let completion = CommandLineCompletion(Array(line.words.dropFirst()))
            try? StandardStreams.write(CompletionListing(completion, names: names(for: completion)).text(for: line))
        }
        return ExitStatus.success.rawValue
    }

    private func names(for completion: CommandLineCompletion) -> [CommandLineCompletion.Candidate] {
        switch completion.source {
        case nil, .files, .directories: []
        case .exchanges: (try? addresses(for: completion)) ?? []
        case .globalEnvironments: (try? globalEnvironments(for: completion)) ?? []
        case .requests, .folders, .environments, .tags: (try? namesInCollection(for: completion)) ?? []
        }
    }

    private func namesInCollection(for completion: CommandLineCompletion) throws -> [CommandLineCompletion.Candidate] {
        guard let source = completion.source else { return [] }
        let root = try CollectionLocation.meant(by: completion.collection).root
        return completion.names(of: source, in: try CollectionLoader(root: root).load(.heads))
    }

    private func globalEnvironments(for completion: CommandLineCompletion) throws -> [CommandLineCompletion.Candidate] {
        let root = try CollectionLocation.meant(by: completion.collection).root
        let sources = OutsideSources(
            root: root, directories: MicroscopeDirectories(environment: environment), environment: environment)
        return completion.begun(sources.globalEnvironments().map { .init($0.name) })
    }

    /// The number of exchanges that are offered: enough to choose from on a screen.
    private static let offeredExchanges = 40

    private func addresses(for completion: CommandLineCompletion) throws -> [CommandLineCompletion.Candidate] {
        let place = HistoryPlace(environment: environment)
        guard let store = try place.open() else { return [] }
        let scope = completion.collection.map { HistoryScope.collection($0) } ?? .aroundHere
        let rows = try store.rows(place.filter("", scope), limit: Self.offeredExchanges)
        return completion.addresses(of: rows, clock: place.clock)
    }
}
