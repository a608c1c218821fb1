extension RequestDefinition {
    /// Whether it would send another URL than one from elsewhere, which is encoded as it shall be sent: `encodeUrl` is on, and would change it.
    ///
    /// The settings are those that hold, inherited ones among them.
    public func wouldEncodeAgain(_ url: String) -> Bool {
        guard settings.effectiveEncodesURL else { return false }
        let path = url.prefix { $0 != "?" }
        let query = url.dropFirst(path.count + 1)
        return !Self.isPlain(path, and: ":/@[]{}") || !Self.isPlain(query, and: "=&{}")
    }

    /// Whether encoding leaves it alone, with these further signs.
    private static func isPlain(_ text: Substring, and others: String) -> Bool {
        text.utf8.allSatisfy { PercentCoding.isUnreserved($0) || others.utf8.contains($0) }
    }
}
