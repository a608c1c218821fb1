import Exchanges
import ExplorerKit
import Foundation
import OpenCollection
import TextGrid

/// The list of what runs, and of what ran in this session.
struct ActivitiesState: Sendable, Hashable {
    var list = ListState<Row.ID>()

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
}

extension ExplorerState {
    /// The running activities, then the finished ones, the latest first.
    var activityRows: [ActivitiesState.Row] {
        activities.map { .running($0) } + sending.recentActivities.all.map { .finished($0) }
    }

    private var selectedActivity: ActivitiesState.Row? {
        (overlays.last as? ActivitiesState)?.list.row(of: activityRows)
    }

    var reasonWithoutActivity: String? { selectedActivity == nil ? "No activity yet." : nil }

    var reasonNotToCancelActivity: String? {
        guard let row = selectedActivity else { return reasonWithoutActivity }
        guard case .running(let activity) = row else { return "It has already finished." }
        return activity.isCancelling ? "It is already being cancelled." : nil
    }

    var reasonNotToCancelActivities: String? {
        reasonWithoutActivity ?? (activities.isEmpty ? "Nothing is running." : nil)
    }

    // MARK: - Going there

    /// Enter: goes to what runs, or to what came of it.
    mutating func goToActivity() -> [Effect] {
        guard let row = selectedActivity else { return [] }
        if row.activity.id.subject == .series {
            guard series != nil else { return [] }
            overlays.removeLast()
            showSeries()
            return []
        }
        let path = row.activity.path ?? collections[row.activity.id.collection]?.sends.run?.path
        guard let path else { return say(.info, "It has finished, and has no request to go to.") }
        let place = NavigationHistory.Place(collection: row.activity.id.collection, path: path)
        guard collections.isThere(place) else { return goToRecord(of: row) }
        overlays.removeLast()
        let effects = go(to: place)
        display.focusPane(.response)
        guard case .send(let id) = row.activity.id.subject else { return effects }
        if let environment = id.environment { session?.comparison?.select(environment) }
        guard case .finished(let finished) = row, let send = finished.send, session?.showResponse(of: send) != true
        else {
            return effects
        }
        return effects + (finished.record.map { openExchange($0) } ?? [])
    }

    /// Opens the history's exchange of a request that is gone.
    private mutating func goToRecord(of row: ActivitiesState.Row) -> [Effect] {
        guard case .finished(let finished) = row, let record = finished.record else {
            return say(.warning, "Its collection is no longer open.")
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
        ask(
            "Cancel all running activity?", .init("Keep running"),
            .init("Cancel all \(activities.count)", detail: "in all open collections") { $0.cancelActivities() })
    }

    mutating func cancelActivities() -> [Effect] {
        let all = activities.filter { !$0.isCancelling }
        // A run first: it sends nothing more when the send under way ends.
        return all.filter { $0.id.subject == .run }.flatMap { cancel($0) }
            + all.filter { $0.id.subject != .run }.flatMap { cancel($0) }
    }

    private mutating func cancel(_ activity: Activity) -> [Effect] {
        if activity.id.subject == .series { return drive { series, _ in series.stop() } }
        return handling(activity.id.collection) { $0.cancelHere(activity.id.subject) } ?? []
    }

    private mutating func cancelHere(_ subject: Activity.Subject) -> [Effect] {
        switch subject {
        case .send(let id): return current.cancelSend(id)
        case .run:
            // With the send under way the run ends, and says so.
            if let path = current.sends.run?.path, sessions[path]?.own.running != nil {
                return current.cancelSend(ResponseID(path))
            }
            current.sends.run?.stop()
            return []
        case .token(let key): return current.cancelToken(key)
        case .filter(let id): return giveUpFilter(of: id)
        case .search(let path):
            guard var session = sessions[path] else { return [] }
            session.stopLooking()
            sessions[path] = session
            return effect(.place(path), .cancel) + effect(.streamSearch(path), .cancel)
        case .count(let path):
            sessions[path]?.find.rest()
            return [EffectKey.find(path), .match(path), .matchBlocks(path)].flatMap { effect($0, .cancel) }
        case .series: return []
        }
    }
}

extension RequestSession {
    fileprivate mutating func stopLooking() {
        response?.stream.isLooking = false
        response?.reading.search = nil
        response?.reading.place = nil
    }
}

extension Comparison {
    /// Gives the side of an environment the keys.
    fileprivate mutating func select(_ environment: String) {
        if let index = sides.firstIndex(where: { $0.environment == environment }) { selected = index }
    }
}

extension Action {
    static let activities = Action(
        "activities", .panes, ["!"], "activity",
        "List running and finished activity in all open collections; go to it, or cancel it."
    ) { $0.present(ActivitiesState()) }
    static let goToActivity = Action(
        "goToActivity", [.activities], [.enter], "go there", "Go to the request, or to its response.",
        reason: \.reasonWithoutActivity
    ) { $0.goToActivity() }
    static let cancelActivity = Action(
        "cancelActivity", [.activities], ["d", "x"], "cancel", "Cancel the activity under the cursor.",
        reason: \.reasonNotToCancelActivity
    ) { $0.cancelActivity() }
    static let cancelActivities = Action(
        "cancelActivities", [.activities], ["X"], "cancel all", "Cancel all running activity; asks first.",
        reason: \.reasonNotToCancelActivities
    ) { $0.askToCancelActivities() }
}

extension ActionContext {
    static let activities: ActionContext = .init(
        "activities", "Activity", .list, [.closes, .isLeftFreely], way: .activities)
}

extension ActivitiesState: ListOverlay {
    static let context: ActionContext = .activities
    static let extraRows: [ActionRow] = [
        ActionRow(.dismiss, [.activities], ["!"], "close", "Close the list; running activity continues.")
    ]
    static let actions: [Action] = [.activities, .goToActivity, .cancelActivity, .cancelActivities]

