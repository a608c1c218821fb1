/// Accounts, currencies and prices.
extension DynamicValues {
    static let finance: [String: Maker] = [
        "randomBankAccount": { $0.pattern("########") },
        "randomBankAccountName": { $0.pick(accountKinds) + " Account" },
        "randomCreditCardMask": { $0.maskedAccount() },
        "randomBankAccountBic": { $0.bic() },
        "randomBankAccountIban": { $0.iban() },
        "randomTransactionType": { $0.pick(["deposit", "withdrawal", "payment", "invoice"]) },
        "randomCurrencyCode": { $0.currency(0) },
        "randomCurrencyName": { $0.currency(2) },
        "randomCurrencySymbol": { $0.currency(1) },
        "randomBitcoin": { $0.bitcoinAddress() },
        "randomPrice": { $0.price() },
    ]

    private static let accountKinds = lines(
        """
        Auto Loan
        Checking
        Credit Card
        Deposit
        Home Loan
        Investment
        Joint
        Money Market
        Pension
        Personal Loan
        Savings
        Student Loan
        """)

    /// Code (ISO 4217), symbol and name.
    private static let currencies = lines(
        """
        AUD|$|Australian Dollar
        BGN|лв|Bulgarian Lev
        BRL|R$|Brazilian Real
        CAD|$|Canadian Dollar
        CHF|CHF|Swiss Franc
        CNY|¥|Yuan Renminbi
        CZK|Kč|Czech Koruna
        DKK|kr|Danish Krone
        EUR|€|Euro
        GBP|£|Pound Sterling
        HUF|Ft|Forint
        IDR|Rp|Rupiah
        ILS|₪|New Israeli Sheqel
        INR|₹|Indian Rupee
        ISK|kr|Iceland Krona
        JPY|¥|Yen
        KRW|₩|Won
        MXN|$|Mexican Peso
        NGN|₦|Naira
        NOK|kr|Norwegian Krone
        NZD|$|New Zealand Dollar
        PHP|₱|Philippine Peso
        PLN|zł|Zloty
        RON|lei|Romanian Leu
        SEK|kr|Swedish Krona
        SGD|$|Singapore Dollar
        THB|฿|Baht
        TRY|₺|Turkish Lira
        UAH|₴|Hryvnia
        USD|$|US Dollar
        VND|₫|Dong
        ZAR|R|Rand
        """
    ).map { $0.split(separator: "|").map(String.init) }

    /// Country and basic account number: `A` is a capital, `#` a digit (ISO 13616).
    private static let accountForms = lines(
        """
        AT|################
        CH|#################
        DE|##################
        DK|##############
        GB|AAAA##############
        GI|AAAA###############
        IE|AAAA##############
        LI|#################
        LT|################
        LV|AAAA#############
        NL|AAAA##########
        PL|########################
        RO|AAAA################
        SE|####################
        """
    ).map { $0.split(separator: "|").map(String.init) }

    private func currency(_ column: Int) -> String { Self.currencies[below(Self.currencies.count)][column] }

    private func iban() -> String {
        let form = Self.accountForms[below(Self.accountForms.count)]
        let account = pattern(form[1]).map { $0 == "A" ? letters(1, of: Self.uppercase) : String($0) }.joined()
        let remainder = Self.remainder(by97: account + form[0] + "00")
        return form[0] + Self.padded(98 - remainder, 2) + account
    }

    /// Letters count from A, 10, to Z, 35 (ISO 7064, MOD 97-10).
    static func remainder(by97 account: String) -> Int {
        account.reduce(0) { remainder, character in
            let value = Int(String(character), radix: 36) ?? 0
            return (remainder * (value < 10 ? 10 : 100) + value) % 97
        }
    }

    /// The reference implementation masks an account here, not a card.
    private func maskedAccount() -> String {
        let account = iban()
        return account.prefix(4) + String(repeating: "*", count: account.count - 6) + account.suffix(2)
    }

    /// Bank, country, place and perhaps a branch (ISO 9362).
    private func bic() -> String {
        let bank = letters(4, of: Self.uppercase) + pick(Self.countryCodes)
        let place = letters(2, of: Self.uppercase + Self.digits)
        return bank + place + (below(2) == 0 ? "" : letters(3, of: Self.uppercase + Self.digits))
    }

    /// Returns an address by look only: no key belongs to it, and its checksum is wrong.
    private func bitcoinAddress() -> String {
        let base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
        switch below(3) {
        case 0: return "1" + letters(number(in: 25...33), of: base58)
        case 1: return "3" + letters(33, of: base58)
        default: return "bc1q" + letters(38, of: "023456789acdefghjklmnpqrstuvwxyz")
        }
    }

    func price() -> String { "\(number(in: 1...999)).\(Self.padded(below(100), 2))" }
}
