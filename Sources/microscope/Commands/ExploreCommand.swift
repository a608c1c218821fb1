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
        let location = try CollectionLocation.meant(by: arguments.path)
        return try ExplorerProgram(
            ExplorerProgram.Arguments(
                collectionDirectory: location.root, environmentName: arguments.environmentName,
                sessionValues: arguments.sessionValues, shownRequest: location.item,
                traceDescriptor: arguments.traceDescriptor), environment: environment
        ).run()
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
