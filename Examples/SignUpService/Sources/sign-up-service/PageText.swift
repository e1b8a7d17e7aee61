// SPDX-License-Identifier: Apache-2.0
import Assay

/// The words of the page that no rule brings, by language.
struct PageText {
    let language: String
    let title: String
    let submit: String
    let choose: String
    let welcome: String
    let problems: String

    /// The words in the language of messages, or else in English.
    init(_ messages: MessageCatalogue) {
        let language = messages.language.lowercased().prefix { $0 != "-" }
        self = Self.all.first { $0.language == language } ?? Self.english
    }

    private init(
        _ language: String, title: String, submit: String, choose: String, welcome: String,
        problems: String
    ) {
        self.language = language
        self.title = title
        self.submit = submit
        self.choose = choose
        self.welcome = welcome
        self.problems = problems
    }

    private static let english = PageText(
        "en", title: "Sign up", submit: "Sign up", choose: "Choose a country",
        welcome: "Welcome! You have signed up.", problems: "Some fields need another look.")

    private static let all = [
        english,
        PageText(
            "de", title: "Anmelden", submit: "Anmelden", choose: "Land wählen",
            welcome: "Willkommen! Die Anmeldung ist angekommen.",
            problems: "Einige Felder stimmen noch nicht."),
        PageText(
            "fr", title: "S’inscrire", submit: "S’inscrire", choose: "Choisir un pays",
            welcome: "Bienvenue ! L’inscription est terminée.",
            problems: "Certains champs sont à revoir."),
        PageText(
            "es", title: "Registrarse", submit: "Registrarse", choose: "Elegir un país",
            welcome: "¡Bienvenido! El registro se ha completado.",
            problems: "Hay campos que revisar."),
    ]
}
