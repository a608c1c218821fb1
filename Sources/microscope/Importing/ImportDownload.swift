import CommandLineTool
import Exchanges
import Foundation
import Imports
import MicroClient
import MicroClientCurl

/// A document on the web that is to be imported: requested once, without credentials and cookies.
struct ImportDownload {
    let url: String
    private static let longest = 50 << 20
    private static let longestTime = Duration.seconds(30)

    /// Creates a download; nil if the word is no HTTP URL.
    init?(_ word: String) {
        guard case .url(let url)? = try? ExploreTarget.named(word) else { return nil }
        self.url = url
    }

    private init(url: String) { self.url = url }

    /// The places below an address where servers usually have the description of their API, most usual first.
    private static let usualPlaces = [
        "/openapi.json", "/openapi.yaml", "/swagger.json", "/v3/api-docs", "/v2/api-docs", "/swagger/v1/swagger.json",
        "/api/openapi.json", "/api-docs",
    ]

    /// Returns the description of an API that is at one of the usual places.
    ///
    /// - Throws: ``ImportProblem`` when none of them has one, or no server responds; `CancellationError`.
    static func description(of base: String) async throws -> ImportSource {
        var base = base
        while base.utf8.last == UInt8(ascii: "/") { base.removeLast() }
        for place in usualPlaces {
            guard let source = try await ImportDownload(url: base + place).sourceIfThere() else { continue }
            if (try? RecognizedSource(source))?.format?.isReadable == true { return source }
        }
        throw ImportProblem(
            base, "there is no description of the API at \(usualPlaces.joined(separator: ", "))",
            advice: "give the URL of the document itself")
    }

    /// Returns the document.
    ///
    /// - Throws: ``ImportProblem`` without a response of success within 30 seconds, or for one of more than 50 MB; `CancellationError`.
    func source() async throws -> ImportSource {
        if let source = try await sourceIfThere() { return source }
        throw ImportProblem(
            url, "the server has no document there",
            advice: "give the URL of the document itself, or download it and give the file")
    }

    /// Returns nil if the status of the response is none of success.
    private func sourceIfThere() async throws -> ImportSource? {
        var options = TransferOptions()
        options.totalTimeout = Self.longestTime
        let request = WireRequest(
            url: url,
            headers: [HeaderField("Accept", "application/json, application/yaml, text/yaml;q=0.9, */*;q=0.5")],
            options: options)
        do {
            let response = try await NetworkClient(transport: CurlTransport.shared).send(request)
            guard (200..<300).contains(response.status) else { return nil }
            let body = try await response.collect(upTo: Self.longest)
            return ImportSource(
                name: url, bytes: Array(body), address: response.exchange().attempts.last?.hops.last?.request.url ?? url
            )
        } catch  where !(error is CancellationError) {
            throw ImportProblem(url, RecordedFailure(error).sentences, advice: "")
        }
    }
}
