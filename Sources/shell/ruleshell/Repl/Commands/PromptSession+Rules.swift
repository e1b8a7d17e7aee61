// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayPatternAnalysis
import AssayRegex
import AssayTrials

// :rules, :explain, :why, :redos
extension PromptSession {
    func listRules(_ argument: PromptArgument) throws(Diagnostic) {
        let all = registry.allDefinitions
        let chosen =
            argument.text.isEmpty ? all : RuleSearch(argument.text).rules(among: all)
        guard !chosen.isEmpty else {
            throw argument.error(
                "no rule matches '\(argument.text)'",
                help: nearestName(to: argument.text, in: all.map(\.id)).map {
                    "did you mean '\($0)'?"
                } ?? ":rules lists all rules")
        }
        let width = min(24, chosen.map(\.id.count).max() ?? 0)
        writeLong(
            chosen.map { definition in
                let space = String(repeating: " ", count: max(0, width - definition.id.count) + 2)
                return paint.strong(SafeText.line(definition.id)) + space
                    + SafeText.line(definition.summary) + "\n"
            }.joined())
    }

    /// Explains a code, or rules with their arguments; with a value, also shows their outcome.
    func explain(_ argument: PromptArgument) throws(Diagnostic) {
        let isName = argument.text.utf8.allSatisfy { $0 != 0x28 && $0 > 0x20 }
        if isName, let text = Explanation(registry: registry).text(of: argument.text) {
            return writeLong(paint.headings(of: text))
        }
        if isName, argument.text.contains("."), registry.definition(for: argument.text) == nil {
            throw Explanation(registry: registry).unknown(argument.text)
        }
        let (rules, rest) = try Self.expressions(argument.text, registry: registry)
        let text = try ExpressionText.text(of: rules, registry: registry, paint: paint)
        guard !rest.isEmpty else { return writeLong(text) }
        let trial = try trial(
            of: rules, text: argument.text, value: try value(of: rest, in: argument.input))
        writeLong(text + "\n" + tree.text(of: trial))
    }

    private var tree: TraceTree {
        let limits = settings.matchLimit.map { PatternLimits.exactly($0) } ?? PatternLimits()
        return TraceTree(answer: answerText, steps: PatternSteps(limits: limits))
    }

    func explainLast() throws(Diagnostic) {
        let trial = try lastTrial()
        if settings.mode == .json {
            return write(TraceJSON.value(of: trial.trace).json + "\n")
        }
        writeLong(tree.text(of: trial))
    }

    func showExamples(_ argument: PromptArgument) throws(Diagnostic) {
        let (rules, rest) = try Self.expressions(argument.text, registry: registry)
        guard rest.isEmpty else {
            throw argument.error(
                "':example' takes rules and no value", help: "leave the value out", at: rest)
        }
        do throws(ExampleSearch.Failure) {
            let search = try ExampleSearch(rules, registry: registry, isText: settings.isText)
            let outcome = try search.run { self.interruption.wasRequested }
            write(ExampleText(paint: paint).text(of: outcome))
        } catch {
            throw Diagnostic(error)
        }
    }

    func attack(_ argument: PromptArgument) throws(Diagnostic) {
        let (source, flags) = try PatternArgumentText.read(argument)
        do throws(PatternError) {
            let options = (try? Pattern.Options(flags: flags)) ?? []
            let found = try CatastrophicBacktracking.search(pattern: source, options: options)
            write(
                found.map { BacktrackingText(paint: paint).text(of: $0) }
                    ?? BacktrackingText.nothing)
        } catch {
            throw PatternArgumentText.diagnostic(of: error)
        }
    }
}
