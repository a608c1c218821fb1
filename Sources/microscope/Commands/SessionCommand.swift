import CollectionFiles
import CommandLineTool
import Exchanges
import Foundation
import MicroClient
import OpenCollection

/// `microscope session`: which sessions commands keep for a collection, and the end of one.
struct SessionCommand {
    private let arguments: SessionArguments
    private let store: SessionStore<Cookie>

    init(_ arguments: SessionArguments, environment: [String: String]) {
        self.arguments = arguments
        store = SessionStore(directories: MicroscopeDirectories(environment: environment))
    }

    func run() throws -> Int32 {
        let root = try CollectionLocation.meant(by: arguments.collection).root.path
        let sessions = store.sessions(of: root, at: Date()).filter { session in
            arguments.environmentName.map { $0 == session.environment } ?? true
        }
        if let name = arguments.deleted { return try delete(name, sessions) }
        let report = SessionReport(
            sessions.map {
                SessionReport.Entry(
                    name: $0.name, environment: $0.environment, usedAt: $0.usedAt, variables: $0.captures.map(\.name),
                    cookies: $0.cookies.count)
            }, now: Date(), secondsFromGMT: TimeZone.current.secondsFromGMT())
        if arguments.printsJSON {
            try BodyOutput.whole(report.writeJSON)
        } else {
            StandardStreams.write(report.text(showsNonASCII: StandardStreams.showsNonASCII))
        }
        return ExitStatus.success.rawValue
    }

    private func delete(_ name: String, _ sessions: [SessionStore<Cookie>.Session]) throws -> Int32 {
        let meant = sessions.filter { $0.name == name }
        guard !meant.isEmpty else {
            let names = Set(sessions.map(\.name)).sorted()
            throw UsageError(
                "there is no session \"\(name)\"",
                advice: names.isEmpty
                    ? "none is kept for this collection" : "there are: \(names.joined(separator: ", "))")
        }
        for session in meant { try store.delete(session) }
        StandardStreams.note("\(Wording.count(meant.count, "session")) deleted")
        return ExitStatus.success.rawValue
    }
}
