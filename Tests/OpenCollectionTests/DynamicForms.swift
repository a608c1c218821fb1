/// Section 2.8, row by row.
extension DynamicForm {
    static let all = identifiersAndTime + network + people + places + images + finance + business + files + words

    private static let uuid = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
    private static let date = #"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"#
    private static let octet = "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
    private static let ipv4 = #"(\#(octet)\.){3}\#(octet)"#
    private static let ipv6 = "([0-9a-f]{4}:){7}[0-9a-f]{4}"
    private static let user = #"[a-z]+[._][a-z]+\d{0,2}"#
    private static let domain = "[a-z]+-[a-z]+"
    private static let suffix = "(com|net|org|info|biz|name|dev|app|io)"
    private static let capital = "[A-Z][a-z]+"
    private static let phone = #"\([2-9]\d\d\) [2-9]\d\d-\d{4}"#
    private static let street = "\(capital) \(capital)"
    private static let iban = "[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}"
    private static let company =
        "\(capital), \(capital) and \(capital)|\(capital) - \(capital)|\(capital) (Group|Inc|LLC|Ltd|and Sons)"
    private static let small = "[a-z][a-z-]*"
    private static let file = #"[a-z]+(_[a-z]+){0,2}\.[a-z0-9]+"#
    private static let mime = "(application|audio|font|image|text|video)/[a-z0-9.+-]+"
    private static let kind = "application|audio|font|image|text|video"
    private static let directory = "(/[a-z]+)+"
    private static let sentence = #"[A-Z][a-z]*( [a-z]+){2,9}\."#

