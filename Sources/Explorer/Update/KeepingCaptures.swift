import Exchanges
import MicroClient
public import OpenCollection

// Captured values count in the environment whose server gave them, until quitting; if the user says so, also in later runs.

/// A captured value for the private store.
public struct StoredCapture: Sendable, Hashable {
    /// The environment's name; nil: none is selected.
    public var environment: String?
    public var name: String
    /// The value under its name; empty: it is forgotten.
    public var values: CapturedValues
}

extension CollectionState {
    /// Captured values of the selected environment.
    public var captured: CapturedValues {
        get { values.captured(in: environmentName) }
        set { values.captures[environmentName] = newValue }
    }

    /// Whether the selected environment's value of this name is kept between runs.
    func isKept(_ name: String) -> Bool { values.isKept(name, in: environmentName) }
}

extension ExplorerState {
    /// Takes what actions captured, which counts from now on; a value that is kept between runs is kept as it now is.
    ///
    /// - Parameters:
    ///   - environment: The environment that it was sent to, which may no longer be the one on screen; nil: none.
    ///   - request: The path of the request that was sent.
    mutating func keep(
        _ captures: [RecordedCapture], of environment: String?, by request: String?, _ exchange: Exchange?
    ) -> [Effect] {
        current.values.take(captures, of: environment, by: request, exchange)
        let names = captures.map(\.variable).filter { current.values.isKept($0, in: environment) }
        return Set(names).sorted().flatMap {
            store($0, current.values.captured(in: environment).only($0), of: environment)
        }
    }

    /// Keeps the selected variable's value between runs, or no longer.
    mutating func keepOrForgetCapture() -> [Effect] {
        guard let name = selectedVariable?.name else { return [] }
        return store(name, current.isKept(name) ? CapturedValues() : current.captured.only(name))
    }

    /// - Parameter values: the value; empty: it is forgotten.
    mutating func store(_ name: String, _ values: CapturedValues, of environment: String?) -> [Effect] {
        let capture = StoredCapture(environment: environment, name: name, values: values)
        return effect(
            .capture(environment: environment, name: name), { .keepCapture(capture, $0) },
            note: {
                explorer, problem in
                if let problem {
                    explorer.noteNotKept(problem)
                } else {
                    explorer.say(explorer.current.values.take(capture))
                }
            })
    }

    mutating func store(_ name: String, _ values: CapturedValues) -> [Effect] {
        store(name, values, of: environmentName)
    }
}

extension ValuesState {
    func captured(in environment: String?) -> CapturedValues { captures[environment] ?? CapturedValues() }

    func isKept(_ name: String, in environment: String?) -> Bool { outside.captures[environment]?[name] != nil }

    /// Takes what actions captured.
    ///
    /// - Parameter request: The path of the request that was sent.
    fileprivate mutating func take(
        _ new: [RecordedCapture], of environment: String?, by request: String?, _ exchange: Exchange?
    ) {
        let url = exchange?.attempts.last?.hops.last?.request.url
        var captured = captured(in: environment)
        for capture in new {
            if capture.outcome == .removed { captured.takeAway(capture.variable, from: capture.expression) }
            captured.take(
                capture.variable, json: capture.json, from: capture.expression, isOfResponse: capture.isOfResponse,
                isSecret: capture.isSecret, isLatin1: capture.isLatin1, by: capture.setter?.request ?? request,
                at: capture.setter.map(\.url) ?? url)
        }
        if !new.isEmpty { captures[environment] = captured }
    }

    /// Takes what the private store has of a captured value by now.
    fileprivate mutating func take(_ stored: StoredCapture) -> StatusMessage? {
        let wasKept = isKept(stored.name, in: stored.environment)
        outside.captures[stored.environment, default: CapturedValues()].remove(stored.name)
        outside.captures[stored.environment]?.add(stored.values)
        guard wasKept == stored.values.isEmpty else { return nil }
        let place = stored.environment.map { " in the environment \($0)" } ?? ""
        return StatusMessage(
            .info,
            wasKept
                ? "\(stored.name) is no longer kept; it has its value until you quit."
                : "\(stored.name) is kept\(place), in a private file, and renewed whenever it is captured.")
    }
}
