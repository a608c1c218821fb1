internal import CCurl
import MicroClient

extension RunningHop {
    /// A coding that libcurl does not know would end the hop with `CURLE_BAD_CONTENT_ENCODING`: the body is handed on as it is instead,
    /// and the head still names its coding.
    func chooseDecoding(for head: ResponseHead) {
        guard request.options.decodesContent, head.headers.contains(named: "Content-Encoding") else { return }
        let codings = head.headers.values(for: "Content-Encoding").flatMap { $0.split(separator: ",") }
        let areKnown = codings.allSatisfy { LibcurlFeatures.codings.contains($0.trimmedToken) }
        if !areKnown { easy.set(CURLOPT_HTTP_CONTENT_DECODING, to: false) }
    }

    /// The next hop's answer is another one.
    func beginDecoding() { easy.set(CURLOPT_HTTP_CONTENT_DECODING, to: true) }
}

extension Substring {
    fileprivate var trimmedToken: String {
        String(drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }).lowercased()
    }
}
