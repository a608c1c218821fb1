import Text

/// Addresses of pictures, and a picture as a data URI.
extension DynamicValues {
    static let images: [String: Maker] = {
        var makers: [String: Maker] = [
            "randomAvatarImage": { "https://avatars.githubusercontent.com/u/\($0.number(in: 1...99_999_999))" },
            "randomImageUrl": { $0.imageURL(of: nil) },
            "randomImageDataUri": { $0.imageDataURI() },
        ]
        for subject in subjects {
            makers["random\(subject)Image"] = { $0.imageURL(of: subject.lowercased()) }
        }
        return makers
    }()

    private static let subjects = words(
        "Abstract Animals Business Cats City Food Nightlife Fashion People Nature Sports Transport")

    private func imageURL(of subject: String?) -> String {
        let size = "\(number(in: 100...2000))/\(number(in: 100...2000))"
        return "https://loremflickr.com/\(size)\(subject.map { "/" + $0 } ?? "")?lock=\(number(in: 1...9_999_999))"
    }

    /// A square of one colour with its size written in it (RFC 2397).
    private func imageDataURI() -> String {
        let (width, height) = (number(in: 100...2000), number(in: 100...2000))
        let picture = """
            <svg xmlns="http://www.w3.org/2000/svg" version="1.1" width="\(width)" height="\(height)">\
            <rect width="100%" height="100%" fill="#\(letters(6, of: Self.hexDigits))"/>\
            <text x="\(width / 2)" y="\(height / 2)" font-size="20" text-anchor="middle" fill="white">\(width)x\(height)</text>\
            </svg>
            """
        return "data:image/svg+xml;charset=UTF-8,"
            + PercentCoding.encode(picture, keeping: PercentCoding.isPlainInComponent)
    }
}
