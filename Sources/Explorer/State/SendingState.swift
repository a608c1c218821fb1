import Foundation

/// The sends beyond the single requests of a collection, and the numbers of effects.
struct SendingState: Sendable {
    /// The series under way, or the last one.
    var series: SeriesState?
    /// The fields of the last repeat as typed: how often, every, until.
    var lastRepeat = ["10", "", ""]
    /// The activities that ended in this session.
    var recentActivities = RecentActivities()
    /// The generation of the newest effect; every effect has its own, whatever its key and collection.
    var lastGeneration = 0
    /// The generation of the last send, save or edit.
    var lastUserAction = 0

    var reasonWithoutSeries: String? {
        series == nil ? "No series yet: r repeats a request, R in the history replays marked entries." : nil
    }

    var reasonNotToStartSeries: String? {
        guard series?.isUnderWay == true else { return nil }
        return "A series is running: \"last series\" in the palette (:) shows it."
    }

    /// The item of the series that is under way.
    var seriesItem: SeriesState.Item? {
        series.flatMap { state in state.series.current.flatMap(state.item) }
    }

    mutating func noteEnd(of series: SeriesState, _ words: String, at now: Date) {
        let item = series.item(0)
        let activity = Activity(
            id: .init(collection: item?.collection ?? "", subject: .series),
            word: series.subject == .repeated ? "repeat" : "series", name: series.name, place: series.mode.title)
        recentActivities.note(activity, .done(words), at: now)
    }
}
