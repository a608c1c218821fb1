import OpenCollection
import TextGrid

/// The last line: what has just happened, or the keys that matter now.
enum Footer {
    static func draw(_ shown: ShownForm?, _ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        grid.fill(rect, .plain)
        if let status = state.status {
            _ = grid.write(status.text, at: rect.origin, style(status.kind), in: rect)
            return
        }
        if let complaint = state.edit?.complaint {
            _ = grid.write(complaint, at: rect.origin, .warning, in: rect)
            return
        }
        if let place = bodyPlace(state) { return draw(place, beside: hints(state), state.signs, in: rect, on: &grid) }
        let about = aboutValue(shown, state)
        let end = grid.write(hints(state), at: rect.origin, in: rect)
        guard !about.isEmpty, rect.endColumn - end > 8 else { return }
        let room = Rect(column: end + 1, row: rect.row, columns: rect.endColumn - end - 1, rows: 1)
        let start = max(room.column, room.endColumn - about.columns)
        grid.write(about, at: Point(column: start, row: rect.row), in: room)
    }

    /// On the right, in half of the line at most: its end says more than its beginning.
    private static func draw(
        _ place: StyledText, beside hints: [StyledText], _ signs: Signs, in rect: Rect, on grid: inout Grid
    ) {
        let room = max(1, rect.columns / 2)
        var text = place.text
        if DisplayWidth.columns(of: text) > room {
            while DisplayWidth.columns(of: text) > room - DisplayWidth.columns(of: signs.ellipsis) {
                text.removeFirst()
            }
            text = signs.ellipsis + text
        }
        let width = DisplayWidth.columns(of: text)
        let left = Rect(column: rect.column, row: rect.row, columns: max(0, rect.columns - width - 1), rows: 1)
        grid.write(hints, at: left.origin, in: left)
        grid.write(text, at: Point(column: rect.endColumn - width, row: rect.row), place.style, in: rect)
    }

    /// Where the cursor stands in the body, or what is looked for from there.
    private static func bodyPlace(_ state: ExplorerState) -> StyledText? {
        guard state.context == .response, let document = state.bodyWithCursor,
            let reading = state.session?.answer?.reading
        else { return nil }
        switch reading.search?.goal {
        case .place, nil: break
        default: return StyledText("looking\(state.signs.ellipsis) moving on gives it up", .running)
        }
        guard let path = reading.place(in: document)?.path else { return nil }
        // Of what a filter made, it is only known where in that.
        let known = state.session?.answer?.pathInWhole(path)?.text
        let text = known ?? "\(state.signs.ellipsis) | \(path.text)"
        // A way of a hundred long names is longer than any line.
        return StyledText(String(text.suffix(1000)).shownInLine(limit: 1000), .hole)
    }

    private static func style(_ kind: StatusMessage.Kind) -> Style {
        switch kind {
        case .info: .success
        case .warning: .warning
        case .error: .failure
        }
    }

    /// Keys of the context, most useful first.
    private static func hints(_ state: ExplorerState) -> [StyledText] {
        actions(state).flatMap { action -> [StyledText] in
            guard let row = state.settings.keymap.row(of: action, in: state.context), let key = row.keys.first else {
                return []
            }
            return [StyledText(" \(key.title)", .key), StyledText(" \(label(row, state)) ", .dimmed)]
        }
    }

    private static func label(_ row: ActionRow, _ state: ExplorerState) -> String {
        if row.action == .stopSeries, state.series?.isUnderWay != true { return "close" }
        return row.action == .cancel && isRunning(state) ? "cancel" : row.label
    }

    private static func isRunning(_ state: ExplorerState) -> Bool {
        state.session?.isSending == true || state.tokenUnderWay != nil
    }

