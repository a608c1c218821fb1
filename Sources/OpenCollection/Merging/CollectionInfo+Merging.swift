extension CollectionInfo: Mergeable {
    public static func merged(_ versions: Versions<CollectionInfo>, _ merging: inout FieldMerging) -> CollectionInfo {
        var merged = versions.theirs
        merged.formatVersion = merging.value("Version of the format", versions.formatVersion)
        merged.name = merging.value("Name", versions.name)
        merged.summary = merging.value("Summary", versions.summary)
        merged.version = merging.value("Version", versions.version)
        merged.authors = merging.rows("Author", versions.authors)
        merged.proxy = merging.part(
            "Proxy", versions.proxy, text: { $0.server?.host ?? "no server" }, fields: ProxySettings.merged)
        merged.certificates = merging.rows("Certificate", versions.certificates)
        merged.protobuf.files = merging.texts("Protobuf file", versions.protobuf.files)
        merged.protobuf.importPaths = merging.rows("Import path", versions.protobuf.importPaths)
        merged.isBundled = merging.value("Bundled", versions.isBundled)
        merged.extensions = merging.mapping("Extensions", versions.extensions)
        return merged
    }
}

extension ProxySettings {
    fileprivate static func merged(
        _ versions: Versions<ProxySettings>, _ merging: inout FieldMerging
    ) -> ProxySettings {
        var merged = versions.theirs
        merged.isDisabled = merging.value("Proxy, off", versions.isDisabled)
        merged.inherits = merging.value("Proxy, the system's", versions.inherits)
        merged.server = merging.part(
            "Proxy, server", versions.server, text: { $0.host ?? "" }, fields: Server.merged)
        return merged
    }
}

extension ProxySettings.Server {
    fileprivate static func merged(
        _ versions: Versions<ProxySettings.Server>, _ merging: inout FieldMerging
    ) -> ProxySettings.Server {
        var merged = versions.theirs
        merged.protocol = merging.value("Proxy, protocol", versions.protocol)
        merged.host = merging.value("Proxy, host", versions.host)
        merged.port = merging.value("Proxy, port", versions.port)
        merged.bypass = merging.value("Proxy, not for", versions.bypass)
        merged.auth = merging.part(
            "Proxy, user", versions.auth, text: { $0.username ?? "" }, fields: ProxySettings.Credentials.merged)
        return merged
    }
}

extension ProxySettings.Credentials {
    fileprivate static func merged(
        _ versions: Versions<ProxySettings.Credentials>, _ merging: inout FieldMerging
    ) -> ProxySettings.Credentials {
        var merged = versions.theirs
        merged.isDisabled = merging.value("Proxy, user, off", versions.isDisabled)
        merged.username = merging.value("Proxy, user", versions.username)
        merged.password = merging.value("Proxy, password", versions.password, isSecret: true)
        return merged
    }
}
