import Foundation
import Imports
import Interchange
import OpenCollection
import Quoting

extension ImportedCollection {
    /// The requests of a text: commands of curl, a URL, or the YAML of a request.
    ///
    /// - Throws: ``SharingRefusal`` if it is none of these, or one with a fault.
    init(requestsOf source: ImportSource) throws(SharingRefusal) {
        guard let text = String(validating: source.bytes, as: UTF8.self) else {
            throw SharingRefusal("This is not text: give a file in UTF-8.")
        }
        let requests = try ReceivedRequest.all(in: text, files: Self.filesOfCommands)
        let isCurl = requests.contains { $0.form == .curl }
        self.init(format: isCurl ? .curl : .request, source: source.name, name: requests[0].hostName)
        items = requests.map(ImportedItem.init)
        countedKinds = [.requests]
        sourceCounts = [.requests: requests.count]
        // Requests of one command have most remarks in common.
        notes =
            requests.flatMap(\.losses).map { ImportNote(.error, .whole, $0.withoutFullStop) }
            + requests.flatMap(\.notes).map { ImportNote(.note, .whole, $0.withoutFullStop) }
    }

    /// The files below the current directory; others that a stranger's command names are not read.
    private static let filesOfCommands = CurlFiles { path in
        let root = URL(fileURLWithPath: FileManager.default.currentDirectoryPath).resolvingSymlinksInPath()
        let file = root.appendingPathComponent(path).resolvingSymlinksInPath()
        guard path.utf8.first != UInt8(ascii: "/"), file.path.beginsWithBytes(of: root.path + "/"),
            (try? file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true,
            let handle = try? FileHandle(forReadingFrom: file),
            let bytes = try? handle.read(upToCount: longestFile + 1), bytes.count <= longestFile
        else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The longest request file in bytes, as it is read by people.
    private static let longestFile = 1 << 20
}

extension ImportedItem {
    fileprivate init(_ received: ReceivedRequest) {
        self.init(.request(received.file.definition), origin: .whole)
        (policies, file) = (received.policies, received.file)
    }
}

extension String {
    fileprivate var withoutFullStop: String { utf8.last == UInt8(ascii: ".") ? String(dropLast()) : self }
}
