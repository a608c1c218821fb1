public import BodyStore
public import BodyView
import ExplorerKit
import OpenCollection
public import TextGrid

/// A body that is a picture: what it says of itself, and what is shown of it.
struct PictureReading: Sendable {
    /// The head of the picture; nil: it does not begin as any picture does.
    var head: PictureHead?
    /// The room for which it was ordered last; nil: it was not.
    var room: Size?
    var isRunning = false
    /// The last outcome; while a picture is ordered again, the old one.
    var outcome: PictureOutcome?

    /// Reads the head of a body, as far as it came.
    mutating func note(_ document: BodyDocument) {
        guard document.kind == .picture, head?.width == nil else { return }
        head = document.store.withBytes(in: 0..<min(document.store.count, PictureHead.length)) { PictureHead($0) }
    }

    /// Why there will be no picture; nil: there is one, or may be one yet.
    var problem: String? {
        if head == nil { return "Unknown picture format." }
        return outcome?.problem
    }
}

/// A picture to be decoded and scaled.
public struct PictureOrder: Sendable {
    /// The whole of it.
    public var body: BodyStore
    public var head: PictureHead
    /// Cells that there are for it.
    public var room: Size
}

/// The outcome of decoding a picture.
public struct PictureOutcome: Sendable {
    /// The picture; nil where there is only a problem.
    public var picture: PixelPicture?
    /// A remark for the user, a sentence.
    public var note: String?
    /// Why there is nothing to show.
    public var problem: String?

    public init(_ picture: PixelPicture?, note: String? = nil, problem: String? = nil) {
        (self.picture, self.note, self.problem) = (picture, note, problem)
    }
}
