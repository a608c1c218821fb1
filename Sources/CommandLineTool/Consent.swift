import Interchange
import MicroClient
public import OpenCollection

/// The consent that the user has given on the command line, where nobody is asked.
public struct Consent: Sendable, Hashable {
    /// `--trust`: whatever the collection does outside of itself, for this run.
    public var agreesToAll = false
    /// `--yes`: requests that may change something, to a protected environment.
    public var sendsToProtected = false

    public init() {}
}

extension UsageError {
    /// The error if nobody has agreed to what a collection would do outside of itself.
    ///
    /// - Parameter outcome: The action that was not done.
    public static func unagreed(_ uses: [OutsideUse], _ outcome: String = "nothing was sent") -> UsageError {
        var error = UsageError(
            "\(outcome): the external access of this collection is not allowed",
            advice: "--trust allows it for this run, the screen asks and remembers", status: .notBuilt)
        error.list = uses.map { ConsentText($0).line }
        return error
    }

    /// - Parameters:
    ///   - environment: The name of a protected environment.
    ///   - problem: The reason that it is not known whether the environment is protected; nil if it is.
    public static func protected(
        _ environment: String, _ rendered: RenderedRequest, problem: FileProblem?
    ) -> UsageError {
        let url = SecretMask(rendered.placedSecrets).url(rendered.url).shownInLine(limit: 400)
        let status =
            problem.map { "\(environment) may be protected (\($0.line))" }
            ?? "\(environment) is protected"
        return UsageError(
            "\(status), and \(rendered.method) \(url) may change something there",
            advice: "nothing was sent: --yes sends it", status: .notBuilt)
    }
}
