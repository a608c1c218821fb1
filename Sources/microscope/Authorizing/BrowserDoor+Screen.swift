import CollectionRunner
import Explorer

extension BrowserDoor {
    /// What is said goes to the status line and the log. An address cannot be handed over there.
    static func onScreen(
        _ environment: [String: String], _ progress: @escaping @Sendable (SendProgress) -> Void
    ) -> BrowserDoor {
        BrowserDoor(
            browser: BrowserProgram(environment: environment),
            announce: { url, isOpen in progress(.waitingForBrowser(url: url, isOpen: isOpen)) }, readAddress: nil)
    }
}
