import Foundation
import Interchange
import OpenCollection

/// A token that is being fetched because the user asked for it.
public struct TokenFetching: Sendable, Hashable {
    var generation: Int
    /// The item that was shown when it was requested.
    var path: ItemPath
    var agreed: [OutsideUse]
    var since: Date
    var isCancelling = false
}

/// A wait for the user to agree to a page.
public struct ConsentWait: Sendable, Hashable {
    public var page: ConsentPage
    /// The key of the effect that waits, as it was when it began to.
    var key: EffectKey
    /// Why the address that was handed over last is not valid.
    public var complaint: String?
}
