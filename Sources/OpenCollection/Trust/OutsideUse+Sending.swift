extension RenderedRequest {
    /// Files that are read when it is sent: those of the body, and the key that signs it.
    public var filesRead: [OutsideUse] {
        var uses = body.paths.map { OutsideUse(.read($0), for: "body") }
        if case .oauth1(let oauth)? = credential, case .file(let path)? = oauth.privateKey {
            uses.append(OutsideUse(.read(path), for: "private key of OAuth 1.0"))
        }
        return uses
    }
}

extension Collection {
    /// Where the value of an environment's secret is kept, as `microscope.yaml` says; nil: nowhere that it says.
    public func secretSource(of name: String, in environment: EnvironmentDefinition) -> SecretSource? {
        companion.secretSource(of: name, in: chain(of: environment).map(\.name))
    }
}
