import BodyStore
import CollectionFiles
import CollectionRunner
import CommandLineTool
import Foundation
import Interchange
import OpenCollection

/// `microscope export`: one saved request for others, or the requests of a folder for a load generator.
struct ExportCommand {
    private let arguments: ExportArguments
    private let environment: [String: String]

    init(_ arguments: ExportArguments, environment: [String: String]) {
        self.arguments = arguments
        self.environment = environment
    }

    func run() throws -> Int32 {
        var opened = try OpenedCollection(arguments.settings, processEnvironment: environment)
        if let format = arguments.format.loadTestFormat { return try exportFolder(as: format, in: &opened) }
        let (path, file) = try opened.open(request: arguments.request)
        try requireAgreement(to: OutsideUse.files(of: path, in: opened.collection, opened.environment), in: opened)
        // Secrets are looked up so that they are known where they were written out.
        let scopes = try opened.scopes(of: path, sessionValues: arguments.settings.sessionValues)
        let text = try text(of: file, at: path, in: opened, scopes)
        try write(text)
        return ExitStatus.success.rawValue
    }

    private func write(_ text: String) throws {
        guard let file = arguments.output else {
            return try BodyOutput.whole { write in try Array(text.utf8).withUnsafeBytes(write) }
        }
        try OutputFile(file, mode: 0o644, replaces: arguments.replaces).write { handle in
            try handle.write(contentsOf: Data(text.utf8))
            return true
        }
    }

    private func exportFolder(as format: LoadTest.Format, in opened: inout OpenedCollection) throws -> Int32 {
        let folder = try opened.collection.requireFolder(arguments.request)
        var (sources, skipped): ([LoadTest.Source], [(ItemPath, String)]) = ([], [])
        for entry in RunPlan(of: folder, in: opened.collection).entries {
            switch entry {
            case .skipped(let path, let reason): skipped.append((path, reason))
            case .request(let path):
                let file = try opened.open(request: path.text).file
                try requireAgreement(
                    to: OutsideUse.files(of: path, in: opened.collection, opened.environment), in: opened)
                let scopes = try opened.scopes(of: path, sessionValues: arguments.settings.sessionValues)
                sources.append(LoadTest.Source(path, file.definition, scopes))
            }
        }
        var test = LoadTest(
            folder == .root ? opened.collection.name : "\(opened.collection.name), \(folder)", sources,
            in: opened.collection, environmentName: opened.environment?.name, rows: arguments.rows)
        for (path, reason) in skipped { test.leaveOut(path, reason) }
        try write(test.text(format))
        for limit in test.limits { StandardStreams.complain("not in the load test: \(limit)") }
        return (test.limits.isEmpty ? ExitStatus.success : .found).rawValue
    }

    /// - Throws: ``UsageError`` for files that are links out of the collection.
    private func requireAgreement(to uses: [OutsideUse], in opened: OpenedCollection) throws {
        let unagreed = try TrustGate(
            root: opened.location.root, directories: MicroscopeDirectories(environment: environment),
            isOpen: arguments.settings.consent.agreesToAll
        ).unagreed(uses)
        guard unagreed.isEmpty else { throw UsageError.unagreed(unagreed, "nothing was exported") }
    }

    private func text(
        of file: RequestFile, at path: ItemPath, in opened: OpenedCollection, _ scopes: VariableScopes
    ) throws -> String {
        let curl = CurlExport(file.definition, at: path, in: opened.collection, scopes: scopes)
        switch arguments.format {
        case .curl: return try curl.text()
        case .url: return try curl.url() + "\n"
        case .yaml:
            let shared = try file.shared(
                as: file.definition, hiding: scopes.secretValues, besides: scopes.publicNames)
            if !shared.variables.isEmpty {
                let names = shared.variables.joined(separator: ", ")
                StandardStreams.complain("secrets are not exported; variables replace them: \(names)")
            }
            return shared.text
        case .request, .builder, .macros, .locust: break
        }
        let form = arguments.format.swiftForm ?? .request
        if let reason = SwiftExport.refusal(of: form, file.definition) {
            throw UsageError("\(path) cannot be exported", advice: reason)
        }
        return SwiftExport(
            file.definition, at: path, in: opened.collection, scopes: scopes, environmentName: opened.environment?.name,
            response: try response().map { SampleResponse(body: $0) }
        ).text(form)
    }

    private func response() throws -> BodyStore? {
        guard let file = arguments.response else { return nil }
        let store = BodyStore()
        defer { store.finish() }
        let advice = "give a file with the body of a response, or - for stdin"
        try NamedFile(file, limit: .archive).forEachPiece(advice: advice) { try store.append($0) }
        return store
    }
}
