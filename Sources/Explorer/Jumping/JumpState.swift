import ExplorerKit

/// Labels beside all that one can go to, while one is typed.
public struct JumpState: Sendable, Hashable {
    struct Label: Sendable, Hashable {
        let text: String
        let place: Place
    }

    /// As it was on the screen when they were asked for: nothing moves under one's fingers.
    let labels: [Label]
    var typed = ""

    init(_ places: [Place]) {
        labels = zip(JumpLabels.labels(places.count), places).map { Label(text: $0, place: $1) }
    }

    /// Those that begin with what was typed.
    var open: [Label] { labels.filter { $0.text.hasPrefix(typed) } }
}
