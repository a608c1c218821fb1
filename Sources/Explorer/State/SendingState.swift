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
}
