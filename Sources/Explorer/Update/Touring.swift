import ExplorerKit
import TextGrid

// The tour: offered once, taken on request, left at any time. Its band is below all else, and hides nothing.

extension ExplorerState {
    /// Starts the tour from the palette: on the demo, whatever is open.
    mutating func takeTour() -> [Effect] { effect(.opening, .openCollection(.tour)) }

    /// Begins or offers the tour: the demo is open.
    mutating func beginTour(isOffered: Bool) -> [Effect] {
        if isOffered {
            if tour == nil { tour = Tour(isOffered: true) }
        } else {
            tour = Tour(isOffered: false)
            focus = .tree
            display.zoomed = nil
            showRequestOfTour()
        }
        arrangeBands()
        guard !isOffered else { return [] }
        reportWhereUnseen()
        return effect(.tour, .keepTour(.taken))
    }

    /// Shows the collection's first request if none is shown: the tour begins with sending.
    private mutating func showRequestOfTour() {
        guard current.rowAtTreeCursor?.item?.kind.requestHead == nil,
            let first = Self.firstRequest(in: collection.items)
        else {
            return
        }
        reveal(first)
    }

    /// Handles the tour's own key: yes, or on without having done it, or closed.
    mutating func goOnInTour() -> [Effect] {
        guard var tour else { return [] }
        let isAccepted = tour.stage == .offered
        self.tour = tour.goOn(sight) ? tour : nil
        if isAccepted { showRequestOfTour() }
        arrangeBands()
        reportWhereUnseen()
        return isAccepted ? effect(.tour, .keepTour(.taken)) : []
    }

    /// Esc, where it has nothing nearer to leave than the focus: leaves the tour; nil: there is none, or an offer that nobody sees.
    mutating func leaveTour() -> [Effect]? {
        guard let tour, tour.stage != .offered || hasTourBand else { return nil }
        self.tour = nil
        arrangeBands()
        switch tour.stage {
        case .offered: return effect(.tour, .keepTour(.declined))
        case .step:
            return say(.info, withKeyNames("You left the tour; {palette} tour starts it again."))
        case .ended: return []
        }
    }

    /// Shows the tour's text in the footer, and whole in the log, if it has no lines on the screen.
    private mutating func reportWhereUnseen() {
        guard let tour, !hasTourBand else { return }
        let wanted = Layout.minimum.rows + announcementRows + TourDrawing.rows(self, columns: screenSize.columns)
        let text = TourDrawing.line(of: tour, self)
        say(.info, "\(text) \(wanted) rows show the tour below all else; Esc leaves it.")
    }

    /// Follows the tour; called after every event.
    mutating func followTour() {
        guard var tour, tour.step != nil else { return }
        let stage = tour.stage
        tour.saw(sight)
        if tour != self.tour { self.tour = tour }
        if tour.stage != stage { reportWhereUnseen() }
    }

    var reasonWithoutTour: String? { tour == nil ? withKeyNames("No tour is running: {palette} tour starts it.") : nil }

    private var sight: TourSight {
        var sight = TourSight()
        sight.keepsHistory = preferences.recallsResponses
        if let session { sight.see(session, isEdited: edit != nil, hasFocus: focus == .response) }
        sight.listsHistory = overlays.contains { ($0 as? HistoryState)?.rows.isEmpty == false }
        if overlays.last is PaletteState { sight.showsPalette = true }
        return sight
    }

    // MARK: - Bands

    /// The whole screen: what is drawn, and the bands below it.
    public var screenSize: Size { Size(columns: size.columns, rows: size.rows + display.bandRows) }

    /// Takes another size of the terminal.
    mutating func take(_ size: Size) {
        (display.size, display.bandRows) = (size, 0)
        choosePlainGlyphs()
        arrangeBands()
    }

    /// The last line of plain mode.
    private var announcementRows: Int { isPlain ? 1 : 0 }

    /// Whether the tour is to be seen.
    private var hasTourBand: Bool { tour != nil && display.bandRows > announcementRows }

    /// Gives the bands at the bottom the rows that they need, as long as enough are left; the tour a single one where there are no more.
    mutating func arrangeBands() {
        let whole = screenSize
        let free = max(0, whole.rows - Layout.minimum.rows)
        let announcement = min(announcementRows, free)
        let wanted = TourDrawing.rows(self, columns: whole.columns)
        let rows = announcement + (wanted <= free - announcement ? wanted : min(1, free - announcement))
        guard rows != display.bandRows else { return }
        display.bandRows = rows
        size = Size(columns: whole.columns, rows: whole.rows - rows)
    }
}

extension TourSight {
    /// - Parameter hasFocus: Whether its response has the focus.
    fileprivate mutating func see(_ session: RequestSession, isEdited: Bool, hasFocus: Bool) {
        hasDraft = session.draft.isDirty
        if session.isRequest, !isEdited {
            hasChangedHeaders =
                session.draft.content.definition.headers != session.draft.saved.request.definition.headers
        }
        guard !session.isSending, let response = session.response else { return }
        self.response = response.past == nil ? response.send : nil
        if response.replayOf != nil { replay = response.send }
        showsTiming = hasFocus && session.shownResponseTab == .timing
        if let document = response.document, session.shownResponseTab == .body {
            let lines = document.lineCount
            isFolded = response.reading.folding.rowCount(ofLines: lines) < lines
        }
    }
}
