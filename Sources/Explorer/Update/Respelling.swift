import OpenCollection

// Query rows that the URL cannot spell while `encodeUrl` is on.

extension ExplorerState {
    /// A row with `&` has no spelling in the URL while `encodeUrl` is on: asked once, when it was typed.
    mutating func offerRespelling(since start: FormContent) {
        guard let form = session?.draft.form, form.isRequest else { return }
        let inherited = surroundings.inheritedSettings
        let before = start.request.definition.filled(from: inherited).unspellableQueryRows.map(\.field)
        let now = form.request.definition.filled(from: inherited).unspellableQueryRows.map(\.field)
        guard let new = now.first(where: { !before.contains($0) }) else { return }
        present(
            Chooser(
                "\(new.name) cannot stand in the URL while Encode URL is on", about: .respelling,
                options: [
                    Chooser.Option("Switch Encode URL off", detail: "the query is spelled anew, the same is sent") {
                        $0.switchEncodingOff()
                    },
                    Chooser.Option("Leave it", detail: "Bruno will not send this row; Microscope does"),
                ]))
    }

    private mutating func switchEncodingOff() -> [Effect] {
        let inherited = surroundings.inheritedSettings
        return changeDraft {
            $0.change { content in
                content.request.definition = content.request.definition.respelled(encoding: false, inherited)
            }
        }
    }
}
