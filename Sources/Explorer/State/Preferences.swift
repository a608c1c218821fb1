import Exchanges
import OpenCollection

/// How a person, the command line and the settings' files want things done.
public struct Preferences: Sendable {
    /// What is sent when a request says nothing else.
    public var clientDefaults: ClientDefaults
    /// Hashes and signatures for functions in templates.
    public var digests = TemplateDigests()
    /// Keys and colours, as a person's own files have them.
    var settings = Settings()
    /// As they were last read; nil: they were not yet.
    var settingsFiles: SettingsFiles?
    /// Nil: files are offered by their names alone.
    public var savePlaces: SavePlaces?
    /// Whether it is kept where a person is in a collection, for the next run.
    public var keepsWhereabouts = false
    /// Whether what is sent is kept in the history; a collection may still say no.
    public var keepsHistory = true
    /// Whether the last answer of a request is asked for in the history when it is shown without one.
    public var recallsAnswers = false
    /// Whether long lines of bodies are broken where the pane ends.
    var wrapsBodies = false
    /// Whether lines of a body that differ from the answer before are marked.
    public var marksChanges = true
    /// Whether times are shown in UTC.
    public var showsUTC = false
    /// How far the person's time zone lies from Greenwich.
    public var localSecondsFromGMT: Int

    /// Of the zone in which times are shown.
    var secondsFromGMT: Int { showsUTC ? 0 : localSecondsFromGMT }

    init(clientDefaults: ClientDefaults, localSecondsFromGMT: Int) {
        self.clientDefaults = clientDefaults
        self.localSecondsFromGMT = localSecondsFromGMT
    }
}
