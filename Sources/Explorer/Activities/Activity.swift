import BodyView
import Exchanges
import Foundation
import MicroClient
import OpenCollection

/// Something that runs for one of the open collections, and can be given up.
struct Activity: Sendable, Hashable, Identifiable {
    /// The identity of an activity as long as it runs.
    struct ID: Sendable, Hashable {
        /// ``CollectionState/path``
        var collection: String
        var subject: Subject
    }

    enum Subject: Sendable, Hashable {
        case send(ResponseID)
        case run
        case series
        case token(TokenKey)
        case filter(ResponseID)
        /// A place in a body, or a piece of a stream.
        case search(ItemPath)
        case count(ItemPath)
    }

    let id: ID
    /// "send", "replay", "run", "token".
    var word: String
    /// The name of what runs: "GET Get user".
    var name: String
    /// The destination: an environment and an address.
    var place: String
    /// The request that it is about; nil: none in particular.
    var path: ItemPath?
    /// When it began; nil if that is not known.
    var since: Date?
    /// "2 of 5", "12 KB of 1 MB", "attempt 2".
    var facts: [String] = []
    var isCancelling = false
    /// The effect's generation; 0: it has none of its own. What began later has a higher one.
    var generation = 0
}

extension ExplorerState {
    /// The activities of all open collections, the oldest first.
    var activities: [Activity] {
        let all = collections.indices.flatMap { activities(of: collections[$0]) } + sending.seriesActivity
        return all.sorted { one, other in
            let (began, otherBegan) = (one.since ?? .distantFuture, other.since ?? .distantFuture)
            return began == otherBegan ? one.generation < other.generation : began < otherBegan
        }
    }

    /// The number of activities besides the shown request's own, which its pane shows.
    var countOfOtherActivities: Int {
        guard series?.isUnderWay == true || collections.contains(where: \.hasActivity) else { return 0 }
        let seriesIsShown = overlays.contains(where: { $0 is SeriesView })
        return activities.count { activity in
            if activity.id.subject == .series { return !seriesIsShown }
            return activity.path == nil || activity.path != shown || activity.id.collection != current.path
        }
    }

    private func activities(of collection: CollectionState) -> [Activity] {
        guard collection.hasActivity else { return [] }
        let paths = collection.sessions.keys.sorted()
        return paths.flatMap { activities(at: $0, of: collection) } + collection.runActivity
            + collection.credentials.fetches.map(collection.tokenActivity)
    }

    private func activities(at path: ItemPath, of collection: CollectionState) -> [Activity] {
        guard let session = collection.sessions[path], session.hasActivity else { return [] }
        let name = collection.requestName(at: path)
        let sends = session.environmentsSending.compactMap { environment -> Activity? in
            guard let running = session[environment]?.running else { return nil }
            return send(running, name, at: path, environment, of: collection)
        }
        return sends + looking(session, name, at: path, of: collection)
    }

    private func send(
        _ running: RunningSend, _ name: String, at path: ItemPath, _ environment: String?,
        of collection: CollectionState
    ) -> Activity {
        let hop = running.underWay.attempt?.hops.last ?? running.attempts.last?.hops.last
        let sent = hop.map { running.secrets.hiding(inText: Redaction.url($0.request.url)) }
        let url = sent ?? running.content.definition.url
        let place = environment ?? collection.environmentName
        return Activity(
            id: .init(collection: collection.path, subject: .send(ResponseID(path, in: environment))),
            word: running.replayOf == nil ? "send" : "replay", name: name,
            place: [place, secrets.masked(url, glyphs)].compactMap { $0 }.joined(separator: " "), path: path,
            since: running.startedAt, facts: running.facts, isCancelling: running.isCancelling,
            generation: running.generation)
    }

    /// Returns the filters and searches in its responses.
    private func looking(
        _ session: RequestSession, _ name: String, at path: ItemPath, of collection: CollectionState
    ) -> [Activity] {
        func activity(_ subject: Activity.Subject, _ word: String, _ place: String) -> Activity {
            Activity(
                id: .init(collection: collection.path, subject: subject), word: word, name: name, place: place,
                path: path)
        }
        let filters = session.environmentsFiltering.map { environment in
            let text = session[environment]?.response?.filtering.wanted ?? ""
            return activity(.filter(ResponseID(path, in: environment)), "filter", text.shownInLine(limit: 60))
        }
        let searches = session.isLooking ? [activity(.search(path), "search", "in its response")] : []
        let counts =
            path == shown && collection.path == current.path && session.isCounting
            ? [activity(.count(path), "search", session.find.pattern.text.shownInLine(limit: 60))] : []
        return filters + searches + counts
    }
}

