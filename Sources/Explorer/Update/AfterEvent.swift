// This is the only place that says what follows from events, whatever they were, and in which order.

extension ExplorerState {
    /// Brings the rest of the state in line with what events have changed, and orders what is to be known or kept now.
    ///
    /// Work that waited goes on first, since it may change the screen. Cursors and scroll positions follow, since all later steps ask where
    /// they are. Messages are next: the last line says only what nothing else has said. Effects for what the screen lacks are ordered last.
    mutating func follow(_ events: [Event]) -> [Effect] {
        switch events.map(\.reach).max() {
        case .log?:
            settleLog()
            return []
        case .clock?:
            settleLog()
            return goOn() + order()
        case .anything?, nil: break
        }
        let effects = goOn()
        settle()
        recordAndAnnounce()
        return effects + order()
    }

    /// Goes on with what waited for something that may have happened now: an item that was to be shown, the end of typing, a free screen, a response.
    private mutating func goOn() -> [Effect] {
        doWanted() + followAfterEdit() + askWaitingQuestions() + followRun() + followSeries()
            + followQuitting()
    }

    /// Cursors are on something that exists, and what they are on is in view.
    private mutating func settle() {
        settlePlace()
        settleTabs()
        settleTree()
        settleForm()
        settleResponse()
        settleHeld()
        settleLog()
        settleOverlays()
    }

    /// Notes the item that is shown as visited; the tour sees what was done, and the last line says what is new.
    private mutating func recordAndAnnounce() {
        restoreStatusAfterEditing()
        recordNavigation()
        followTour()
        keepCutMessage()
        announce()
    }

    /// Orders what is shown and not known yet, and what is kept for the next run.
    private mutating func order() -> [Effect] {
        orderSchema() + orderTextCheck() + orderDraftComparison() + orderBody() + orderOpenings() + orderCredentials()
            + orderRecall() + orderRequestIndex() + orderPreview() + orderRestorableState() + orderRecentUses()
    }

    /// Orders how the responses that are shown are filtered, compared, folded and looked through. A filter comes first, the rest is of what it
    /// finds.
    private mutating func orderBody() -> [Effect] {
        guard session?.isRequest == true else { return [] }
        return orderFilters() + orderPicture() + orderRefolding() + orderComparison() + orderPlace() + orderFind()
    }
}

/// The reach of an event: how much of the state it can change, the least first.
private enum EventReach: Comparable {
    case log
    /// The clock alone, which comes before each key, moves no cursor.
    case clock
    case anything
}

extension Event {
    fileprivate var reach: EventReach {
        switch self {
        case .logged: .log
        case .tick: .clock
        default: .anything
        }
    }
}
