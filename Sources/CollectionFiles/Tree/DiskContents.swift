import Foundation
import OpenCollection

/// The content of a collection's directories now, each read once, when it is first needed.
final class DiskContents: TreeContents {
    private let loader: CollectionLoader
    private var folders: [ItemPath: [CollectionItem]] = [:]
    private(set) lazy var environments: [EnvironmentDefinition] = loader.environments().0
    private(set) lazy var companion: CompanionFile = loader.companion().0

    init(_ loader: CollectionLoader) { self.loader = loader }

    func items(in folder: ItemPath) -> [CollectionItem] {
        if let items = folders[folder] { return items }
        let items = loader.found(in: folder)
        folders[folder] = items
        return items
    }

    func names(in folder: ItemPath) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: loader.place(of: folder))) ?? []
    }
}
