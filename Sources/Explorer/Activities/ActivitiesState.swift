import OpenCollection
import TextGrid

/// The list of what runs, and of what ran in this session.
public struct ActivitiesState: Sendable, Hashable {
    /// What has the cursor; nil: the first.
    var cursor: Row.ID?
    /// Where it stood, in case it is gone.
    var index = 0

    enum Row: Sendable, Identifiable {
        case running(Activity)
        case finished(FinishedActivity)

        enum ID: Sendable, Hashable {
            case running(Activity.ID)
            case finished(Int)
        }

        var id: ID {
            switch self {
            case .running(let activity): .running(activity.id)
            case .finished(let finished): .finished(finished.id)
            }
        }

        var activity: Activity {
            switch self {
            case .running(let activity): activity
            case .finished(let finished): finished.activity
            }
        }
    }

    public init() {}

    /// The row with the cursor.
    func index(in rows: [Row]) -> Int {
        rows.firstIndex { $0.id == cursor } ?? max(0, min(index, rows.count - 1))
    }
}

extension ExplorerState {
    /// What runs, then what ran, the latest first.
    var activityRows: [ActivitiesState.Row] {
        activities.map { .running($0) } + sending.finished.all.map { .finished($0) }
    }

    private var activityList: ActivitiesState? {
        overlays.last as? ActivitiesState
    }

    private var selectedActivity: ActivitiesState.Row? {
        let rows = activityRows
        return activityList.flatMap { rows[safe: $0.index(in: rows)] }
    }

    mutating func openActivities() { overlays.append(ActivitiesState()) }

    mutating func move(_ action: Action, in list: ActivitiesState) {
        var list = list
        let rows = activityRows
        list.index = Self.moved(list.index(in: rows), action, page: 10, last: rows.count - 1)
        list.cursor = rows[safe: list.index]?.id
        replaceTop(list)
    }

    var reasonWithoutActivity: String? { selectedActivity == nil ? "Nothing runs, and nothing ran yet." : nil }

    var reasonNotToCancelActivity: String? {
        guard let row = selectedActivity else { return reasonWithoutActivity }
        guard case .running(let activity) = row else { return "It is over already." }
        return activity.isCancelling ? "It is being cancelled." : nil
    }

    var reasonNotToCancelActivities: String? {
        reasonWithoutActivity ?? (activities.isEmpty ? "Nothing runs." : nil)
    }

    // MARK: - Going there

    /// Enter: to what runs, or to what came of it.
    mutating func goToActivity() -> [Effect] {
        guard let row = selectedActivity else { return [] }
        if row.activity.id.subject == .series {
            guard series != nil else { return [] }
            overlays.removeLast()
            showSeries()
            return []
        }
        let path = row.activity.path ?? collections.first { $0.path == row.activity.id.collection }?.sends.run?.path
        guard let path else {
            status = StatusMessage(.info, "It is over, and was about no request in particular.")
            return []
        }
        let place = Trail.Place(collection: row.activity.id.collection, path: path)
        guard isThere(place) else { return goToRecord(of: row) }
        overlays.removeLast()
        let effects = go(to: place)
        focus = .response
        if display.zoomed != nil { display.zoomed = .response }
        guard case .send(_, let environment) = row.activity.id.subject else { return effects }
        if let environment { session?.comparison?.select(environment) }
        guard case .finished(let finished) = row, let send = finished.send, session?.showAnswer(of: send) != true else {
            return effects
        }
        return effects + (finished.record.map { openExchange($0) } ?? [])
    }

    /// Of a request that is gone, the history has what was sent.
    private mutating func goToRecord(of row: ActivitiesState.Row) -> [Effect] {
        guard case .finished(let finished) = row, let record = finished.record else {
            status = StatusMessage(.warning, "It is in no open collection any more.")
            return []
        }
        overlays.removeLast()
        return openExchange(record)
    }

    // MARK: - Cancelling

    mutating func cancelActivity() -> [Effect] {
        guard case .running(let activity)? = selectedActivity else { return [] }
        return cancel(activity)
    }

    mutating func askToCancelActivities() {
        overlays.append(
            Chooser(
                "Cancel all that runs?", Chooser.Option("Let them run"),
                Chooser.Option("Cancel all \(activities.count)", detail: "in all open collections") {
                    $0.cancelActivities()
                }))
    }

    mutating func cancelActivities() -> [Effect] {
        let all = activities.filter { !$0.isCancelling }
        // A run first: it sends nothing more when the send under way ends.
        return all.filter { $0.id.subject == .run }.flatMap { cancel($0) }
            + all.filter { $0.id.subject != .run }.flatMap { cancel($0) }
    }

    private mutating func cancel(_ activity: Activity) -> [Effect] {
        if activity.id.subject == .series { return drive { series, _ in series.stop() } }
        guard let index = collections.firstIndex(where: { $0.path == activity.id.collection }) else { return [] }
        return inCollection(at: index) { $0.cancelHere(activity.id.subject) }
    }

    private mutating func cancelHere(_ subject: Activity.Subject) -> [Effect] {
        switch subject {
        case .send(let path, let environment): return cancelSend(at: path, to: environment)
        case .run:
            // With the send under way the run ends, and tells so.
            if let path = current.sends.run?.path, sessions[path]?.own.running != nil {
                return cancelSend(at: path, to: nil)
            }
            current.sends.run?.stop()
            return []
        case .token(let key): return cancelToken(key)
        case .filter(let path, let environment): return giveUpFilter(of: path, to: environment)
        case .search(let path):
            guard var session = sessions[path] else { return [] }
            session.stopLooking()
            sessions[path] = session
            return [effect(.place(path), .cancel), effect(.streamSearch(path), .cancel)]
        case .count(let path):
            sessions[path]?.find.rest()
            return [EffectKey.find(path), .match(path), .matchBlocks(path)].map { effect($0, .cancel) }
        case .series: return []
        }
    }
}

extension RequestSession {
    fileprivate mutating func stopLooking() {
        answer?.stream.isLooking = false
        answer?.reading.search = nil
        answer?.reading.place = nil
    }
}

extension Comparison {
    /// The side of an environment has the keys.
    fileprivate mutating func select(_ environment: String) {
        if let index = sides.firstIndex(where: { $0.environment == environment }) { selected = index }
    }
}

extension ActivitiesState: Overlay {
    func context(in explorer: ExplorerState) -> ActionContext { .activities }
    func footer(in explorer: ExplorerState) -> [Action] {
        [.goToActivity, .cancelActivity, .cancelActivities, .moveDown, .dismiss]
    }
    var keyHint: String? { "Enter goes there, x cancels, Esc closes." }

    func move(_ action: Action, in explorer: inout ExplorerState) -> [Effect] {
        explorer.move(action, in: self)
        return []
    }

    func draw(_ explorer: ExplorerState, on grid: inout Grid) { ActivitiesPane.draw(self, explorer, on: &grid) }
}
