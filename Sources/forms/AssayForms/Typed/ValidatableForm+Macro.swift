// SPDX-License-Identifier: Apache-2.0
#if FormMacros
/// Writes the list of validated fields of a form: its properties with `@Validate`, `@Required` and
/// `@RegularExpression`, in their order.
///
/// A field has the `name:` that its property is given, or else the name of the property. Only with
/// the trait `FormMacros`.
@attached(member, names: named(validatedFields))
@attached(extension, conformances: ValidatableForm)
public macro ValidatableForm() =
    #externalMacro(module: "AssayFormMacros", type: "ValidatableFormMacro")
#endif