extension CollectionState {
    var hasActivity: Bool {
        sends.run != nil || !credentials.fetches.isEmpty || sessions.values.contains { $0.hasActivity }
    }

    fileprivate var runActivity: [Activity] {
        guard let run = sends.run else { return [] }
        var activity = Activity(
            id: .init(collection: path, subject: .run), word: "run", name: run.title, place: environmentName ?? "")
        activity.facts = ["\(min(run.steps.count + 1, run.count)) of \(run.count)"]
        if case .sending(_, let isCancelling) = run.stage {
            activity.since = run.path.flatMap { sessions[$0]?.own.running?.startedAt }
            activity.isCancelling = isCancelling
        }
        if run.stage == .asking { activity.facts.append("waits for your input") }
        return [activity]
    }

    fileprivate func tokenActivity(_ key: TokenKey, _ fetching: TokenFetching) -> Activity {
        let isWaiting = credentials.consents[fetching.generation] != nil
        return Activity(
            id: .init(collection: path, subject: .token(key)), word: "token", name: requestName(at: fetching.path),
            place: [key.environment, Redaction.url(key.url)].compactMap { $0 }.joined(separator: " "),
            path: fetching.path, since: fetching.since, facts: isWaiting ? ["waits for the browser (A)"] : [],
            isCancelling: fetching.isCancelling, generation: fetching.generation)
    }

    /// Returns the name of a request, also of one that is gone from the tree: "GET Get user".
    func requestName(at path: ItemPath) -> String {
        guard path != .root else { return collection.name }
        guard let item = collection.item(at: path) else { return path.text }
        return [item.kind.requestHead?.method.uppercased(), item.name].compactMap { $0 }.joined(separator: " ")
    }
}

extension RunningSend {
    fileprivate var facts: [String] {
        var facts: [String] = []
        if let loggingIn {
            facts.append("logging in with \(loggingIn)")
        } else if waiting != nil {
            facts.append("waiting to retry")
        }
        if underWay.number > 1 { facts.append("attempt \(underWay.number)") }
        return facts + [bytes.text].compactMap { $0 }
    }
}

extension SendingState {
    fileprivate var seriesActivity: [Activity] {
        guard let series, series.isUnderWay else { return [] }
        let item = series.series.current.flatMap(series.item)
        var activity = Activity(
            id: .init(collection: item?.collection ?? "", subject: .series),
            word: series.subject == .repeated ? "repeat" : "series", name: series.name,
            place: [series.mode.title, item?.environment].compactMap { $0 }.joined(separator: ", "))
        let total = series.series.plan.limit.map { " of \($0)" } ?? ""
        activity.facts = ["\(series.series.entries.count)\(total)"]
        switch series.series.stage {
        case .sending(let since): activity.since = since
        case .stepping: activity.facts.append("waits for you")
        case .waiting, .judging, .ready, .over: break
        }
        return [activity]
    }
}

extension RequestSession {
    fileprivate var hasActivity: Bool { isSending || isLooking || isCounting || !environmentsFiltering.isEmpty }

    /// The chosen environment as nil, then those of the comparison.
    private var environments: [String?] { [nil] + (comparison?.sides.map(\.environment) ?? []) }

    fileprivate var environmentsSending: [String?] { environments.filter { self[$0]?.running != nil } }

    fileprivate var environmentsFiltering: [String?] {
        environments.filter { self[$0]?.response?.filtering.isRunning == true }
    }

    /// Whether a search runs for a place in the body that a key leads to, or for a piece of a stream.
    fileprivate var isLooking: Bool {
        guard let response else { return false }
        if response.stream.isLooking { return true }
        guard let goal = response.reading.search?.goal else { return false }
        return goal != .place
    }

    /// The matches of what is looked for.
    fileprivate var isCounting: Bool { find.matcher != nil && find.store != nil && !find.counts.isComplete }
}
