import CollectionFiles
import CommandLineTool
import Explorer
import Foundation
import Imports
import OpenCollection

/// Reads collections of other tools for the screen, one import at a time.
///
/// Called on the main thread only.
final class ImportEffect {
    private let environment: [String: String]
    private let post: @Sendable (Event) -> Void
    private var running: Task<Void, Never>?

    init(environment: [String: String], post: @escaping @Sendable (Event) -> Void) {
        self.environment = environment
        self.post = post
    }

    /// - Parameters:
    ///   - collection: the collection that it may be put into; nil if there is none.
    ///   - root: the path of that collection.
    func start(
        _ input: ImportInput, into collection: OpenCollection.Collection?, at root: String,
        _ reply: Reply<Result<ImportProposal, ImportRefusal>>
    ) {
        cancel()
        let reading = ImportReadingTask(input: input, collection: collection, root: URL(fileURLWithPath: root))
        running = Background.task { [post] in
            if let result = await reading.result() { post(reply(result)) }
        }
    }

    func cancel() {
        running?.cancel()
        running = nil
    }
}

/// The reading of one import.
private struct ImportReadingTask: Sendable {
    let input: ImportInput
    let collection: OpenCollection.Collection?
    let root: URL

    /// - Returns: The proposal or the refusal; nil if it is cancelled.
    func result() async -> Result<ImportProposal, ImportRefusal>? {
        do {
            let sources = try await sources()
            return .success(try await BlockingWork.run { try proposal(sources) })
        } catch is CancellationError {
            return nil
        } catch {
            return .failure(ImportRefusal(ErrorWords.text(of: error)))
        }
    }

    private func sources() async throws -> ImportSources {
        switch input {
        case .files(let paths): return try await BlockingWork.run { try ImportSources(paths) }
        case .text(let text): return ImportSources(ImportSource(name: "pasted text", bytes: Array(text.utf8)))
        case .url(let url):
            guard let download = ImportDownload(url) else {
                throw ImportProblem(url, "this is not an HTTP URL", advice: "start it with http:// or https://")
            }
            return ImportSources(try await download.source())
        case .api(let url): return ImportSources(try await ImportDownload.description(of: url))
        }
    }

    private func proposal(_ sources: ImportSources) throws -> ImportProposal {
        let read = try sources.collections()
        let target = try? collection.map { try ImportTarget(.root, of: $0, at: root) }
        return ImportProposal(
            asCollection: .init(read.fitted(to: .newCollection), skipped: sources.skipped),
            asFolders: target.map { .init(read.fitted(to: $0.place), skipped: sources.skipped) })
    }
}
