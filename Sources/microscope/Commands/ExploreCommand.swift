import CollectionFiles
import CommandLineTool
import DemoAPI
import Foundation
import OpenCollection

/// `microscope` and `microscope PATH`: the explorer on a collection.
struct ExploreCommand {
    private let arguments: ExploreArguments
    private let environment: [String: String]

    init(_ arguments: ExploreArguments, environment: [String: String]) {
        self.arguments = arguments
        self.environment = environment
    }

    func run() throws -> Int32 {
        var program = try programArguments()
        program.environmentName = arguments.environmentName
        program.sessionValues = arguments.sessionValues
        program.traceDescriptor = arguments.traceDescriptor
        return try ExplorerProgram(program, environment: environment).run()
    }

    private func programArguments() throws -> ExplorerProgram.Arguments {
        switch arguments.target {
        case nil: return Self.exploring(try .meant(by: nil))
        case .path(let path): return Self.exploring(try .meant(by: path))
        case .url(let url): return try drafting(url)
        case .pathOrURL(let word):
            let isPath = FileManager.default.fileExists(atPath: word)
            return isPath ? Self.exploring(try .meant(by: word)) : try drafting(ExploreTarget.url(of: word))
        }
    }

    private static func exploring(_ location: CollectionLocation) -> ExplorerProgram.Arguments {
        ExplorerProgram.Arguments(collectionDirectory: location.root, shownRequest: location.item)
    }

    /// A draft in Scratch; nothing is written before it is saved, and nothing sent.
    private func drafting(_ url: String) throws -> ExplorerProgram.Arguments {
        let root = try ScratchCollection.prepare(in: MicroscopeDirectories(environment: environment))
        return ExplorerProgram.Arguments(collectionDirectory: root, received: url)
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
        let demo = try DemoPreparation(directories: MicroscopeDirectories(environment: environment)).prepare()
        defer { demo.server.stop() }
        return try ExplorerProgram(
            ExplorerProgram.Arguments(
                collectionDirectory: demo.directory, environmentName: arguments.environmentName ?? "local",
                sessionValues: demo.sessionValues.merging(arguments.sessionValues) { _, given in given },
                traceDescriptor: arguments.traceDescriptor), environment: environment
        ).run()
    }
}
