import CollectionFiles
import CommandLineTool
import Foundation
import Interchange
import OpenCollection

/// `microscope import`: a request from elsewhere becomes a file; its path on standard output, what was left out on standard error.
struct ImportCommand {
    private let arguments: ImportArguments

    init(_ arguments: ImportArguments) { self.arguments = arguments }

    func run() throws -> Int32 {
        let location = try CollectionLocation.meant(by: arguments.collection)
        let collection = try CollectionLoader(root: location.root).load()
        let received = try ReceivedRequest.read(try text())
        let folder = ItemPath(
            (arguments.folder ?? "").split(separator: "/").filter { $0 != "." }.joined(separator: "/"))
        let path = try write(received, in: folder, of: collection, CollectionWriter(root: location.root))
        for note in received.notes { StandardStreams.complain(note) }
        StandardStreams.print(path.text)
        return ExitStatus.success.rawValue
    }

    /// A file that is no item, or came meanwhile, has its name for itself: the next one is taken.
    private func write(
        _ received: ReceivedRequest, in folder: ItemPath, of collection: OpenCollection.Collection,
        _ writer: CollectionWriter
    ) throws -> ItemPath {
        var taken: Set<ItemPath> = []
        while true {
            let new = try NewRequest(received, in: folder, of: collection, besides: taken)
            let path: ItemPath
            do throws(CollectionWriter.SaveError) {
                path = new.path.after(try writer.create(new.path, with: new.file.text).changes)
            } catch {
                guard case .exists = error, taken.insert(new.path).inserted else {
                    throw UsageError("\(new.path) could not be written: \(error)", advice: "make room or a way for it")
                }
                continue
            }
            try write(new.policies, of: path, writer)
            return path
        }
    }

    /// Once the request itself is written.
    private func write(_ policies: RequestPolicies, of path: ItemPath, _ writer: CollectionWriter) throws {
        guard policies != RequestPolicies() else { return }
        do throws(CollectionWriter.SaveError) {
            _ = try writer.setPolicies(policies, for: .request(path))
        } catch {
            throw UsageError(
                "\(path) is written, but not its policies in \(CompanionFile.path): \(error)",
                advice: "mend microscope.yaml, then set them in the request")
        }
    }

    private func text() throws -> String {
        let file = NamedFile(arguments.file ?? "-", limit: .collectionFile)
        let bytes = try file.data(advice: "give a file with one request")
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        throw UsageError("\(file.name) is no text", advice: "give a file in UTF-8")
    }
}