    private static func actions(_ state: ExplorerState) -> [Action] {
        let isDecided = state.disabledReason(of: .merge) != nil
        let running: [Action] = (isRunning(state) ? [.cancel] : []) + (isDecided ? [] : [.merge])
        switch state.context {
        case .tree:
            let main: Action = state.session?.isRequest == false ? .edit : .send
            return running + [.open, main, .save, .environment, .filter, .help, .quit]
        case .request:
            let send: [Action] = state.session?.isRequest == true ? [.send] : []
            return running + [.edit, .toggle, .add, .delete, .nextTab] + send + [.save, .undo, .help]
        case .sides: return running + [.nextSide, .showAlone, .moveDown, .nextTab, .zoom, .sendTo, .help]
        case .response where state.session?.comparison != nil:
            return running + [.showSides, .nextSide, .nextTab, .pageDown, .zoom, .sendTo, .help]
        case .response where state.hasBodyCursor && state.disabledReason(of: .fold) == nil:
            return running + matches(state) + [.fold, .find, .goToParent, .useValue, .copy, .nextTab, .send, .help]
        case .response where state.hasBodyCursor:
            return running + matches(state) + [.find, .nextTab, .pageDown, .zoom, .send, .copyBody, .help]
        case .response where state.shownPicture != nil:
            return running + [.viewAs, .zoom, .saveBody, .openBody, .nextTab, .send, .help]
        case .response where state.session?.shownResponseTab == .wire:
            return running + matches(state) + [
                .find, .showWireSecrets, .copy, .nextTab, .pageDown, .zoom, .send, .help,
            ]
        case .response where state.textTab != nil:
            return running + matches(state) + [.find, .nextTab, .pageDown, .zoom, .send, .copyBody, .help]
        case .response: return running + [.nextTab, .moveDown, .pageDown, .zoom, .send, .copyBody, .help]
        case .filter: return [.choose, .moveUp, .keepFilter, .dismiss]
        case .events: return running + [.openPiece, .findInList, .last, .nextTab, .zoom, .send, .help]
        case .log:
            return running + [.goToAttempt, .logLess, .logMore, .filterLog, .findInList, .logScope, .saveLog, .help]
        case .edit:
            let isMultiline = state.edit?.editor.isMultiline == true
            return [.leaveEdit] + (isMultiline ? [] : [.commit, .commitAndNext]) + [
                .undoTyping, .redoTyping, .send, .save, .help,
            ]
        case .sendTo: return [.markEnvironment, .markEnvironments, .choose, .dismiss]
        case .variables: return [.choose, .clearValue, .goToDefinition, .dismiss]
        case .cookies:
            return [.choose, .deleteCookie, .showCookieValues, .switchCookies, .deleteCookies, .dismiss]
        case .chooser, .prompt: return [.choose, .dismiss]
        case .merge: return [.takeMine, .takeTheirs, .moveDown, .choose, .dismiss]
        case .values: return [.choose, .moveDown, .dismiss]
        case .trust: return [.choose, .moveDown, .dismiss]
        case .consent: return [.choose, .copyPage, .dismiss]
        case .find: return [.choose, .nextMatch, .previousMatch, .switchRegex, .dismiss]
        case .history:
            return [
                .openExchange, .replay, .compare, .filterHistory, .historyScope, .markExchange, .pinExchange,
                .noteExchange, .makeExample, .checkPast,
                .deleteExchange, .makeSet, .repeatSend, .share, .dismiss,
            ]
        case .difference:
            return [
                .nextDifference, .arrangeDifference, .showIgnored, .ignoreDifference, .goToDifference, .copyVerdict,
                .dismiss,
            ]
        case .example: return [.choose, .moveDown, .pageDown, .dismiss]
        case .latency:
            return [.showBucket, .otherEnvironment, .nextStep, .previousStep, .utc, .help, .dismiss]
        case .share: return [.nextShareFormat, .saveShare, .copyShare, .pageDown, .dismiss]
        case .historyFilter: return [.choose, .moveDown, .dismiss]
        case .replayForm: return [.choose, .seriesMode, .seriesPace, .seriesGaps, .seriesBail, .dismiss]
        case .repeatForm: return [.choose, .moveDown, .seriesMode, .dismiss]
        case .series:
            let ofRange: [Action] = state.reasonInSeries(.skipOfSeries) == nil ? [.seriesPace, .skipOfSeries] : []
            return [.stopSeries, .compare] + ofRange + [.hideSeries]
        case .seriesStep: return [.choose, .skipOfSeries, .seriesPace, .compare, .stopSeries, .hideSeries]
        case .start: return [.choose, .forgetRecent, .dismiss]
        case .path: return [.choose, .completePath, .dismiss]
        case .help:
            return [.moveDown, .pageDown] + (state.reasonNotToForgetTrust == nil ? [.forgetTrust] : []) + [.dismiss]
        }
    }

    /// As long as something is looked for.
    private static func matches(_ state: ExplorerState) -> [Action] {
        state.findStanding?.isActive != true ? [] : [.nextMatch, .previousMatch]
    }

    /// Characters of a text in which its first hole is looked for: a body may be one line of a megabyte.
    private static let charactersOfValue = 4000

    /// The value under the cursor: what its first hole stands for, from where, and what that shadows.
    private static func aboutValue(_ shown: ShownForm?, _ state: ExplorerState) -> [StyledText] {
        guard state.focus == .request, let shown, let field = state.edit?.field ?? shown.fieldAtCursor,
            let text = shown.form.inputs[field]?.text
        else { return [] }
        let beginning = String(text.prefix(charactersOfValue))
        guard let hole = shown.surroundings.scopes.resolve(beginning).holes.first else { return [] }
        switch hole.state {
        case .value(let value):
            let shown = value.isSecret ? state.signs.secret : value.value
            let shadows =
                value.shadowed.isEmpty ? "" : ", shadows \(value.shadowed.map(\.scope.title).joined(separator: ", "))"
            return [StyledText("\(hole.name) = \(shown) (\(value.scope.title)\(shadows))", .hole)]
        case .missing(let reason): return [StyledText("\(hole.name) \(reason.text)", .holeMissing)]
        case .cycle(let way): return [StyledText(way.joined(separator: " \(state.signs.arrow) "), .holeMissing)]
        case .dynamic: return [StyledText("\(hole.name) is made anew for each send", .hole)]
        }
    }
}
