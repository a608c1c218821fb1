extension DynamicValues {
    /// Names without their `$` that the format makes values for; some of them are not available yet.
    static let knownNames = Set(
        (["guid", "timestamp", "isoTimestamp"] + capitalizedNames.map { "random" + $0 }))

    /// The names that follow `random`.
    private static let capitalizedNames =
        """
        UUID NanoId AlphaNumeric Boolean Int DateFuture DatePast DateRecent Weekday Month Color HexColor Abbreviation IP IPV4
        IPV6 MACAddress Password Locale UserAgent Protocol Semver DomainName DomainSuffix DomainWord Email ExampleEmail
        UserName Url FirstName LastName FullName NamePrefix NameSuffix JobArea JobDescriptor JobTitle JobType PhoneNumber
        PhoneNumberExt City StreetName StreetAddress Country CountryCode Latitude Longitude AvatarImage ImageUrl
        AbstractImage AnimalsImage BusinessImage CatsImage CityImage FoodImage NightlifeImage FashionImage PeopleImage
        NatureImage SportsImage TransportImage ImageDataUri BankAccount BankAccountName CreditCardMask BankAccountBic
        BankAccountIban TransactionType CurrencyCode CurrencyName CurrencySymbol Bitcoin Price CompanyName CompanySuffix Bs
        BsAdjective BsBuzz BsNoun CatchPhrase CatchPhraseAdjective CatchPhraseDescriptor CatchPhraseNoun Product
        ProductAdjective ProductMaterial ProductName Department DatabaseColumn DatabaseType DatabaseCollation
        DatabaseEngine FileName FileType FileExt CommonFileName CommonFileType CommonFileExt FilePath DirectoryPath
        MimeType Noun Verb Ingverb Adjective Word Phrase Words LoremWord LoremWords LoremSentence LoremSentences
        LoremParagraph LoremParagraphs LoremText LoremSlug LoremLines
        """.split(whereSeparator: \.isWhitespace).map(String.init)
}
