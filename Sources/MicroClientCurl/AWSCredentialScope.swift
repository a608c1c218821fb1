/// The scope of an AWS signature, without its date.
///
/// - Source: AWS, "Create a signed AWS API request"; "AWS service endpoints".
struct AWSCredentialScope: Equatable {
    let region: String
    let service: String

    /// Takes missing values from the host. Nil if it does not name them.
    init?(host: String, region: String?, service: String?) {
        let named = region == nil || service == nil ? Self.named(in: host) : nil
        guard let region = region ?? named?.region, let service = service ?? named?.service else { return nil }
        self.region = region
        self.service = service
    }

    /// Returns service and region of "service.region.amazonaws.com", with any labels before it; older hosts have the region first, or none: then it
    /// is "us-east-1". On other hosts the first two labels are the service and the region, as in libcurl.
    private static func named(in host: String) -> (service: String, region: String)? {
        let suffix = [".amazonaws.com", ".amazonaws.com.cn", ".api.aws"].first(where: host.hasSuffix)
        let labels = host.dropLast(suffix?.count ?? 0).split(separator: ".").map(String.init)
        guard suffix != nil else { return labels.count > 2 && !host.isAddress ? (labels[0], labels[1]) : nil }
        guard let last = labels.last else { return nil }
        guard let previous = labels.dropLast().last else { return (last, "us-east-1") }
        if last.isRegion { return (previous, last) }
        return (last, previous.isRegion ? previous : "us-east-1")
    }
}

extension String {
    /// Whether this is a region, such as "eu-west-1".
    fileprivate var isRegion: Bool {
        let parts = split(separator: "-")
        return parts.count >= 3 && parts.last.flatMap { Int($0) } != nil
    }

    fileprivate var isAddress: Bool { hasPrefix("[") || allSatisfy { $0 == "." || $0.isNumber } }
}
