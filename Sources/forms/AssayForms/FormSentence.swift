// SPDX-License-Identifier: Apache-2.0

/// A sentence that a form says, and no rule of the engine, in English and in the languages in which the
/// built-in rules have messages.
enum FormSentence: String, CaseIterable {
    case failed = "The form could not be submitted right now; try again."
    case outdated =
        "The form was rejected, and has changed since it was submitted; submit it again."
    case unchecked = "is not checked yet"
    case undecided = "could not be checked right now; try again"
    case noValue = "The value is not valid."
    case noAddress = "The text must be an e-mail address."
    case tooShort = "The password must have at least 8 characters."
    case tooLong = "The password must have at most 24 characters."
    case noLowercaseLetter = "The password must contain a lowercase letter."
    case noUppercaseLetter = "The password must contain an uppercase letter."
    case noNumber = "The password must contain a number."

    /// The code under which a catalogue can have another text; `nil` for faults, which have codes of
    /// their own.
    var code: String? {
        switch self {
        case .failed: "submission.failed"
        case .outdated: "submission.outdated"
        case .unchecked, .undecided: nil
        case .noValue: Self.rule
        case .noAddress: "emailAddress.format"
        case .tooShort: "password.tooShort"
        case .tooLong: "password.tooLong"
        case .noLowercaseLetter: "password.noLowercaseLetter"
        case .noUppercaseLetter: "password.noUppercaseLetter"
        case .noNumber: "password.noNumber"
        }
    }

    /// Returns the sentence in a language, or in English if there is no translation.
    func text(in language: String) -> String {
        let tags = LanguageChoice.tags(for: language)
        return tags.lazy.compactMap { translations[$0.lowercased()] }.first ?? rawValue
    }

