extension RequestDefinition: Mergeable {
    /// A request keeps the kind that their file has.
    public static func merged(
        _ versions: Versions<RequestDefinition>, _ merging: inout FieldMerging
    ) -> RequestDefinition { fields(of: versions.theirs.kind).merged(versions, nil, &merging) }
}

extension FolderDefinition: Mergeable {
    public static func merged(
        _ versions: Versions<FolderDefinition>, _ merging: inout FieldMerging
    ) -> FolderDefinition { fields.merged(versions, nil, &merging) }
}

extension CollectionInfo: Mergeable {
    public static func merged(_ versions: Versions<CollectionInfo>, _ merging: inout FieldMerging) -> CollectionInfo {
        fields.merged(versions, nil, &merging)
    }
}

extension EnvironmentDefinition: Mergeable {
    /// The file's name is the environment's: theirs.
    public static func merged(
        _ versions: Versions<EnvironmentDefinition>, _ merging: inout FieldMerging
    ) -> EnvironmentDefinition { fields.merged(versions, nil, &merging) }
}

extension RequestPolicies: Mergeable {
    public static func merged(_ versions: Versions<RequestPolicies>, _ merging: inout FieldMerging) -> RequestPolicies {
        fields.merged(versions, nil, &merging)
    }
}
