import CollectionFiles
import CommandLineTool
import Foundation
import Imports
import Interchange
import OpenCollection
import Quoting

/// `microscope import`: a request from elsewhere becomes a file, several a folder of files, and a collection of another tool a collection or a
/// folder; their paths on standard output, what was left out on standard error.
struct ImportCommand {
    private let arguments: ImportArguments
    private let environment: [String: String]

    init(_ arguments: ImportArguments, environment: [String: String]) {
        self.arguments = arguments
        self.environment = environment
    }

    func run() throws -> Int32 {
        let names = arguments.files.isEmpty ? ["-"] : arguments.files
        let sources = try ImportSources(names, areCollections: arguments.format != nil)
        if sources.holdCollection { return try CollectionImport(arguments, environment: environment).run(sources) }
        do {
            return try importRequests(sources)
        } catch let refusal as SharingRefusal {
            // A format that is known by name says more than that it is no request.
            throw sources.problem ?? refusal
        }
    }

    private func importRequests(_ sources: ImportSources) throws -> Int32 {
        guard !arguments.asksForCollection, sources.all.count == 1, let source = sources.all.first else {
            throw sources.problem
                ?? UsageError(
                    "no collection of another tool is among the files",
                    advice: "name one; of requests as YAML, curl or a URL, one file at a time is imported",
                    status: .notBuilt)
        }
        let requests = try ReceivedRequest.all(in: try text(source), files: Self.files)
        let location = try CollectionLocation.meant(by: arguments.collection)
        let collection = try CollectionLoader(root: location.root).load()
        let asked = try arguments.folder(in: collection)
        let folder = try NewRequest.folder(for: requests, in: asked, of: collection)
        let writer = CollectionWriter(root: location.root)
        var taken: Set<ItemPath> = []
        for received in requests {
            let path = try write(
                received, in: folder, of: collection, writer, besides: &taken, isNewFolder: folder != asked)
            StandardStreams.print(path.text)
        }
        return report(on: requests).rawValue
    }

    /// Only what lies below the current directory: what a stranger's command names elsewhere stays where it is.
    private static let files = CurlFiles { path in
        let root = URL(fileURLWithPath: FileManager.default.currentDirectoryPath).resolvingSymlinksInPath()
        let file = root.appendingPathComponent(path).resolvingSymlinksInPath()
        guard path.utf8.first != UInt8(ascii: "/"), file.path.beginsWithBytes(of: root.path + "/"),
            (try? file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true,
            let handle = try? FileHandle(forReadingFrom: file),
            let bytes = try? handle.read(upToCount: longestFile + 1), bytes.count <= longestFile
        else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// A request file is for people.
    private static let longestFile = 1 << 20

    /// Requests of one command share most lines. An import that lost something is no success.
    private func report(on requests: [ReceivedRequest]) -> ExitStatus {
        var known: Set<String> = []
        let losses = requests.flatMap(\.losses)
        for line in losses.map({ "error: \($0)" }) + requests.flatMap(\.notes).map({ "note: \($0)" })
        where known.insert(line).inserted {
            StandardStreams.complain(line)
        }
        return losses.isEmpty ? .success : .found
    }

    /// A file that is no item, or came meanwhile, has its name for itself: the next one is taken.
    private func write(
        _ received: ReceivedRequest, in folder: ItemPath, of collection: OpenCollection.Collection,
        _ writer: CollectionWriter, besides taken: inout Set<ItemPath>, isNewFolder: Bool
    ) throws -> ItemPath {
        while true {
            let new = try NewRequest(received, in: folder, of: collection, besides: taken, isNewFolder: isNewFolder)
            let path: ItemPath
            do throws(CollectionWriter.SaveError) {
                path = new.path.after(try writer.create(new.path, with: new.file.text).changes)
            } catch {
                guard case .exists = error, taken.insert(new.path).inserted else {
                    throw UsageError("\(new.path) could not be written: \(error)", advice: "make room or a way for it")
                }
                continue
            }
            taken.insert(new.path)
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
                advice: "repair microscope.yaml, then set them in the request")
        }
    }

    private func text(_ source: ImportSource) throws -> String {
        if let text = String(validating: source.bytes, as: UTF8.self) { return text }
        throw UsageError("\(source.name) is no text", advice: "give a file in UTF-8", status: .notBuilt)
    }
}
