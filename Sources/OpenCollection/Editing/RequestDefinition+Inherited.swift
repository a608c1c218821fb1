extension RequestDefinition {
    /// Changes the request as it is with what its settings are given from around it: how a query is spelled depends on that.
    package mutating func edit(with inherited: RequestSettings, _ change: (inout RequestDefinition) -> Void) {
        let own = settings
        settings = own.filled(from: inherited)
        change(&self)
        settings = own
    }

    package func filled(from inherited: RequestSettings) -> RequestDefinition {
        var copy = self
        copy.settings = settings.filled(from: inherited)
        return copy
    }

    /// Returns the request with the way in which the URL is encoded, and rewrites it from what holds now, be it inherited: the same is sent.
    package func respelled(encoding encodes: Bool, _ inherited: RequestSettings) -> RequestDefinition {
        let respelled = filled(from: inherited).settingEncodesURL(encodes)
        var copy = self
        (copy.url, copy.parameters) = (respelled.url, respelled.parameters)
        copy.settings.isPresent = true
        copy.settings.encodesURL = encodes
        copy.settings.inherited.remove(.encodeUrl)
        return copy
    }

    package var queryFields: [Field] {
        get { queryRows.map(\.field) }
        set { self = settingQueryRows(newValue) }
    }

    /// The same where `encodeUrl` is inherited as on.
    package var encodedQueryFields: [Field] {
        get { filled(from: .encoding(true)).queryFields }
        set { edit(with: .encoding(true)) { $0.queryFields = newValue } }
    }

    /// The same where `encodeUrl` is inherited as off.
    package var plainQueryFields: [Field] {
        get { filled(from: .encoding(false)).queryFields }
        set { edit(with: .encoding(false)) { $0.queryFields = newValue } }
    }
}

extension RequestSettings {
    fileprivate static func encoding(_ encodes: Bool) -> RequestSettings {
        var settings = RequestSettings()
        settings.encodesURL = encodes
        return settings
    }
}

extension FormContent {
    /// The query table as the URL and `params` say it together; the URL follows it.
    package func queryRows(_ inherited: RequestSettings) -> [QueryRow] {
        request.definition.filled(from: inherited).queryRows
    }
}
