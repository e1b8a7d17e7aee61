// SPDX-License-Identifier: Apache-2.0
import AssayForms

/// A form of 100 properties with rules, as an app writes it.
struct LargeForm: ValidatableForm, Equatable, Sendable {
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field00 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field01 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field02 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field03 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field04 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field05 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field06 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field07 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field08 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field09 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field10 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field11 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field12 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field13 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field14 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field15 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field16 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field17 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field18 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field19 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field20 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field21 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field22 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field23 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field24 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field25 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field26 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field27 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field28 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field29 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field30 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field31 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field32 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field33 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field34 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field35 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field36 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field37 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field38 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field39 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field40 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field41 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field42 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field43 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field44 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field45 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field46 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field47 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field48 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field49 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field50 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field51 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field52 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field53 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field54 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field55 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field56 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field57 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field58 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field59 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field60 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field61 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field62 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field63 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field64 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field65 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field66 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field67 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field68 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field69 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field70 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field71 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field72 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field73 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field74 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field75 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field76 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field77 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field78 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field79 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field80 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field81 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field82 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field83 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field84 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field85 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field86 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field87 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field88 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field89 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field90 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field91 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field92 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field93 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field94 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field95 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field96 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field97 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field98 = ""
    @Validate(.required, .length(3...40), .regex("^[A-Z]")) var field99 = ""

    static let validatedFields: [ValidatedField<LargeForm>] = [
        ValidatedField("field00", \.$field00),
        ValidatedField("field01", \.$field01),
        ValidatedField("field02", \.$field02),
        ValidatedField("field03", \.$field03),
        ValidatedField("field04", \.$field04),
        ValidatedField("field05", \.$field05),
        ValidatedField("field06", \.$field06),
        ValidatedField("field07", \.$field07),
        ValidatedField("field08", \.$field08),
        ValidatedField("field09", \.$field09),
        ValidatedField("field10", \.$field10),
        ValidatedField("field11", \.$field11),
        ValidatedField("field12", \.$field12),
        ValidatedField("field13", \.$field13),
        ValidatedField("field14", \.$field14),
        ValidatedField("field15", \.$field15),
        ValidatedField("field16", \.$field16),
        ValidatedField("field17", \.$field17),
        ValidatedField("field18", \.$field18),
        ValidatedField("field19", \.$field19),
        ValidatedField("field20", \.$field20),
        ValidatedField("field21", \.$field21),
        ValidatedField("field22", \.$field22),
        ValidatedField("field23", \.$field23),
        ValidatedField("field24", \.$field24),
        ValidatedField("field25", \.$field25),
        ValidatedField("field26", \.$field26),
        ValidatedField("field27", \.$field27),
        ValidatedField("field28", \.$field28),
        ValidatedField("field29", \.$field29),
        ValidatedField("field30", \.$field30),
        ValidatedField("field31", \.$field31),
        ValidatedField("field32", \.$field32),
        ValidatedField("field33", \.$field33),
        ValidatedField("field34", \.$field34),
        ValidatedField("field35", \.$field35),
        ValidatedField("field36", \.$field36),
        ValidatedField("field37", \.$field37),
        ValidatedField("field38", \.$field38),
        ValidatedField("field39", \.$field39),
        ValidatedField("field40", \.$field40),
        ValidatedField("field41", \.$field41),
        ValidatedField("field42", \.$field42),
        ValidatedField("field43", \.$field43),
        ValidatedField("field44", \.$field44),
        ValidatedField("field45", \.$field45),
        ValidatedField("field46", \.$field46),
        ValidatedField("field47", \.$field47),
        ValidatedField("field48", \.$field48),
        ValidatedField("field49", \.$field49),
        ValidatedField("field50", \.$field50),
        ValidatedField("field51", \.$field51),
        ValidatedField("field52", \.$field52),
        ValidatedField("field53", \.$field53),
        ValidatedField("field54", \.$field54),
        ValidatedField("field55", \.$field55),
        ValidatedField("field56", \.$field56),
        ValidatedField("field57", \.$field57),
        ValidatedField("field58", \.$field58),
        ValidatedField("field59", \.$field59),
        ValidatedField("field60", \.$field60),
        ValidatedField("field61", \.$field61),
        ValidatedField("field62", \.$field62),
        ValidatedField("field63", \.$field63),
        ValidatedField("field64", \.$field64),
        ValidatedField("field65", \.$field65),
        ValidatedField("field66", \.$field66),
        ValidatedField("field67", \.$field67),
        ValidatedField("field68", \.$field68),
        ValidatedField("field69", \.$field69),
        ValidatedField("field70", \.$field70),
        ValidatedField("field71", \.$field71),
        ValidatedField("field72", \.$field72),
        ValidatedField("field73", \.$field73),
        ValidatedField("field74", \.$field74),
        ValidatedField("field75", \.$field75),
        ValidatedField("field76", \.$field76),
        ValidatedField("field77", \.$field77),
        ValidatedField("field78", \.$field78),
        ValidatedField("field79", \.$field79),
        ValidatedField("field80", \.$field80),
        ValidatedField("field81", \.$field81),
        ValidatedField("field82", \.$field82),
        ValidatedField("field83", \.$field83),
        ValidatedField("field84", \.$field84),
        ValidatedField("field85", \.$field85),
        ValidatedField("field86", \.$field86),
        ValidatedField("field87", \.$field87),
        ValidatedField("field88", \.$field88),
        ValidatedField("field89", \.$field89),
        ValidatedField("field90", \.$field90),
        ValidatedField("field91", \.$field91),
        ValidatedField("field92", \.$field92),
        ValidatedField("field93", \.$field93),
        ValidatedField("field94", \.$field94),
        ValidatedField("field95", \.$field95),
        ValidatedField("field96", \.$field96),
        ValidatedField("field97", \.$field97),
        ValidatedField("field98", \.$field98),
        ValidatedField("field99", \.$field99),
    ]
}
