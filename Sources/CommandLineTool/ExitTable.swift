/// The exit status of the program.
public enum ExitStatus: Int32, Sendable, Hashable, CaseIterable {
    case success = 0
    /// The command did its work, and something is not as it should be.
    case found = 1
    case usage = 2
    case noResponse = 3
    case notBuilt = 4
    case cancelled = 130
}

extension ExitStatus {
    /// The meaning for every command that has no row of its own in ``table``; nil if a command has the status only by such a row.
    var usualMeaning: String? {
        switch self {
        case .success: "success"
        case .usage: "the command line is invalid, or names something that does not exist"
        case .notBuilt: "a file cannot be read or written"
        case .found, .noResponse, .cancelled: nil
        }
    }

    /// The meaning in general, for the manual.
    public var meaning: String {
        switch self {
        case .success: "success"
        case .found: "the command did its work, and found something: a failed check, a difference, a problem"
        case .usage: "the command line is invalid, or names something that does not exist"
        case .noResponse: "there is no response, or only a part of it"
        case .notBuilt:
            "something could not be begun: a file cannot be read or written, a request not be built, access is not allowed"
        case .cancelled: "cancelled with Ctrl-C"
        }
    }

    /// Returns each status that a command can end with, and its meaning there.
    public static func rows(of topic: HelpTopic) -> [(status: ExitStatus, meaning: String)] {
        allCases.compactMap { status in
            let own = table.first { $0.status == status && $0.topics.contains(topic) }?.meaning
            return (own ?? status.usualMeaning).map { (status, $0) }
        }
    }

    private struct Row {
        let status: ExitStatus
        let topics: [HelpTopic]
        let meaning: String

        init(_ status: ExitStatus, _ topics: HelpTopic..., meaning: String) {
            (self.status, self.topics, self.meaning) = (status, topics, meaning)
        }
    }

    private static let failedCheck =
        "an assertion failed or could not be evaluated; a script before the request failed; a GraphQL response lists errors"
    private static let unsendable =
        "the request cannot be built: a missing variable, an unreadable file; its external access is not allowed; a check needs a library that is not installed"

    /// The meaning of a status for some commands. New meanings belong here, and nowhere else.
    private static let table: [Row] = [
        Row(
            .success, .send, .run,
            meaning: "complete responses, all checks passed; without --fail, whatever the status is"),
        Row(.success, .verify, meaning: "all responses match their examples"),
        Row(.success, .check, meaning: "no errors"),
        Row(.success, .token, meaning: "the token is valid, or something is listed"),
        Row(.success, .trust, meaning: "nothing asks"),
        Row(.success, .diff, .historyReplay, meaning: "nothing differs, except ignored parts"),
        Row(.success, .historyCheck, meaning: "no assertion failed"),
        Row(.success, .historyList, meaning: "also when nothing matches"),

        Row(
            .found, .send,
            meaning:
                "\(failedCheck); with --fail, the status is 400 or more; --filter found nothing, or not everything; the condition of --until was not met"
        ),
        Row(
            .found, .run,
            meaning:
                "\(failedCheck); with --fail, a status is 400 or more; with --verify, a response differs from its examples; a condition of poll was not met"
        ),
        Row(.found, .verify, meaning: "a response differs from its examples; a script before a request failed"),
        Row(.found, .check, meaning: "errors, or with --strict warnings"),
        Row(.found, .importRequest, meaning: "not everything can be kept; the report lists what is missing"),
        Row(.found, .replace, meaning: "OLD is not there, or could not be replaced in some file"),
        Row(.found, .review, meaning: "a value looks like a secret"),
        Row(.found, .export, meaning: "a load test cannot do all that the requests say; stderr lists it"),
        Row(.found, .token, meaning: "there is no token, or it has expired"),
        Row(
            .found, .graphQL,
            meaning: "the server does not answer introspection, or its response is no schema; stderr says why"),
        Row(.found, .diff, .historyReplay, meaning: "something differs"),
        Row(.found, .historyCheck, meaning: "an assertion failed or could not be evaluated"),

        Row(
            .usage, .verify,
            meaning: "the command line is invalid, or names something that does not exist; or nothing has examples"),
        Row(
            .usage, .historyReplay,
            meaning: "the command line is invalid, or nothing matches"),
        Row(.usage, .demoAPI, meaning: "the command line is invalid, or the port is in use"),

        Row(
            .noResponse, .send, .run, .verify, .graphQL,
            meaning:
                "no response, or an incomplete one; a truncated gzip body that is as long as its Content-Length counts as complete"
        ),
        Row(.noResponse, .token, meaning: "the server of the token did not answer"),
        Row(.noResponse, .diff, meaning: "a part was not stored, and the rest is the same"),
        Row(
            .noResponse, .historyReplay,
            meaning: "a part was not stored or could not be compared, or the time of --max-time is over"),
        Row(.noResponse, .historyShow, meaning: "there is no response, or its body was not stored"),

        Row(.notBuilt, .send, .run, .graphQL, .token, meaning: unsendable),
        Row(.notBuilt, .verify, meaning: "\(unsendable); or a request cannot be read, and may have had examples"),
        Row(.notBuilt, .historyReplay, meaning: "one could not be sent"),
        Row(
            .notBuilt, .export,
            meaning: "a file cannot be read, or lies outside of the collection and you have not allowed it"),
        Row(
            .notBuilt, .importRequest,
            meaning: "a file is missing, unreadable or no collection; nothing was written"),
        Row(.notBuilt, .trust, meaning: "something asks, or a file cannot be read"),
        Row(.notBuilt, .review, meaning: "git cannot be asked"),

        Row(
            .cancelled, .send, .run, .verify, .graphQL, .token, .historyReplay, .diff, .demoAPI,
            meaning: "cancelled with Ctrl-C"),
        Row(.cancelled, .historyDelete, meaning: "you did not agree to it"),
    ]
}
