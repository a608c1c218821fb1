/// What is sent beyond the single requests of a collection, and what an effect is known by.
struct SendingState: Sendable {
    /// The series under way, or the last one.
    var series: SeriesState?
    /// What was typed for the last repeat: how often, every, until.
    var lastRepeat = ["10", "", ""]
    /// What has run in this session.
    var finished = FinishedActivities()
    /// Of the newest effect; every effect has its own, whatever its key and collection.
    var lastGeneration = 0
    /// The generation of the last send, save or edit.
    var lastDeed = 0
}
