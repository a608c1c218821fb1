/// The service and the region that an AWS signature is valid for.
struct AWSScope: Hashable {
    var service: String
    var region: String

    /// Takes what is empty from the host; without a region there it is us-east-1, without a service there is no scope.
    init?(service: String, region: String, host: String) {
        let named = Self.parts(of: host)
        self.service = service.isEmpty ? named?.service ?? "" : service
        self.region = region.isEmpty ? named?.region ?? "us-east-1" : region
        if self.service.isEmpty { return nil }
    }

    /// S3 takes paths as they are, and wants to know the body's hash.
    var isStorage: Bool { ["s3", "s3-outposts", "s3-object-lambda", "s3express"].contains(service) }

    private static func parts(of host: String) -> (service: String, region: String?)? {
        let host = host.split(separator: ":").first ?? ""
        var labels = host.split(separator: ".").map(String.init)
        if labels.suffix(2) == ["on", "aws"] {
            labels.removeLast(2)
            // The address of a function: ID.lambda-url.REGION.on.aws.
            guard labels.count == 3, labels[1] == "lambda-url" else { return nil }
            return ("lambda", labels[2])
        }
        if labels.last == "cn" { labels.removeLast() }
        guard labels.suffix(2) == ["amazonaws", "com"] else { return nil }
        labels.removeLast(2)
        labels.removeAll { $0 == "dualstack" }
        return servicePart(of: labels)
    }

    private static func servicePart(of labels: [String]) -> (service: String, region: String?)? {
        guard let last = labels.last else { return nil }
        if last == "s3" { return ("s3", nil) }
        for label in labels.suffix(2) where label.hasPrefix("s3-") && !label.hasPrefix("s3-o") {
            return ("s3", String(label.dropFirst(3)))
        }
        guard labels.count > 1 else { return (signingName(last), nil) }
        let before = labels[labels.count - 2]
        // OpenSearch has them the other way round.
        return ["es", "aoss"].contains(last) ? (last, before) : (signingName(before), last)
    }

    /// Returns the name in signatures: mail is signed under another name than its host has.
    private static func signingName(_ label: String) -> String { label == "email" ? "ses" : label }
}
