import CollectionFiles
import CommandLineTool
import OpenCollection

extension CollectionLoader {
    /// The collection with one request opened, the one that was meant by what was typed.
    ///
    /// - Throws: ``FileProblem`` without a collection, ``UsageError`` without such a request, or when it cannot be read.
    func load(openingRequest text: String) throws -> (collection: OpenCollection.Collection, path: ItemPath) {
        var collection = try load(.heads)
        let path = try RequestMatch.find(text, in: collection).path(for: text)
        collection.replace(with: item(at: path))
        return (collection, try RequestMatch.find(path.text, in: collection).path(for: text))
    }
}
