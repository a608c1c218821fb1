// Settings of folders and of the collection, which Bruno does not read: they hold for requests that do not say otherwise.

extension Collection {
    /// Returns the settings that a request at `path` inherits from the folders around it and from the collection; the innermost wins.
    public func inheritedSettings(at path: ItemPath, kind: RequestKind = .http) -> RequestSettings {
        let definitions = [root] + folders(above: path).map(\.definition)
        return definitions.reversed().reduce(RequestSettings()) { inner, outer in
            inner.filled(from: kind == .graphQL ? outer.graphQLSettings : outer.settings)
        }
    }

    /// The request as it is sent: what its own settings leave open, or say `inherit` for, comes from around it.
    func withInheritedSettings(_ definition: RequestDefinition, at path: ItemPath) -> RequestDefinition {
        definition.filled(from: inheritedSettings(at: path, kind: definition.kind))
    }
}

extension RequestSettings {
    /// Returns these settings, with the outer ones where these have none. Whether the block is present stays: it concerns its own file.
    public func filled(from outer: RequestSettings) -> RequestSettings {
        var copy = self
        copy.encodesURL = encodesURL ?? outer.encodesURL
        copy.timeoutInMilliseconds = timeoutInMilliseconds ?? outer.timeoutInMilliseconds
        copy.followsRedirects = followsRedirects ?? outer.followsRedirects
        copy.maximumRedirects = maximumRedirects ?? outer.maximumRedirects
        copy.forwardsAuthorization = forwardsAuthorization ?? outer.forwardsAuthorization
        return copy
    }
}
