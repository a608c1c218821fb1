extension FolderDefinition: Mergeable {
    public static func merged(
        _ versions: Versions<FolderDefinition>, _ merging: inout FieldMerging
    ) -> FolderDefinition {
        var merged = versions.theirs
        merged.name = merging.value("Name", versions.name)
        merged.sequence = merging.value("Place in the folder", versions.sequence)
        merged.description = merging.value("Description", versions.description)
        merged.tags = merging.texts("Tag", versions.tags)
        merged.headers = merging.rows("Header", versions.headers)
        merged.metadata = merging.rows("Metadata", versions.metadata)
        merged.auth = Auth.merged(versions.auth, &merging)
        merged.variables = merging.rows("Variable", versions.variables)
        merged.actions = merging.rows("Capture", versions.actions)
        merged.scripts = merging.rows("Script", versions.scripts)
        merged.settings = RequestSettings.merged(versions.settings, &merging)
        merged.graphQLSettings = merging.within("GraphQL") {
            RequestSettings.merged(versions.graphQLSettings, &$0)
        }
        merged.docs = merging.value("Docs", versions.docs)
        return merged
    }
}

extension EnvironmentDefinition: Mergeable {
    /// The file's name is the environment's: theirs.
    public static func merged(
        _ versions: Versions<EnvironmentDefinition>, _ merging: inout FieldMerging
    ) -> EnvironmentDefinition {
        var merged = versions.theirs
        merged.color = merging.value("Colour", versions.color)
        merged.description = merging.value("Description", versions.description)
        merged.extends = merging.value("Extends", versions.extends)
        merged.dotEnvFilePath = merging.value("File of variables", versions.dotEnvFilePath)
        merged.variables = merging.rows("Variable", versions.variables)
        merged.certificates = merging.rows("Certificate", versions.certificates)
        merged.externalSecrets = merging.part("Vault", versions.externalSecrets) {
            $0.type
        } fields: { versions, merging in
            var merged = versions.theirs
            merged.type = merging.value("Vault", versions.type)
            merged.variables = merging.rows("Secret in the vault", versions.variables)
            return merged
        }
        return merged
    }
}
