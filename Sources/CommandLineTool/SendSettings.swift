public import OpenCollection

/// The options that all commands that send have: the collection, its values, limits of time, and what is kept.
public struct SendSettings: Sendable, Hashable {
    /// `--collection`; nil uses the collection around the current directory.
    public var collection: String?
    /// `--env`, in this order, one for each send; none: the collection's only environment, if there is one.
    public var environmentNames: [String] = []
    /// `--global-env`: an environment of the workspace around the collection, the same for all sends.
    public var globalEnvironmentName: String?
    /// `--var`: values that live as long as the command.
    public var sessionValues: [String: String] = [:]
    public var consent = Consent()
    public var limits = TimeLimits()
    /// `--cacert` and the others: they go before what files say, and need no agreement.
    public var connection = ConnectionSettings()
    /// `--session`: what is kept for other commands; nil: nothing.
    public var session: String?
    /// Whether the jar of the environment is used.
    public var usesCookies = true
    /// Whether scripts run.
    public var runsScripts = true
    /// Whether what is sent is kept in the history.
    public var keepsHistory = true

    public init() {}

    /// The only environment, or the first of several.
    public var environmentName: String? { environmentNames.first }

    /// Returns the settings for one environment alone.
    public func inEnvironment(_ name: String?) -> SendSettings {
        var settings = self
        settings.environmentNames = name.map { [$0] } ?? []
        return settings
    }
}

extension SendSettings {
    /// Reads the options that were given; the others have their defaults.
    init(_ reader: ArgumentReader) throws(UsageError) {
        collection = reader.value(of: .collection)
        environmentNames = reader.value(of: .environment).map { [$0] } ?? reader.values(of: .environments)
        globalEnvironmentName = reader.value(of: .globalEnvironment)
        sessionValues = try reader.sessionValues()
        consent = reader.consent
        limits = try reader.limits()
        connection = try reader.connection()
        session = try reader.session()
        usesCookies = !reader.has(.noCookies)
        keepsHistory = !reader.has(.noHistory)
        runsScripts = !reader.has(.noScripts)
    }
}
