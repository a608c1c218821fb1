import Exchanges
import Foundation
import OpenCollection

// A folder's requests sent one after the other. The tree follows, and what a request asks is asked.

extension ExplorerState {
    mutating func openRun() {
        let folder = current.folderToRun
        let count = Wording.count(current.requests(in: folder).count, "request")
        let place = environmentName.map { " to \($0)" } ?? ""
        ask(
            "Run \(current.title(of: [folder])): \(count), one after the other\(place)",
            .init("Run all", detail: "even after failures") { $0.current.startRun(of: folder, stopsAtFailure: false) },
            .init("Stop on first failure", detail: "no response, or a failed assertion") {
                $0.current.startRun(of: folder, stopsAtFailure: true)
            })
    }

    // MARK: - Step by step

    /// Goes on as far as possible now; called after every event.
    mutating func followRun() -> [Effect] {
        var effects: [Effect] = []
        while let more = stepRun() { effects += more }
        return effects
    }

    /// Does the next step; nil: nothing can be done now.
    private mutating func stepRun() -> [Effect]? {
        guard let run = current.sends.run else { return nil }
        guard let path = run.path else {
            guard run.isOver || overlays.isEmpty && edit == nil else { return nil }
            run.isOver ? endRun() : beginNext()
            return []
        }
        switch run.stage {
        case .opening: return open(path, of: run)
        case .asking: return waitForAnswer(path)
        case .sending(let send, let isCancelling): return waitForEnd(path, send, isCancelling)
        }
    }

    private mutating func beginNext() {
        current.sends.run?.beginNext()
        guard let run = current.sends.run, let path = run.path else { return }
        // A filter of the tree stays, whatever it hides: the user did not ask for this request.
        tree.expanded.formUnion([.root] + path.ancestors)
        show(path)
        say(.info, "Run of \(run.title): \(run.steps.count + 1) of \(run.count)")
    }

    private mutating func open(_ path: ItemPath, of run: TreeRun) -> [Effect]? {
        guard isFreeForQuestion else { return nil }
        switch collection.item(at: path)?.kind {
        case .request: break
        case .unopened:
            if tree.cursor != path { show(path) }
            return nil
        case .unsupported(let content): return current.endStep(path, isOK: nil, content.reason)
        case .broken(let problem): return current.endStep(path, isOK: nil, "it cannot be read: \(problem.message)")
        case .folder, nil: return current.endStep(path, isOK: nil, "it is gone")
        }
        if shown != path { show(path) }
        guard let session = sessions[path], shown == path else {
            return current.endStep(path, isOK: nil, "it cannot be shown")
        }
        if session.isSending { return current.endStep(path, isOK: false, "it is being sent already") }
        let effects = sendShown()
        if let running = sessions[path]?.own.running {
            current.sends.run?.stage = .sending(running.generation, isCancelling: false)
        } else if !overlays.isEmpty {
            current.sends.run?.stage = .asking
        } else {
            return effects + current.endRefusedStep(path)
        }
        return effects
    }

    private mutating func waitForAnswer(_ path: ItemPath) -> [Effect]? {
        if let running = sessions[path]?.own.running {
            current.sends.run?.stage = .sending(running.generation, isCancelling: false)
            return []
        }
        guard overlays.isEmpty else { return nil }
        return current.endStep(path, isOK: false, "its question was not answered", stops: true)
    }

    private mutating func waitForEnd(_ path: ItemPath, _ send: Int, _ wasCancelling: Bool) -> [Effect]? {
        guard sessions[path] != nil else { return current.endStep(path, isOK: nil, "it is gone") }
        if let running = sessions[path]?.own.running {
            current.sends.run?.stage = .sending(running.generation, isCancelling: running.isCancelling)
            return nil
        }
        let response = sessions[path]?.own.response.flatMap { $0.send == send ? $0 : nil }
        if wasCancelling || response?.failure?.stage == .cancelled {
            return current.endStep(path, isOK: false, "cancelled", stops: true)
        }
        if let response {
            let step = TreeRun.Step(path, current.title(of: [path]), response)
            current.sends.run?.end(step)
            return []
        }
        guard overlays.isEmpty else {
            current.sends.run?.stage = .asking
            return nil
        }
        return current.endRefusedStep(path)
    }

    // MARK: - What came of it

    private mutating func endRun() {
        guard let run = current.sends.run else { return }
        noteEnd(of: run)
        current.sends.run = nil
        note(run.summary, run.steps.contains { $0.isOK == false } ? .warning : .info)
        say(.info, run.summary)
        guard isFreeForQuestion, !isInBackground else { return }
        let options = run.steps.map { step in
            let sign = step.isOK.map { $0 ? glyphs.success : glyphs.failure } ?? glyphs.bullet
            return Chooser.Option("\(sign) \(step.name)", detail: secrets.masked(step.words, glyphs)) {
                $0.showOfRun(step.path)
            }
        }
        ask(run.summary, options: options)
    }

    /// Shows the request that was chosen of them.
    private mutating func showOfRun(_ path: ItemPath) -> [Effect] {
        if collection.item(at: path) != nil { reveal(path) }
        return []
    }
}

extension CollectionState {
    var reasonNotToRun: String? {
        if sends.run != nil { return "A run is under way: Esc cancels its request, and with it the run." }
        guard exists else { return "No collection is open." }
        return requests(in: folderToRun).isEmpty ? "There are no requests in it: n makes one." : nil
    }

    fileprivate mutating func startRun(of folder: ItemPath, stopsAtFailure: Bool) -> [Effect] {
        sends.run = TreeRun(
            requests(in: folder).map(\.path), title: title(of: [folder]), stopsAtFailure: stopsAtFailure
        )
        return []
    }

    fileprivate mutating func endRefusedStep(_ path: ItemPath) -> [Effect] {
        endStep(path, isOK: false, sends.run?.refusal ?? "it was not sent")
    }

    fileprivate mutating func endStep(_ path: ItemPath, isOK: Bool?, _ words: String, stops: Bool = false) -> [Effect] {
        let step = TreeRun.Step(path: path, name: title(of: [path]), isOK: isOK, words: words)
        sends.run?.end(step)
        if stops { sends.run?.stop() }
        return []
    }
}
