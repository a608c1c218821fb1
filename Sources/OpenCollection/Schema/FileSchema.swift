/// A JSON Schema of a kind of file, made from the rules that `microscope check` reads.
public enum FileSchema: String, Sendable, CaseIterable {
    case request, folder, environment, collection
    case microscopeYAML = "microscope-yaml"

    /// The schema (draft 2020-12) as indented JSON with a line end.
    public var text: String { SchemaDocument.text(of: rule, title: title) }

    package var rule: SchemaRule {
        switch self {
        case .request: .item
        case .folder: .object(FolderDefinition.rule)
        case .environment: .object(EnvironmentDefinition.rule)
        case .collection: .object(CollectionInfo.rule)
        case .microscopeYAML: .object(Schema.companion)
        }
    }

    private var title: String {
        switch self {
        case .request: "A request file of an OpenCollection collection"
        case .folder: "folder.yml of an OpenCollection collection"
        case .environment: "An environment of an OpenCollection collection"
        case .collection: "opencollection.yml"
        case .microscopeYAML: "microscope.yaml"
        }
    }
}