    var keyHint: String? { "Enter goes there, x cancels, Esc closes." }
    func actionOfClick(hasCursor: Bool) -> Action? { hasCursor ? .goToActivity : nil }

    func ids(in explorer: ExplorerState) -> [Row.ID] { explorer.activityRows.map(\.id) }

    // MARK: - Drawing

    /// Draws the running activities (what, where to, since when and how far), and below those that ended in this session and how.
    func draw(_ state: ExplorerState, on grid: inout Grid) {
        let rows = state.activityRows
        let running = state.activities.count
        let inside = OverlayDrawing.box(
            title(running, rows.count - running), columns: 140, rows: state.size.rows - 4, state, on: &grid)
        guard !rows.isEmpty else {
            let words = "No activity yet: s sends the shown request."
            grid.write(words, .dimmed, in: inside)
            return
        }
        let cursor = list.index(in: rows.lazy.map(\.id))
        // The heading between the two takes a line.
        var indexes: [Int?] = Array(rows.indices)
        if running < rows.count { indexes.insert(nil, at: running) }
        let lines = ActivityLines(rows, state, columns: inside.columns)
        ListDrawing.drawRows(indexes.count, cursor: indexes.firstIndex(of: cursor), in: inside, on: &grid) {
            if let index = indexes[$0] {
                $2.write(lines.runs(of: rows[index]), in: $1)
            } else {
                $2.write("Finished, latest first", .heading, in: $1)
            }
        }
    }

    /// Returns a title such as "Running: 3, finished: 12".
    private func title(_ running: Int, _ over: Int) -> String {
        let now = running == 0 ? "Nothing running" : "Running: \(running)"
        return over == 0 ? now : "\(now), finished: \(over)"
    }
}

/// Lines whose columns are aligned.
private struct ActivityLines {
    let glyphs: Glyphs
    let now: Date
    /// Names of the open collections by their paths, where there are several.
    let collections: [String: String]
    let columns: Int
    let name: Int
    /// The width of the widest glyph, which may be a word, and a space.
    private var sign: Int { 1 + glyphs.columnsOfOutcomes }

    private static let word = 7
    private static let time = 10

    init(_ rows: [ActivitiesState.Row], _ state: ExplorerState, columns: Int) {
        (glyphs, now, self.columns) = (state.glyphs, state.now, columns)
        let open = state.collections.count > 1 ? state.collections.map { ($0.path, $0.collection.name) } : []
        collections = Dictionary(open) { first, _ in first }
        name = min(ListDrawing.widest(rows.map { $0.activity.name.shownInLine(limit: 100) }), columns / 3)
    }

    func runs(of row: ActivitiesState.Row) -> [StyledText] {
        let activity = row.activity
        let (sign, outcome) = status(of: row)
        let lead = [
            sign, StyledText(glyphs.padded(activity.word, to: Self.word), .label),
            StyledText(glyphs.padded(time(of: row), to: Self.time - 2, .right) + "  ", .plain),
            StyledText(glyphs.padded(activity.name.shownInLine(limit: 100), to: name) + "  ", .plain),
        ]
        let room = max(0, columns - lead.columns - outcome.columns - 2)
        let place = glyphs.clipped(place(of: activity).shownInLine(limit: 500), to: room)
        return lead + (outcome.text.isEmpty ? [] : [outcome, StyledText("  ", .plain)]) + [StyledText(place, .dimmed)]
    }

    /// Returns the place, after the name of the collection if there are several.
    private func place(of activity: Activity) -> String {
        collections[activity.id.collection].map { "\($0): \(activity.place)" } ?? activity.place
    }

    private func time(of row: ActivitiesState.Row) -> String {
        switch row {
        case .running(let activity):
            activity.since.map { since in
                // Whole tenths: what is below flickers.
                let tenths = Int64(max(0, now.timeIntervalSince(since)) * 10)
                return Wording.duration(.milliseconds(tenths * 100))
            } ?? ""
        case .finished(let finished): finished.duration.map(Wording.duration) ?? ""
        }
    }

    private func status(of row: ActivitiesState.Row) -> (sign: StyledText, outcome: StyledText) {
        switch row {
        case .running(let activity):
            let facts = (activity.isCancelling ? ["cancelling"] : []) + activity.facts
            let words = facts.joined(separator: ", ")
            return (
                StyledText(glyphs.padded(glyphs.running, to: sign), .running), StyledText(words, .running)
            )
        case .finished(let finished): return status(of: finished)
        }
    }

    private func status(of finished: FinishedActivity) -> (sign: StyledText, outcome: StyledText) {
        let (sign, words, style): (String, String, Style) =
            switch finished.outcome {
            case .received(let outcome): received(outcome)
            case .done(let words): (glyphs.success, words, .success)
            case .failed(let words): (glyphs.failure, words, .failure)
            case .cancelled: (glyphs.failure, "cancelled", .warning)
            }
        let clipped = glyphs.clipped(words.shownInLine(limit: 300), to: columns / 3)
        return (StyledText(glyphs.padded(sign, to: self.sign), style), StyledText(clipped, style))
    }

    /// Returns words such as "✗ 200, 1 assertion failed".
    private func received(_ outcome: SendOutcome) -> (sign: String, words: String, style: Style) {
        let sign = glyphs.sign(of: outcome)
        let words = [outcome.status.map(String.init)].compactMap { $0 } + outcome.problems
        return (sign.text, words.joined(separator: ", "), sign.style)
    }
}

extension StyledText {
    fileprivate var columns: Int { DisplayWidth.columns(of: text) }
}
