/// The way in which requests of an OpenAPI document are put into folders.
public enum ImportGrouping: String, Sendable, Hashable, CaseIterable {
    /// A folder for the first tag of each operation.
    case tags
    /// Folders for the static segments with which paths begin.
    case paths
    /// No folders: every request is at the root.
    case none
}
