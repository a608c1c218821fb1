import ExplorerKit

/// Labels beside all that one can go to, while one is typed.
public struct JumpState: Sendable, Hashable {
    struct Label: Sendable, Hashable {
        let text: String
        let target: JumpTarget
    }

    /// As it was on the screen when they were asked for: nothing moves under one's fingers.
    let labels: [Label]
    var typed = ""

    init(_ targets: [JumpTarget]) {
        labels = zip(JumpLabels.labels(targets.count), targets).map { Label(text: $0, target: $1) }
    }

    /// Those that begin with what was typed.
    var open: [Label] { labels.filter { $0.text.hasPrefix(typed) } }
}
