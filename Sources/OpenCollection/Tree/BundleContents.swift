/// A collection in one file, to plan operations on.
public struct BundleContents: TreeContents {
    private let bundle: CollectionBundle
    public let companion: CompanionFile

    public init(_ bundle: CollectionBundle, companion: CompanionFile) {
        self.bundle = bundle
        self.companion = companion
    }

    public var environments: [EnvironmentDefinition] { bundle.environments }
    public func items(in folder: ItemPath) -> [CollectionItem] { bundle.found(in: folder) }

    public func names(in folder: ItemPath) -> [String] {
        folder == .environments ? environments.map { "\($0.name).yml" } : items(in: folder).map(\.path.lastName)
    }
}