    /// The translations by language.
    var translations: [String: String] {
        switch self {
        case .failed:
            [
                "ar": "تعذّر إرسال النموذج الآن؛ حاول مرة أخرى.",
                "de": "Das Formular konnte gerade nicht gesendet werden; versuchen Sie es erneut.",
                "es": "No se ha podido enviar el formulario en este momento; inténtelo de nuevo.",
                "fr": "Le formulaire n’a pas pu être envoyé pour le moment ; réessayez.",
                "ja": "現在フォームを送信できません。もう一度お試しください。",
                "ru": "Сейчас не удалось отправить форму; попробуйте ещё раз.",
                "zh-hans": "目前无法提交表单，请重试。",
            ]
        case .outdated:
            [
                "ar": "رُفض النموذج، وقد تغيّر منذ إرساله؛ أرسله مرة أخرى.",
                "de":
                    "Das Formular wurde abgelehnt und seit dem Senden geändert; senden Sie es erneut.",
                "es":
                    "El formulario fue rechazado y ha cambiado desde su envío; envíelo de nuevo.",
                "fr":
                    "Le formulaire a été refusé et a changé depuis son envoi ; envoyez-le à nouveau.",
                "ja": "フォームは拒否されましたが、送信後に変更されています。もう一度送信してください。",
                "ru": "Форма была отклонена и изменилась после отправки; отправьте её ещё раз.",
                "zh-hans": "表单被拒绝，且提交后已有更改，请重新提交。",
            ]
        case .unchecked:
            [
                "ar": "لم يتم التحقق منه بعد", "de": "ist noch nicht geprüft",
                "es": "aún no se ha comprobado", "fr": "n’est pas encore vérifié",
                "ja": "まだ確認されていません", "ru": "ещё не проверено", "zh-hans": "尚未检查",
            ]
        case .undecided:
            [
                "ar": "تعذّر التحقق منه الآن؛ حاول مرة أخرى",
                "de": "konnte gerade nicht geprüft werden; versuchen Sie es erneut",
                "es": "no se ha podido comprobar en este momento; inténtelo de nuevo",
                "fr": "n’a pas pu être vérifié pour le moment ; réessayez",
                "ja": "現在確認できません。もう一度お試しください",
                "ru": "сейчас не удалось проверить; попробуйте ещё раз",
                "zh-hans": "目前无法检查，请重试",
            ]
        case .noValue:
            [
                "ar": "القيمة غير صالحة.", "de": "Der Wert ist nicht gültig.",
                "es": "El valor no es válido.", "fr": "La valeur n’est pas valide.",
                "ja": "値が有効ではありません。", "ru": "Значение недопустимо.", "zh-hans": "该值无效。",
            ]
        case .noAddress:
            [
                "ar": "يجب أن يكون النص عنوان بريد إلكتروني.",
                "de": "Der Text muss eine E-Mail-Adresse sein.",
                "es": "El texto debe ser una dirección de correo electrónico.",
                "fr": "Le texte doit être une adresse e-mail.",
                "ja": "テキストはメールアドレスでなければなりません。",
                "ru": "Текст должен быть адресом электронной почты.",
                "zh-hans": "文本必须是电子邮件地址。",
            ]
        case .tooShort:
            [
                "ar": "يجب أن تتكون كلمة المرور من 8 أحرف على الأقل.",
                "de": "Das Passwort muss mindestens 8 Zeichen haben.",
                "es": "La contraseña debe tener al menos 8 caracteres.",
                "fr": "Le mot de passe doit comporter au moins 8 caractères.",
                "ja": "パスワードは8文字以上でなければなりません。",
                "ru": "Пароль должен содержать не менее 8 символов.",
                "zh-hans": "密码必须至少有 8 个字符。",
            ]
        case .tooLong:
            [
                "ar": "يجب ألا تتجاوز كلمة المرور 24 حرفًا.",
                "de": "Das Passwort darf höchstens 24 Zeichen haben.",
                "es": "La contraseña debe tener como máximo 24 caracteres.",
                "fr": "Le mot de passe doit comporter au plus 24 caractères.",
                "ja": "パスワードは24文字以下でなければなりません。",
                "ru": "Пароль должен содержать не более 24 символов.",
                "zh-hans": "密码最多只能有 24 个字符。",
            ]
        case .noLowercaseLetter:
            [
                "ar": "يجب أن تحتوي كلمة المرور على حرف صغير.",
                "de": "Das Passwort muss einen Kleinbuchstaben enthalten.",
                "es": "La contraseña debe contener una letra minúscula.",
                "fr": "Le mot de passe doit contenir une lettre minuscule.",
                "ja": "パスワードには小文字を含める必要があります。",
                "ru": "Пароль должен содержать строчную букву.",
                "zh-hans": "密码必须包含一个小写字母。",
            ]
        case .noUppercaseLetter:
            [
                "ar": "يجب أن تحتوي كلمة المرور على حرف كبير.",
                "de": "Das Passwort muss einen Großbuchstaben enthalten.",
                "es": "La contraseña debe contener una letra mayúscula.",
                "fr": "Le mot de passe doit contenir une lettre majuscule.",
                "ja": "パスワードには大文字を含める必要があります。",
                "ru": "Пароль должен содержать прописную букву.",
                "zh-hans": "密码必须包含一个大写字母。",
            ]
        case .noNumber:
            [
                "ar": "يجب أن تحتوي كلمة المرور على رقم.",
                "de": "Das Passwort muss eine Ziffer enthalten.",
                "es": "La contraseña debe contener un número.",
                "fr": "Le mot de passe doit contenir un chiffre.",
                "ja": "パスワードには数字を含める必要があります。",
                "ru": "Пароль должен содержать цифру.",
                "zh-hans": "密码必须包含一个数字。",
            ]
        }
    }
}

/// An error of a validator of this module, whose message is a sentence.
protocol SentenceError: Error {
    var sentence: FormSentence { get }
}

extension MessageCatalogue {
    /// Returns a sentence in the words of the catalogue, or else in its language.
    ///
    /// - Parameters:
    ///   - sentence: The sentence.
    ///   - code: The code under which the catalogue can have another one, or `nil` for the sentence's.
    /// - Returns: The text.
    func text(_ sentence: FormSentence, code: String? = nil) -> String {
        (code ?? sentence.code).flatMap { templates[$0] } ?? sentence.text(in: language)
    }

    /// Returns the message of a violation, which can be that of a validator of this module.
    func formMessage(of violation: Violation) -> String {
        guard violation.rule == FormSentence.rule, !violation.hasOwnMessage,
            let sentence = FormSentence(rawValue: violation.template)
        else { return message(of: violation) }
        return text(sentence)
    }
}

extension FormSentence {
    /// The rule of violations that a validator found.
    static let rule = "validator"
}
