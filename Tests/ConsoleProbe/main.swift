import Foundation
import MicroClient

// Sends one request, so that a test can read what really comes out of a process: `console-probe URL LEVEL`, where the level is
// "none" for a client without a logger.

let arguments = CommandLine.arguments
guard arguments.count == 3, let url = URL(string: arguments[1]) else { exit(2) }
let levels: [String: LogLevel] = ["debug": .debug, "info": .info, "warning": .warning, "error": .error]

var configuration = NetworkConfiguration(baseURL: url)
if let level = levels[arguments[2]] {
    configuration = NetworkConfiguration(baseURL: url, logger: ConsoleLogger(), logLevel: level)
}
let request = NetworkRequest<[String: String], Data>(
    path: "/users", method: .post, body: ["name": "Ann"], additionalHeaders: ["Authorization": "Bearer s3cret"])
do {
    _ = try await NetworkClient(configuration: configuration).run(request)
} catch {
    exit(1)
}
