// SPDX-License-Identifier: Apache-2.0
public import AssayPluginABI

/// The host's own dates, numbers and texts; nil where the host does not have the service.
public enum Services {
    /// The form in which a text is read.
    public enum TimeForm: UInt32, Sendable {
        /// The form of the rule `date`.
        case date = 1
        /// The form of the rule `time`.
        case time
        /// The form of the rule `dateTime`.
        case dateTime
        /// The form of `before` and `after`: a date, whatever follows it.
        case day
    }

    /// Returns the date or time that a text spells, or `nil` if it spells none.
    public static func parse(_ text: Span<UInt8>, as form: TimeForm) -> assay_time? {
        guard let table = KnownHost.table(ASSAY_TIME_SERVICE, as: assay_time_service.self) else {
            return nil
        }
        var time = assay_time()
        let outcome = text.withUnsafeBufferPointer {
            let text = assay_str(ptr: $0.baseAddress, len: UInt64($0.count))
            return table.pointee.parse?(text, form.rawValue, 0, &time)
        }
        return outcome == ASSAY_TIME_OK ? time : nil
    }

    /// The order of two dates by day, as `before` and `after`: -1, 0 or 1; nil without two dates.
    public static func compare(_ left: assay_time, _ right: assay_time) -> Int? {
        guard let table = KnownHost.table(ASSAY_TIME_SERVICE, as: assay_time_service.self) else {
            return nil
        }
        var (left, right, order) = (left, right, Int32(0))
        return table.pointee.compare?(&left, &right, &order) == ASSAY_OK ? Int(order) : nil
    }

    /// The exact order of two numbers: -1, 0 or 1; nil for other kinds.
    public static func compare(_ left: FieldValue, _ right: FieldValue) -> Int? {
        guard let table = KnownHost.table(ASSAY_NUMBER_SERVICE, as: assay_number_service.self)
        else { return nil }
        var order: Int32 = 0
        let rc = table.pointee.compare?(left.pointer, right.pointer, &order)
        return rc == ASSAY_OK ? Int(order) : nil
    }

    /// Returns `true` if a number is an exact multiple of another, as in the rule `multipleOf`.
    ///
    /// - Parameters:
    ///   - value: A number.
    ///   - divisor: A number as JSON writes it, above 0, with at most 18 significant digits.
    /// - Returns: `nil` if the value or the divisor is not such a number.
    public static func isMultiple(_ value: FieldValue, of divisor: String) -> Bool? {
        guard let table = KnownHost.table(ASSAY_NUMBER_SERVICE, as: assay_number_service.self)
        else { return nil }
        return withText(divisor) { divisor in
            var (number, truth) = (assay_value(), UInt32(0))
            guard table.pointee.parse?(divisor, &number) == ASSAY_OK,
                table.pointee.multiple_of?(value.pointer, &number, &truth) == ASSAY_OK
            else { return nil }
            return truth != 0
        }
    }

    /// A form of UAX #15, and full case folding.
    public struct TextForm: OptionSet, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// Composed, canonical.
        public static let nfc = TextForm(rawValue: ASSAY_TEXT_NFC)
        /// Decomposed, canonical.
        public static let nfd = TextForm(rawValue: ASSAY_TEXT_NFD)
        /// Composed, compatible.
        public static let nfkc = TextForm(rawValue: ASSAY_TEXT_NFKC)
        /// Decomposed, compatible.
        public static let nfkd = TextForm(rawValue: ASSAY_TEXT_NFKD)
        /// Alone, or with one of the forms: without regard to case.
        public static let folded = TextForm(rawValue: ASSAY_TEXT_FOLD)
    }

    /// A text in a form: `[.nfc, .folded]`.
    public static func normalized(_ text: String, _ form: TextForm) -> String? {
        guard let table = KnownHost.table(ASSAY_TEXT_SERVICE, as: assay_text_service.self) else {
            return nil
        }
        var result = ""
        let rc = withText(text) { text in
            withUnsafeMutablePointer(to: &result) { result in
                table.pointee.normalize?(
                    text, form.rawValue,
                    { context, changed in
                        context?.assumingMemoryBound(to: String.self).pointee = String(changed)
                        return ASSAY_OK
                    }, result)
            }
        }
        return rc == ASSAY_OK ? result : nil
    }

    /// The unit in which `length` counts, as in the rule of this name.
    public enum LengthUnit: UInt32, Sendable {
        /// Extended grapheme clusters (UAX #29).
        case characters = 1
        /// Unicode code points.
        case codePoints
        /// UTF-16 code units.
        case utf16
        /// Bytes of UTF-8.
        case bytes
    }

    /// The length of a text.
    public static func length(_ text: Span<UInt8>, in unit: LengthUnit) -> Int? {
        guard let table = KnownHost.table(ASSAY_TEXT_SERVICE, as: assay_text_service.self) else {
            return nil
        }
        var count: UInt64 = 0
        let rc = text.withUnsafeBufferPointer {
            let text = assay_str(ptr: $0.baseAddress, len: UInt64($0.count))
            return table.pointee.length?(text, unit.rawValue, &count)
        }
        return rc == ASSAY_OK ? Int(clamping: count) : nil
    }
}
