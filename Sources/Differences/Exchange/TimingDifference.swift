/// The difference of two sends' durations: reported, but never a difference of the sends.
public struct TimingDifference: Sendable, Hashable {
    public var old: ExchangeTiming
    public var new: ExchangeTiming

    public init(old: ExchangeTiming, new: ExchangeTiming) { (self.old, self.new) = (old, new) }

    /// The share of the change from which a phase is reported as most of it.
    private static let most = 0.5
    /// The smallest change that is reported; less is the noise of any two sends.
    private static let smallest = Duration.milliseconds(1)

    /// The change: "slower by 120 ms (84 → 204 ms), mostly wait"; "as fast (84 ms)"; nil if one of them was not measured.
    public var words: String? {
        guard let before = old.total, let after = new.total else { return nil }
        let change = after - before
        guard abs(change) >= Self.smallest else { return "as fast (\(Self.text(after)))" }
        let amount = "\(change > .zero ? "slower" : "faster") by \(Self.text(abs(change)))"
        let phase = mainPhase(of: change).map { ", mostly \($0)" } ?? ""
        return "\(amount) (\(Self.texts(before, after)))\(phase)"
    }

    private func mainPhase(of change: Duration) -> String? {
        let names =
            old.phases.map(\.name) + new.phases.map(\.name).filter { name in !old.phases.contains { $0.name == name } }
        func total(_ timing: ExchangeTiming, _ name: String) -> Duration {
            timing.phases.filter { $0.name == name }.reduce(.zero) { $0 + $1.duration }
        }
        let parts = names.map { (name: $0, part: (total(new, $0) - total(old, $0)) / change) }
        guard let main = parts.max(by: { $0.part < $1.part }), main.part > Self.most else { return nil }
        return main.name
    }

    private func abs(_ duration: Duration) -> Duration { duration < .zero ? .zero - duration : duration }

    /// Returns both durations, "84 → 204 ms": a common unit only once.
    private static func texts(_ before: Duration, _ after: Duration) -> String {
        let (one, other) = (text(before), text(after))
        let (number, unit) = (one.split(separator: " "), other.split(separator: " "))
        return number.last == unit.last && number.count == 2 ? "\(number[0]) → \(other)" : "\(one) → \(other)"
    }

    /// Returns a duration: "84 ms", "1.20 s", "125 s".
    private static func text(_ duration: Duration) -> String {
        let milliseconds = (duration / .milliseconds(1)).rounded()
        guard milliseconds >= 1000 else { return "\(Int(milliseconds)) ms" }
        let hundredths = Int((milliseconds / 10).rounded())
        guard hundredths < 100_00 else { return "\(hundredths / 100) s" }
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) s"
    }
}
