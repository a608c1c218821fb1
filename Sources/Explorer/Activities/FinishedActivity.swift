import Exchanges
import Foundation
import Interchange
import OpenCollection

/// Something that ran, and how it ended.
struct FinishedActivity: Sendable, Hashable, Identifiable {
    enum Outcome: Sendable, Hashable {
        case received(SendOutcome)
        case done(String)
        case failed(String)
        case cancelled
    }

    /// Counted from 1.
    let id: Int
    var activity: Activity
    var outcome: Outcome
    /// How long it ran; nil if it is not known when it began.
    var duration: Duration?
    var endedAt: Date
    /// Its row in the history; nil if the history has none.
    var record: HistoryRow.ID?
    /// The effect that sent it, by its generation.
    var send: Int?
}

/// The last activities that ended in this session, the latest first.
struct RecentActivities: Sendable {
    static let limit = 50

    private(set) var all: [FinishedActivity] = []
    private var count = 0

    mutating func note(
        _ activity: Activity, _ outcome: FinishedActivity.Outcome, after duration: Duration? = nil, at now: Date,
        record: HistoryRow.ID? = nil, send: Int? = nil
    ) {
        count += 1
        let known = duration ?? activity.since.map { Duration.seconds(max(0, now.timeIntervalSince($0))) }
        all.insert(
            FinishedActivity(
                id: count, activity: activity, outcome: outcome, duration: known, endedAt: now, record: record,
                send: send), at: 0)
        all.removeLast(max(0, all.count - Self.limit))
    }

    /// Follows items to their new paths.
    mutating func follow(_ changes: [PathChange], in collection: String) {
        for index in all.indices where all[index].activity.id.collection == collection {
            all[index].activity.path = all[index].activity.path?.after(changes)
        }
    }
}

// How what ran has ended.

extension ExplorerState {
    /// Returns an activity while it is still under way.
    private func activity(_ subject: Activity.Subject) -> Activity? {
        activities.first { $0.id == Activity.ID(collection: current.path, subject: subject) }
    }

    /// Notes that a send has ended.
    mutating func noteFinished(_ record: RecordedExchange, _ id: ResponseID) {
        guard let activity = activity(.send(id)) else { return }
        let generation = sessions[id]?.running?.generation
        let outcome: FinishedActivity.Outcome
        if let failure = record.failure {
            outcome = failure.stage == .cancelled ? .cancelled : .failed(secrets.masked(failure.message, glyphs))
        } else {
            outcome = record.head.map { _ in .received(SendOutcome(record)) } ?? .failed("no response")
        }
        sending.recentActivities.note(
            activity, outcome, after: record.exchange.duration, at: now, record: record.id, send: generation)
    }

    mutating func noteEnd(of subject: Activity.Subject, _ outcome: FinishedActivity.Outcome) {
        guard let activity = activity(subject) else { return }
        sending.recentActivities.note(activity, outcome, at: now)
    }

    /// Notes that something was not sent; if a question comes next, it goes on.
    mutating func noteEnd(of subject: Activity.Subject, refused refusal: SendRefusal) {
        switch (refusal, subject) {
        case (.failed(let reason), _), (.scriptsCannotRun(let reason), _), (.scriptFailed(let reason, _), _):
            noteEnd(of: subject, .failed(secrets.masked(reason, glyphs)))
        case (.cancelled, _): noteEnd(of: subject, .cancelled)
        case (.missing, .token): noteEnd(of: subject, .failed("missing variable in the credentials"))
        case (.unagreed, _), (.missing, _), (.unfilled, _): break
        }
    }

    /// Notes that all sends of a run are over.
    mutating func noteEnd(of run: TreeRun) {
        guard var activity = activity(.run) else { return }
        activity.facts = []
        let isGood = !run.steps.contains { $0.isOK == false }
        sending.recentActivities.note(activity, isGood ? .done(run.summary) : .failed(run.summary), at: now)
    }
}
