import BodyStore
import BodyView
import Exchanges
import ExplorerKit
import Interchange
import OpenCollection
import Quoting

// Ways out of the viewer: into a file, the pager, another program.

/// A body that becomes a file, or is shown by another program.
public struct BodyFileOrder: Sendable {
    /// The bytes as they were received; for the pager, as UTF-8.
    public var store: BodyStore
    /// The path to save to, as it was typed; otherwise a name alone.
    public var path: String
    /// Whether a file that is there already may be replaced.
    public var replaces = false
}

/// A file that is there already.
public struct BodyFileTarget: Sendable, Hashable {
    public var path: String
    /// The identity of the body's store: another response is not saved in its place.
    var body: ObjectIdentifier
}

extension ExplorerState {
    mutating func askWhereToSave() {
        guard let body = session?.response?.body else { return }
        let size = Wording.bytes(Int64(body.count))
        let asked = ObjectIdentifier(body)
        askForText(
            "Save the body, \(size), as",
            detail: "As it was received. A path, ~ is your home; Enter saves, Esc does not.",
            text: savePath(current.bodyFileName)
        ) { $1.saveBody(as: $0, asked: asked) }
    }

    /// - Parameter asked: The identity of the body's store, as for ``BodyFileTarget``.
    mutating func saveBody(as prompt: Prompt, asked: ObjectIdentifier) -> [Effect] {
        guard let path = fileName(in: prompt) else { return [] }
        return saveBody(BodyFileTarget(path: path, body: asked), replaces: false)
    }

    /// Returns the file name that was typed; without one, asks again.
    mutating func fileName(in prompt: Prompt) -> String? {
        let path = prompt.editor.text.trimmingSpaces
        if !path.isEmpty { return path }
        prompt.asked(again: "Enter a name. Esc cancels.", in: &self)
        return nil
    }

    private mutating func saveBody(_ target: BodyFileTarget, replaces: Bool) -> [Effect] {
        guard let body = session?.response?.body, ObjectIdentifier(body) == target.body else {
            return say(.warning, "Not saved: a newer response arrived. D saves it.")
        }
        say(.info, "Saving the body.")
        let order = BodyFileOrder(store: body, path: target.path, replaces: replaces)
        return effect(.bodyFile, { .saveBody(order, $0) }, note: { $0.askToReplace($1, with: body) })
    }

    /// Asks whether to replace a file; nothing was written.
    private mutating func askToReplace(_ path: String, with store: BodyStore) {
        guard !isInBackground, session?.response?.body === store, isFreeForQuestion else {
            return say(.warning, "Not saved: \(path) already exists. D saves under another name.")
        }
        let target = BodyFileTarget(path: path, body: ObjectIdentifier(store))
        ask(
            "\(Self.lastComponent(of: path)) already exists", .init("Keep it", detail: "nothing is saved"),
            .init("Replace it", detail: "its content is lost") { $0.saveBody(target, replaces: true) })
    }

    static func lastComponent(of path: String) -> String {
        String(path.split(separator: "/").last ?? "").shownInLine(limit: 40)
    }

    /// Shows the body in the pager, in UTF-8, since that shows text.
    mutating func pageBody() -> [Effect] {
        guard let store = session?.response?.document?.store else { return [] }
        let order = BodyFileOrder(store: store, path: current.bodyFileName)
        return effect(.bodyFile, showing: { .pageBody(order, $0) })
    }

    mutating func openBodyOutside() -> [Effect] {
        guard let body = session?.response?.body else { return [] }
        let order = BodyFileOrder(store: body, path: current.bodyFileName(takesEnding: false))
        return effect(.bodyFile, showing: { .openBody(order, $0) })
    }

    var reasonForNoBodyFile: String? {
        guard let response = session?.response, let body = response.body, response.hasBodyToShow else {
            return reasonForNoBody
        }
        return body.isFinished ? nil : "The body is still arriving: save or open it when it is complete."
    }

    /// The pager gets UTF-8, and in which encoding a body was sent is known once its lines are read.
    var reasonNotToPage: String? {
        reasonForNoBodyFile
            ?? (session?.response?.document == nil
                ? "The lines of the body are being read: try again in a moment." : nil)
    }

    /// Returns the whole path of a file that is offered to be saved.
    func savePath(_ name: String) -> String { preferences.savePlaces?.path(of: name, beside: current.path) ?? name }
}

extension CollectionState {
    fileprivate var bodyFileName: String { bodyFileName(takesEnding: true) }

    fileprivate func bodyFileName(takesEnding: Bool) -> String {
        let response = session?.response
        let url = response?.exchange?.attempts.last?.hops.last?.request.url ?? response?.exchange?.request.url
        return BodyFileName(head: response?.head, url: url, kind: session?.kindOfBody, takesEnding: takesEnding).text
    }
}

extension RequestSession {
    /// The kind of the body, however the user looks at it.
    fileprivate var kindOfBody: BodyKind? {
        guard look.viewing.kind != nil, let response, let body = response.body else {
            return response?.whole.document?.kind
        }
        return BodyKind.detect(
            contentType: response.head?.headers["Content-Type"],
            head: body.copy(0..<min(body.count, BodyKind.headLength)))
    }
}
