import CollectionFiles
import CommandLineTool
import Explorer
import Foundation

/// `microscope`, with paths and URLs or without: the explorer on what they name, or on what is around, else the start screen.
struct ExploreCommand {
    private let arguments: ExploreArguments
    private let environment: [String: String]

    init(_ arguments: ExploreArguments, environment: [String: String]) {
        self.arguments = arguments
        self.environment = environment
    }

    func run() throws -> Int32 {
        var (imported, targets): ([String], [ExploreTarget]) = ([], [])
        for target in arguments.targets {
            if case .path(let path) = target, try ForeignCollection.isThere(URL(fileURLWithPath: path)) {
                imported.append(path)
            } else {
                targets.append(target)
            }
        }
        return try ExplorerProgram(
            try orders(targets), importing: imported, arguments, environment: environment
        ).run()
    }

    private func orders(_ targets: [ExploreTarget]) throws -> [OpenOrder] {
        guard targets.isEmpty else { return try targets.map(order) }
        // Without a terminal nobody can be asked.
        guard isatty(STDIN_FILENO) == 1 else { return [.root(try CollectionLocation.meant(by: nil).root.path)] }
        let current = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
        return CollectionLocation.find(from: current).map { [.root($0.root.path)] } ?? []
    }

    private func order(_ target: ExploreTarget) throws -> OpenOrder {
        switch target {
        case .path(let path):
            try CollectionLocation.refuseMisspeltCommand(path)
            return .path(path)
        case .archive(let path):
            guard arguments.keepsHistory, environment["MICROSCOPE_HISTORY"]?.lowercased() != "off" else {
                throw UsageError(
                    "\(path) needs the history", advice: "leave out --no-history, and MICROSCOPE_HISTORY=off")
            }
            return .archive(path)
        case .url(let url): return .url(url)
        case .pathOrURL(let word): return .word(word)
        }
    }
}

/// `microscope demo`: the explorer on the demo collection, its API beside it.
struct DemoCommand {
    private let arguments: ExploreArguments
    private let environment: [String: String]

    init(_ arguments: ExploreArguments, environment: [String: String]) {
        self.arguments = arguments
        self.environment = environment
    }

    func run() throws -> Int32 {
        try ExplorerProgram([arguments.takesTour ? .tour : .demo], arguments, environment: environment).run()
    }
}
