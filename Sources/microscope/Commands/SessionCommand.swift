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
        let all = store.sessions(of: root, at: Date())
        let sessions = all.filter { arguments.environmentName ?? $0.environment == $0.environment }
        if let name = arguments.deleted {
            if let refusal = report(all).refusal(of: name, in: arguments.environmentName) { throw refusal }
            return try delete(sessions.filter { $0.name == name })
        }
        if arguments.printsJSON {
            try BodyOutput.whole(report(sessions).writeJSON)
        } else {
            try StandardStreams.write(report(sessions).text(showsNonASCII: StandardStreams.showsNonASCII))
            if sessions.isEmpty {
                let place = arguments.environmentName.map { " in the environment \($0)" } ?? ""
                StandardStreams.note("\(SessionReport.none)\(place)")
            }
        }
        return ExitStatus.success.rawValue
    }

    private func report(_ sessions: [SessionStore<Cookie>.Session]) -> SessionReport {
        SessionReport(
            sessions.map {
                SessionReport.Entry(
                    name: $0.name, environment: $0.environment, usedAt: $0.usedAt, variables: $0.captures.map(\.name),
                    cookies: $0.cookies.count)
            }, now: Date(), secondsFromGMT: TimeZone.current.secondsFromGMT())
    }

    private func delete(_ sessions: [SessionStore<Cookie>.Session]) throws -> Int32 {
        for session in sessions { try store.delete(session) }
        StandardStreams.note("\(Wording.count(sessions.count, "session")) deleted")
        return ExitStatus.success.rawValue
    }
}