    private static let identifiersAndTime = [
        DynamicForm("guid", uuid), DynamicForm("randomUUID", uuid), DynamicForm("timestamp", "1787306400"),
        DynamicForm("isoTimestamp", #"2026-08-21T10:00:00\.000Z"#), DynamicForm("randomNanoId", "[A-Za-z0-9_-]{21}"),
        DynamicForm("randomAlphaNumeric", "[A-Za-z0-9]"), DynamicForm("randomBoolean", "true|false"),
        DynamicForm("randomInt", "1000|[1-9][0-9]{0,2}|0"), DynamicForm("randomDateFuture", date),
        DynamicForm("randomDatePast", date), DynamicForm("randomDateRecent", date),
        DynamicForm("randomWeekday", "(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"),
        DynamicForm(
            "randomMonth",
            "January|February|March|April|May|June|July|August|September|October|November|December"),
    ]

    private static let network = [
        DynamicForm("randomColor", "[a-z]+"), DynamicForm("randomHexColor", "#[0-9a-f]{6}"),
        DynamicForm("randomAbbreviation", "[A-Z]{2,5}"), DynamicForm("randomIP", "\(ipv4)|\(ipv6)"),
        DynamicForm("randomIPV4", ipv4), DynamicForm("randomIPV6", ipv6),
        DynamicForm("randomMACAddress", "([0-9a-f]{2}:){5}[0-9a-f]{2}"),
        DynamicForm("randomPassword", #"[A-Za-z0-9_]{15}"#),
        DynamicForm("randomLocale", "[A-Z]{2}"),
        DynamicForm("randomUserAgent", #"Mozilla/5\.0 \([^)]+\) [A-Za-z]+/[0-9.]+ .*(Firefox|Safari)/[0-9.]+"#),
        DynamicForm("randomProtocol", "https?"), DynamicForm("randomSemver", #"\d+\.\d+\.\d+"#),
        DynamicForm("randomDomainName", #"\#(domain)\.\#(suffix)"#), DynamicForm("randomDomainSuffix", suffix),
        DynamicForm("randomDomainWord", domain), DynamicForm("randomEmail", #"\#(user)@\#(domain)\.example"#),
        DynamicForm("randomExampleEmail", #"\#(user)@example\.(com|net|org)"#), DynamicForm("randomUserName", user),
        DynamicForm("randomUrl", #"https?://\#(domain)\.\#(suffix)/?"#),
    ]

    private static let people = [
        DynamicForm("randomFirstName", capital), DynamicForm("randomLastName", capital),
        DynamicForm("randomFullName", #"((Mr|Mrs|Ms|Miss|Dr|Prof)\.? )?\#(capital) \#(capital)( [A-Za-z]+\.?)?"#),
        DynamicForm("randomNamePrefix", #"(Mr|Mrs|Ms|Dr|Prof)\.|Miss"#),
        DynamicForm("randomNameSuffix", #"Jr\.|Sr\.|I{1,3}|I?V|MD|DDS|PhD"#), DynamicForm("randomJobArea", capital),
        DynamicForm("randomJobDescriptor", capital), DynamicForm("randomJobTitle", "\(capital) \(capital) \(capital)"),
        DynamicForm("randomJobType", capital), DynamicForm("randomPhoneNumber", phone),
        DynamicForm("randomPhoneNumberExt", #"\#(phone) x\d{3}"#),
    ]

    private static let places = [
        DynamicForm("randomCity", "(\(capital) )?\(capital)"), DynamicForm("randomStreetName", street),
        DynamicForm("randomStreetAddress", #"[1-9]\d{0,3} \#(street)"#),
        DynamicForm("randomCountry", "\(capital)( \(capital))?"), DynamicForm("randomCountryCode", "[A-Z]{2}"),
        DynamicForm("randomLatitude", #"-?\d{1,2}\.\d{4}"#), DynamicForm("randomLongitude", #"-?\d{1,3}\.\d{4}"#),
    ]

    private static let images =
        [
            DynamicForm("randomAvatarImage", #"https://avatars\.githubusercontent\.com/u/\d{1,8}"#),
            DynamicForm("randomImageUrl", #"https://loremflickr\.com/\d{3,4}/\d{3,4}\?lock=\d+"#),
            DynamicForm(
                "randomImageDataUri",
                #"data:image/svg\+xml;charset=UTF-8,%3Csvg(%[0-9A-F]{2}|[A-Za-z0-9_.!~*'()-])+%3C%2Fsvg%3E"#),
        ]
        + [
            "Abstract", "Animals", "Business", "Cats", "City", "Food", "Nightlife", "Fashion", "People", "Nature",
            "Sports", "Transport",
        ]
        .map { subject in
            DynamicForm(
                "random\(subject)Image",
                #"https://loremflickr\.com/\d{3,4}/\d{3,4}/\#(subject.lowercased())\?lock=\d+"#)
        }

    private static let finance = [
        DynamicForm("randomBankAccount", #"\d{8}"#), DynamicForm("randomBankAccountName", "[A-Z][A-Za-z ]+ Account"),
        DynamicForm("randomCreditCardMask", #"[A-Z]{2}\d\d\*{9,28}\d\d"#),
        DynamicForm("randomBankAccountBic", "[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?"),
        DynamicForm("randomBankAccountIban", iban),
        DynamicForm("randomTransactionType", "deposit|withdrawal|payment|invoice"),
        DynamicForm("randomCurrencyCode", "[A-Z]{3}"), DynamicForm("randomCurrencyName", "[A-Z][A-Za-z ]+"),
        DynamicForm("randomCurrencySymbol", "[^ |]{1,3}"),
        DynamicForm("randomBitcoin", "[13][1-9A-HJ-NP-Za-km-z]{25,33}|bc1q[02-9ac-hj-np-z]{38}"),
        DynamicForm("randomPrice", #"[1-9]\d{0,2}\.\d\d"#),
    ]

    private static let business = [
        DynamicForm("randomCompanyName", company), DynamicForm("randomCompanySuffix", company),
        DynamicForm("randomBs", "\(small) \(small) \(small)"), DynamicForm("randomBsAdjective", small),
        DynamicForm("randomBsBuzz", small), DynamicForm("randomBsNoun", small),
        DynamicForm("randomCatchPhrase", "[A-Z]\(small) \(small) \(small)"),
        DynamicForm("randomCatchPhraseAdjective", "[A-Z]\(small)"), DynamicForm("randomCatchPhraseDescriptor", small),
        DynamicForm("randomCatchPhraseNoun", small), DynamicForm("randomProduct", capital),
        DynamicForm("randomProductAdjective", capital), DynamicForm("randomProductMaterial", capital),
        DynamicForm("randomProductName", "\(capital) \(capital) \(capital)"), DynamicForm("randomDepartment", capital),
    ]

    private static let files = [
        DynamicForm("randomDatabaseColumn", "[a-z]+[A-Z]?[a-z]+"), DynamicForm("randomDatabaseType", "[a-z]+"),
        DynamicForm("randomDatabaseCollation", "[a-z0-9]+_[a-z_]+"), DynamicForm("randomDatabaseEngine", "[A-Za-z]+"),
        DynamicForm("randomFileName", file), DynamicForm("randomFileType", kind),
        DynamicForm("randomFileExt", "[a-z0-9]{2,5}"), DynamicForm("randomCommonFileName", file),
        DynamicForm("randomCommonFileType", kind), DynamicForm("randomCommonFileExt", "[a-z0-9]{3,4}"),
        DynamicForm("randomFilePath", "\(directory)/\(file)"), DynamicForm("randomDirectoryPath", directory),
        DynamicForm("randomMimeType", mime),
    ]

    private static let words = [
        DynamicForm("randomNoun", "[a-z-]+"), DynamicForm("randomVerb", "[a-z-]+"),
        DynamicForm("randomIngverb", "[a-z]+ing(-up)?"), DynamicForm("randomAdjective", "[a-z0-9-]+"),
        DynamicForm("randomWord", "[a-z]+"), DynamicForm("randomPhrase", "[A-Z][A-Za-z0-9', -]+!"),
        DynamicForm("randomWords", "[a-z]+( [a-z]+){0,2}"), DynamicForm("randomLoremWord", "[a-z]+"),
        DynamicForm("randomLoremWords", "[a-z]+ [a-z]+ [a-z]+"), DynamicForm("randomLoremSentence", sentence),
        DynamicForm("randomLoremSentences", "\(sentence)( \(sentence)){1,5}"),
        DynamicForm("randomLoremParagraph", "\(sentence)( \(sentence)){2}"),
        DynamicForm("randomLoremParagraphs", #"\#(sentence)( \#(sentence)){2}(\n\#(sentence)( \#(sentence)){2}){2}"#),
        DynamicForm("randomLoremText", "\(sentence)( \(sentence)){0,4}"),
        DynamicForm("randomLoremSlug", "[a-z]+-[a-z]+-[a-z]+"),
        DynamicForm("randomLoremLines", #"\#(sentence)(\n\#(sentence)){0,4}"#),
    ]
}
