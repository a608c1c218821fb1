import BodyStore
import CollectionFiles
import CommandLineTool
import Foundation
import Interchange
import OpenCollection

/// `microscope export`: one saved request for others, on standard output.
struct ExportCommand {
    private let arguments: ExportArguments
    private let environment: [String: String]

    init(_ arguments: ExportArguments, environment: [String: String]) {
        self.arguments = arguments
        self.environment = environment
    }

    func run() throws -> Int32 {
        var opened = try OpenedCollection(arguments.settings, processEnvironment: environment)
        let (path, file) = try opened.open(request: arguments.request)
        try requireAgreement(to: OutsideUse.files(of: path, in: opened.collection, opened.environment), in: opened)
        // Secrets are looked up so that they are known where they were written out.
        let scopes = try opened.scopes(of: path, sessionValues: arguments.settings.sessionValues)
        let text = try text(of: file, at: path, in: opened, scopes)
        let output = BodyOutput()
        try Array(text.utf8).withUnsafeBytes { try output.write($0) }
        try output.finish()
        return ExitStatus.success.rawValue
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
        case .request, .builder, .macros: break
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
