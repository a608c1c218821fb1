import CollectionFiles
import Foundation
import Quoting

extension BundledCollection {
    /// The demo collection: `demo.collection` has each file after a line with its path, made by Scripts/generate-demo-collection.
    static let demo = BundledCollection(
        files: String(decoding: PackageResources.demo_collection, as: UTF8.self).components(separatedBy: "=== ")
            .compactMap { $0.cut(at: "\n") }.map { File(path: $0.before, text: $0.after) })
}
