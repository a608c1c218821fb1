import Foundation
import MicroClient

/// Reads a form from start to end once, a piece of a file at a time.
actor MultipartReader {
    private var pieces: ArraySlice<MultipartForm.Content>
    private var file: FileHandle?

    private static let chunkBytes = 64 * 1024

    init(_ pieces: [MultipartForm.Content]) { self.pieces = pieces[...] }

    deinit { try? file?.close() }

    /// Returns the next bytes; nil at the end.
    func next() throws -> Data? {
        while true {
            if let file {
                if let data = try file.read(upToCount: Self.chunkBytes), !data.isEmpty { return data }
                try file.close()
                self.file = nil
            }
            switch pieces.popFirst() {
            case nil: return nil
            case .data(let data)?: return data
            case .file(let url)?: file = try OrdinaryFile(url).handle
            }
        }
    }
}
