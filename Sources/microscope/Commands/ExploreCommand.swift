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

extension CollectionLocation {
    /// What a person named, or the collection around the current directory.
    ///
    /// - Throws: ``UsageError`` that says what to type.
    static func meant(by path: String?) throws -> CollectionLocation {
        let current = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
        if let path { return try named(path, from: current) }
        guard let found = find(from: current) else {
            if isOlderFormat(current) { throw UsageError("there is no collection here", advice: olderFormatAdvice) }
            throw UsageError(
                "there is no collection here", advice: "name one with `microscope PATH`, or try `microscope demo`")
        }
        return found
    }

    /// A word that is neither a path nor a command was probably meant to be one.
    private static func named(_ path: String, from current: URL) throws -> CollectionLocation {
        let url = URL(fileURLWithPath: path, relativeTo: current).standardizedFileURL
        if let command = Command.nearestCommand(to: path), !FileManager.default.fileExists(atPath: url.path) {
            throw UsageError("there is no command and no path \"\(path)\"", advice: "did you mean \(command)?")
        }
        return try open(url)
    }
}
