import Exchanges
import ExplorerKit
import MicroClient
import OpenCollection
import Secrets

extension RenderedRequest {
    /// The URL with its secrets replaced by dots. Secrets that are too short to be searched for are found by their position only.
    func shownURL(_ signs: Signs) -> String {
        let places = SecretPlaces(url: url, inURL: shortSecretPlaces.url)
        return masked(places.hiding(url).replacing(Redaction.mask, with: signs.secret), signs)
    }

    /// Another text about it.
    func masked(_ text: String, _ signs: Signs) -> String {
        let values = secretValues.map(\.value).filter { $0.utf8.count >= SecretMatcher.shortest }
        return SecretMatcher(values).masked(text, by: signs.secret)
    }
}
