import Exchanges
import OpenCollection

/// Preferences of the user, the command line and the settings' files.
public struct Preferences: Sendable {
    /// The settings of a request that has none of its own.
    public var clientDefaults: ClientDefaults
    /// Hashes and signatures for functions in templates.
    public var digests = TemplateDigests()
    /// The keys and colours in the user's own files.
    var settings = Settings()
    /// The settings' files as they were last read; nil: they were not yet.
    var settingsFiles: SettingsFiles?
    /// The places for saving files; nil: files are offered by their names alone.
    public var savePlaces: SavePlaces?
    /// Whether the user's place in a collection is kept for the next run.
    public var keepsRestorableState = false
    /// Whether what is sent is kept in the history; a collection may still say no.
    public var keepsHistory = true
    /// Whether the last response of a request is ordered from the history when it is shown without one.
    public var recallsResponses = false
    /// Whether long lines of bodies are broken where the pane ends.
    var wrapsBodies = false
    /// Whether lines of a body that differ from the response before are marked.
    public var marksChanges = true
    /// Whether times are shown in UTC.
    public var showsUTC = false
    /// The offset of the user's time zone from GMT, in seconds.
    public var localSecondsFromGMT: Int

    /// The offset of the zone in which times are shown.
    var secondsFromGMT: Int { showsUTC ? 0 : localSecondsFromGMT }

    mutating func switchUTC() -> StatusMessage {
        showsUTC.toggle()
        let zone = Wording.zone(secondsFromGMT)
        return StatusMessage(.info, showsUTC ? "Times are shown in UTC." : "Times are local: \(zone).")
    }

    mutating func switchMarks() -> StatusMessage {
        marksChanges.toggle()
        let words =
            marksChanges ? "Lines that differ from the previous response are marked." : "Differences are not marked."
        return StatusMessage(.info, words)
    }

    init(clientDefaults: ClientDefaults, localSecondsFromGMT: Int) {
        self.clientDefaults = clientDefaults
        self.localSecondsFromGMT = localSecondsFromGMT
    }
}
