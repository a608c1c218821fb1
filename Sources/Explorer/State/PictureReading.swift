public import BodyStore
public import BodyView
import ExplorerKit
import OpenCollection
public import TextGrid

/// A body that is a picture: what it says of itself, and what is shown of it.
struct PictureReading: Sendable {
    /// Nil: it does not begin as any picture does.
    var head: PictureHead?
    /// What there was room for when it was asked for last; nil: it was not.
    var room: Size?
    var isRunning = false
    /// The last that came; of a picture that is asked for anew, the old one meanwhile.
    var outcome: PictureOutcome?

    /// Reads the head of a body, as far as it came.
    mutating func note(_ document: BodyDocument) {
        guard document.kind == .picture, head?.width == nil else { return }
        head = document.store.withBytes(in: 0..<min(document.store.count, PictureHead.length)) { PictureHead($0) }
    }

    /// Why there will be no picture; nil: there is one, or may be one yet.
    var problem: String? {
        if head == nil { return "It begins like no picture that is known." }
        return outcome?.problem
    }
}

/// A picture that shall be decoded and scaled.
public struct PictureOrder: Sendable {
    /// The whole of it.
    public var body: BodyStore
    public var head: PictureHead
    /// Cells that there are for it.
    public var room: Size
}

/// What came of decoding a picture.
public struct PictureOutcome: Sendable {
    /// Nil where there is only a problem.
    public var picture: PixelPicture?
    /// What one should know of it, a sentence.
    public var note: String?
    /// Why there is nothing to show.
    public var problem: String?

    public init(_ picture: PixelPicture?, note: String? = nil, problem: String? = nil) {
        (self.picture, self.note, self.problem) = (picture, note, problem)
    }
}
