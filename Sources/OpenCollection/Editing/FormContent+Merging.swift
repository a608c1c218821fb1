extension FormContent: Mergeable {
    /// All three are of one kind, since they are of one path; their kind it is.
    public static func merged(_ versions: Versions<FormContent>, _ merging: inout FieldMerging) -> FormContent {
        var merged = versions.theirs
        switch versions.theirs {
        case .request: merged.request.definition = .merged(versions.request.definition, &merging)
        case .folder: merged.defaults = .merged(versions.defaults, &merging)
        case .collection:
            merged.info = .merged(versions.info, &merging)
            merged.mergeDefaults(versions.defaults, named: merged.info.name, &merging)
        case .environment: merged.environment = .merged(versions.environment, &merging)
        }
        if !merged.isEnvironment { merged.policies = .merged(versions.policies, &merging) }
        return merged
    }

    /// The collection's name is in its `info` and is no second conflict.
    private mutating func mergeDefaults(
        _ versions: Versions<FolderDefinition>, named name: String?, _ merging: inout FieldMerging
    ) {
        var versions = versions
        (versions.base.name, versions.mine.name, versions.theirs.name) = (name, name, name)
        defaults = .merged(versions, &merging)
    }
}
