/// A file of a collection with other text.
public struct RewrittenFile: Sendable, Hashable {
    public var path: ItemPath
    public var old: String
    public var new: String

    public init(path: ItemPath, old: String, new: String) { (self.path, self.old, self.new) = (path, old, new) }

    /// The change as a patch that `git apply` takes.
    public var patch: [String] {
        ["--- a/\(path)", "+++ b/\(path)"] + LineChanges(old, new).lines.map(\.patchLine)
    }
}
