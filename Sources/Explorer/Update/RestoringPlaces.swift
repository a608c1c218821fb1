import ExplorerKit
import OpenCollection

// The user's place in a collection is kept for the next run, and restored.

extension ExplorerState {
    /// The place in the collection that is shown, as it is now.
    var restorableState: RestorableState {
        var now = RestorableState()
        (now.cursor, now.expanded) = current.placeInTree
        now.open = current.openThere
        for path in now.open + (shown.map { [$0] } ?? []) { now.views[path] = current.view(of: path) }
        now.focus = focus == .held ? .response : focus
        // The screen is divided as the first collection was left; what the others have is not in use, and not changed.
        now.layout =
            collections.first?.path == current.path
            ? display.layoutChoices : current.place.restorableState?.layout ?? LayoutChoices()
        now.environment = current.environmentToKeep
        now.globalEnvironment =
            current.environments.chosen.hasGlobal
            ? outside.globalEnvironmentName : current.place.restorableState?.globalEnvironment
        return now
    }

    /// Keeps it when it is another than before. What is found when the collection is opened needs no keeping.
    mutating func orderRestorableState() -> [Effect] {
        guard preferences.keepsRestorableState, current.exists else { return [] }
        let now = restorableState
        guard let kept = current.place.kept else {
            current.place.kept = now
            return []
        }
        guard kept != now else { return [] }
        current.place.kept = now
        return effect(.restorableState, .keepRestorableState(now))
    }

    /// Goes back to where the user was. What is gone since is passed over.
    ///
    /// - Parameters:
    ///   - isFirst: Whether nothing else is open: then the screen is divided as it was, too.
    ///   - showsPlace: False where something else was opened by its name.
    mutating func restoreRestorableState(isFirst: Bool, showsPlace: Bool) {
        guard let then = current.place.restorableState else { return }
        tree.expanded = then.expanded
        current.opened.tabs = then.open
        current.place.views = then.views
        current.restoreEnvironments(then)
        if isFirst { (display.layoutChoices, focus) = (then.layout, then.focus) }
        if showsPlace { showPlace(then) }
    }

    /// Shows the item of then. A request without a file comes with the drafts: until then something else is in its place.
    private mutating func showPlace(_ then: RestorableState) {
        let wanted = [then.cursor].compactMap { $0 } + then.open
        let there = wanted.first { current.isThere($0) }
        if let there { show(there) }
        current.place.awaitedDraft = current.journal.awaitsDrafts && then.cursor != there ? then.cursor : nil
    }

    /// Shows the draft where the user was, since the drafts have come, unless the user has gone on meanwhile.
    mutating func showAwaitedDraft() {
        guard let path = current.place.awaitedDraft else { return }
        current.place.awaitedDraft = nil
        if current.isThere(path) { reveal(path) }
    }

    /// Forgets the awaited drafts, since the user does something: the present place counts.
    mutating func dropAwaitedDrafts() {
        handlingEach {
            $0.current.place.awaitedDraft = nil
            return []
        }
    }

    /// Restores the place in a collection that was opened behind the others, when its tree is opened for the first time: its folders are as they
    /// were, and the cursor goes back to where it was, unless it was led elsewhere.
    mutating func restoreAwaitedPlace() {
        guard current.place.isAwaited, tree.expanded.contains(.root) else { return }
        current.place.isAwaited = false
        guard let then = current.place.restorableState else { return }
        tree.expanded.formUnion(then.expanded)
        if tree.cursor == .root { showPlace(then) }
    }
}

extension CollectionState {
    fileprivate func view(of path: ItemPath) -> RestorableState.View? {
        guard let session = sessions[path] else { return place.views[path] }
        return RestorableState.View(
            tab: session.tab, cursor: session.cursor, responseTab: session.responseTab, caret: session.carets[.bodyText]
        )
    }

    fileprivate func isThere(_ path: ItemPath) -> Bool {
        collection.item(at: path) != nil || collection.hasPage(at: path)
    }

    /// Restores the tabs of a collection that is opened behind the others: its tree stays closed until it is looked into.
    mutating func restoreTabs() {
        guard let then = place.restorableState else { return }
        (opened.tabs, place.views) = (then.open, then.views)
        place.isAwaited = true
        restoreEnvironments(then)
    }

    fileprivate mutating func restoreEnvironments(_ then: RestorableState) {
        if let choice = then.environment, !environments.isGiven {
            let isThere = choice.name.map { collection.environment(named: $0) != nil } ?? true
            if isThere { (environmentName, environments.chosen.hasOwn) = (choice.name, true) }
        }
        if let global = then.globalEnvironment, outside.globalEnvironmentName == nil,
            outside.globalEnvironments.contains(where: { $0.name == global })
        {
            (outside.globalEnvironmentName, environments.chosen.hasGlobal) = (global, true)
        }
    }
}
