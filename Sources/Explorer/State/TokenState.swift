import Foundation
import Interchange
import OpenCollection

/// A token that is being got because somebody asked for it.
public struct TokenFetching: Sendable, Hashable {
    var generation: Int
    /// What was shown when it was asked for.
    var path: ItemPath
    var agreed: [OutsideUse]
    var since: Date
    var isCancelling = false
}

/// Somebody waits for a page to be agreed to.
public struct ConsentWait: Sendable, Hashable {
    public var page: ConsentPage
    /// Of the effect that waits, when it began to.
    var key: EffectKey
    /// Why the address that was handed over last cannot be the answer.
    public var complaint: String?
}
