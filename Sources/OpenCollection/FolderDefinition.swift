/// The content of `folder.yml`, or of the root's `opencollection.yml`: defaults for what lies below.
public struct FolderDefinition: Sendable, Hashable {
    /// Whether the file exists: a directory without one neither stops nor changes inheritance.
    public var hasFile = false
    /// `info.name`; nil when absent.
    public var name: String?
    /// `info.seq`: a slot among the folders beside it. The root has none.
    public var sequence: Int?
    /// `info.description`. The root has none.
    public var description: String?
    /// The root has none.
    public var tags: [String] = []
    public var headers: [Field] = []
    /// Metadata of gRPC requests: kept and shown.
    public var metadata: [Field] = []
    public var auth = Auth.none
    public var variables: [Variable] = []
    /// The actions, which are not in the schema, but Bruno reads and writes them.
    public var actions: [VariableAction] = []
    /// The scripts, which are kept and shown, not run.
    public var scripts: [Script] = []
    /// `request.settings.http`: hold for requests that do not say otherwise. Not read by Bruno.
    public var settings = RequestSettings()
    /// `request.settings.graphql`. Not read by Bruno.
    public var graphQLSettings = RequestSettings()
    /// The documentation, in Markdown.
    public var docs: String?
    /// Things in the file that are kept but not understood, one line each, with place.
    public var notes: [FileProblem] = []

    public init() {}
}
