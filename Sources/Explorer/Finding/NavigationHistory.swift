import ExplorerKit
import OpenCollection

/// The items that were shown one after the other, to go back and forward in, as in a browser.
///
/// Moving through the tree passes many items that are not meant: of these only the last is kept, unless something was done with it.
struct NavigationHistory: Sendable, Hashable {
    struct Place: Sendable, Hashable {
        /// ``CollectionState/path``
        var collection: String
        var path: ItemPath
    }

    /// Places that are kept.
    static let limit = 100

    /// The oldest first.
    private(set) var places: [Place] = []
    /// The index of the place that is shown, or was last.
    private(set) var index = -1
    /// Whether the one that is shown was only passed so far.
    private var isPassed = false

    var current: Place? { places[safe: index] }

    /// Adds a place that is shown now.
    ///
    /// - Parameter isSkimming: Whether the cursor has only moved on in the tree.
    mutating func arrive(at place: Place, isSkimming: Bool) {
        guard place != current else { return }
        places.removeSubrange((index + 1)...)
        if isPassed, isSkimming, index >= 0 { places.removeLast() }
        if places.last != place { places.append(place) }
        if places.count > Self.limit { places.removeFirst(places.count - Self.limit) }
        index = places.count - 1
        isPassed = isSkimming
    }

    /// Keeps the shown place: something was done with it.
    mutating func stay() { isPassed = false }

    /// Returns the index of the place a step away; places that are gone are passed over.
    ///
    /// - Parameter step: -1: back; 1: forward.
    func index(by step: Int, where isThere: (Place) -> Bool) -> Int? {
        var next = index + step
        while places.indices.contains(next) {
            if places[next] != current, isThere(places[next]) { return next }
            next += step
        }
        return nil
    }

    mutating func go(to index: Int) {
        guard places.indices.contains(index) else { return }
        self.index = index
        isPassed = false
    }

    /// Follows items to their new paths.
    mutating func follow(_ changes: [PathChange], in collection: String) {
        for index in places.indices where places[index].collection == collection {
            places[index].path = places[index].path.after(changes)
        }
    }
}

extension ExplorerState {
    /// Records what is shown now as a step of the navigation history, and as recently used if it is worked with.
    mutating func recordNavigation() {
        guard current.exists, let shown else { return }
        finding.navigation.arrive(
            at: NavigationHistory.Place(collection: current.path, path: shown), isSkimming: finding.isSkimming)
        guard isMeant(shown) else { return }
        finding.navigation.stay()
        if current.opened.visited == shown { current.opened.visited = nil }
        guard session?.isRequest == true, current.opened.recent.first != shown else { return }
        current.opened.recent.putFirst(shown, limit: RecentUses.requestLimit)
    }

    /// Whether it was opened by name, is worked with, or its response is looked at.
    private func isMeant(_ path: ItemPath) -> Bool {
        current.opened.visited == path || focus == .request || focus == .response || edit != nil
            || session?.isSending == true
    }

    var reasonNotToGoBack: String? {
        finding.navigation.index(by: -1, where: collections.isThere) == nil ? "Nothing was shown before this." : nil
    }

    var reasonNotToGoForward: String? {
        finding.navigation.index(by: 1, where: collections.isThere) == nil
            ? "Nothing was shown after this: you have not gone back." : nil
    }

    /// Goes back and forward among what was shown.
    mutating func navigate(by step: Int) -> [Effect] {
        guard let index = finding.navigation.index(by: step, where: collections.isThere),
            let place = finding.navigation.places[safe: index]
        else { return [] }
        finding.navigation.go(to: index)
        let effects = showCollection(place.collection)
        reveal(place.path)
        return effects
    }
}
