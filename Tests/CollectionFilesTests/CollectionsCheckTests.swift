import Foundation
import OpenCollection
import Testing

@testable import CollectionFiles

/// The collections that come with the project.
@Suite struct CollectionsCheckTests {
    private static let collections = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Collections")

    @Test("a check finds nothing in any collection of the project")
    func nothingFound() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.collections.path).sorted()
        #expect(names.isSuperset(of: ["Demo", "Microblog", "Micropub", "Pinboard"]))
        for name in names {
            let sources = try CollectionSources(root: Self.collections.appending(path: name))
            let problems = CollectionCheck(sources).problems()
            #expect(
                problems.isEmpty,
                "\(name):\n\(problems.map { "\($0.path):\($0.lineAfterPath)" }.joined(separator: "\n"))")
        }
    }
}

extension [String] {
    fileprivate func isSuperset(of others: [String]) -> Bool { Set(self).isSuperset(of: others) }
}
