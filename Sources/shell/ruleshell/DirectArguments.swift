// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay

/// A command that reads its most frequent arguments itself.
///
/// The parser reflects on every option of a command, even if it is not given, which takes longer
/// than the command does for one record.
protocol DirectCommand: ShellCommand {
    /// Creates the command, or returns `nil` if an argument is wrong or not among the most frequent
    /// ones.
    ///
    /// In that case the parser reads all arguments and reports what is wrong.
    init?(direct arguments: DirectArguments)
}

/// Arguments as options, each with its value, and others, in their order.
struct DirectArguments {
    private(set) var options: [(name: String, value: String)] = []
    private(set) var others: [String] = []

    /// Splits the arguments, or returns `nil` if an option has no value or one that may be an
    /// option.
    init?(_ arguments: some Sequence<String>) {
        var option: String?
        for argument in arguments {
            let mayBeOption = argument.utf8.first == UInt8(ascii: "-")
            if let name = option {
                guard !mayBeOption else { return nil }
                options.append((name, argument))
                option = nil
            } else if mayBeOption, argument != "-" {
                option = argument
            } else {
                others.append(argument)
            }
        }
        if option != nil { return nil }
    }
}

extension ValidateCommand: DirectCommand {
    init?(direct arguments: DirectArguments) {
        self.init()
        (rules, rule, format, summary, job) = ([], [], nil, nil, nil)
        (combine, partial) = (false, false)
        guard let plugins = PluginOptions(ifNotGiven: ()), let input = InputOptions(ifNotGiven: ()),
            let output = OutputOptions(ifNotGiven: ()),
            let reports = ReportOptions(ifNotGiven: ()),
            let baseline = BaselineOptions(ifNotGiven: ()),
            let limits = LimitOptions(ifNotGiven: ()), let filters = FilterOptions(ifNotGiven: ()),
            let dataSet = DataSetOptions(ifNotGiven: ()),
            let messages = MessageOptions(ifNotGiven: ()), let color = ColorOptions(ifNotGiven: ())
        else { return nil }
        (self.plugins, self.input, self.output, self.reports) = (plugins, input, output, reports)
        (self.baseline, self.limits, self.filters) = (baseline, limits, filters)
        self.dataSet = dataSet
        (self.messages, self.color) = (messages, color)
        inputs = arguments.others.isEmpty ? ["-"] : arguments.others
        guard hasOptions(18) else { return nil }
        for (name, value) in arguments.options {
            switch name {
            case "-r", "--rules": rules.append(value)
            case "--rule": rule.append(value)
            case "-f", "--format":
                guard format == nil, let known = FormatName(rawValue: value) else { return nil }
                format = known
            case "--html":
                guard self.reports.html == nil, !value.isEmpty else { return nil }
                self.reports.html = value
            default: return nil
            }
        }
        guard (try? validate()) != nil else { return nil }
    }
}

extension TryCommand: DirectCommand {
    init?(direct arguments: DirectArguments) {
        guard arguments.others.count >= 2 else { return nil }
        self.init()
        (rules, text, combine, partial) = ([], false, false, false)
        guard let plugins = PluginOptions(ifNotGiven: ()),
            let messages = MessageOptions(ifNotGiven: ()), let color = ColorOptions(ifNotGiven: ())
        else { return nil }
        (self.plugins, self.messages, self.color) = (plugins, messages, color)
        expression = arguments.others[0]
        values = Array(arguments.others.dropFirst())
        guard hasOptions(9) else { return nil }
        for (name, value) in arguments.options {
            guard name == "-r" || name == "--rules" else { return nil }
            rules.append(value)
        }
    }
}

// MARK: - Options that are not given, as the parser has them

// An option that is not set here would end the command when it is read. Where a type has more options than
// are set, there is no value, and the parser reads the arguments.

extension ParsableArguments {
    /// Returns `true` if the type has so many options and groups of options.
    func hasOptions(_ count: Int) -> Bool { Mirror(reflecting: self).children.count == count }
}

extension PluginOptions {
    fileprivate init?(ifNotGiven: Void) {
        self.init()
        (paths, configurationFile, logLevel, isForDebugging) = ([], nil, .warning, false)
        (allowedCalls, memory, timeout) = ([], .standard, nil)
        #if PluginSignatures
        guard let trust = TrustOptions(ifNotGiven: ()), hasOptions(8) else { return nil }
        self.trust = trust
        #else
        guard hasOptions(7) else { return nil }
        #endif
    }
}

#if PluginSignatures
extension TrustOptions {
    fileprivate init?(ifNotGiven: Void) {
        self.init()
        (keys, digests, store) = ([], [], nil)
        guard hasOptions(3) else { return nil }
    }
}
#endif

extension InputOptions {
    fileprivate init?(ifNotGiven: Void) {
        self.init()
        (inputFormat, compression, encoding) = (.auto, .auto, .utf8)
        (delimiter, noHeader, allowMissingColumns) = (nil, false, false)
        guard let dialect = DialectOptions(ifNotGiven: ()), hasOptions(7) else { return nil }
        self.dialect = dialect
    }
}

extension DialectOptions {
    fileprivate init?(ifNotGiven: Void) {
        self.init()
        (skip, skipLast, comment, quote, escape) = (nil, nil, nil, nil, nil)
        (lazyQuotes, skipInitialSpace, singleLine, null) = (false, false, false, nil)
        guard hasOptions(9) else { return nil }
    }
}

extension OutputOptions {
    fileprivate init?(ifNotGiven: Void) {
        self.init()
        (output, valid, invalid, invalidWithReasons) = ([], nil, nil, nil)
        (checkpoint, resume, progress, strictSplit) = (nil, false, .auto, false)
        guard hasOptions(8) else { return nil }
    }
}

extension ReportOptions {
    fileprivate init?(ifNotGiven: Void) {
        self.init()
        (html, show, stats) = (nil, nil, false)
        guard hasOptions(3) else { return nil }
    }
}

extension BaselineOptions {
    fileprivate init?(ifNotGiven: Void) {
        self.init()
        (baseline, writeBaseline, acceptNew, strictBaseline) = (nil, nil, false, false)
        guard hasOptions(4) else { return nil }
    }
}

extension LimitOptions {
    fileprivate init?(ifNotGiven: Void) {
        self.init()
        (jobs, maxErrors, maxWarnings, limit) = (nil, nil, nil, nil)
        (strict, minRecords) = (false, nil)
        (matchLimit, subjectLimit, exitZero) = (nil, nil, false)
        guard hasOptions(9) else { return nil }
    }
}

extension DataSetOptions {
    fileprivate init?(ifNotGiven: Void) {
        self.init()
        (source, scratch, spool, scratchMemory, limitScratch) = ([], nil, nil, nil, nil)
        guard hasOptions(5) else { return nil }
    }
}

extension FilterOptions {
    fileprivate init?(ifNotGiven: Void) {
        self.init()
        (select, ignore) = ([], [])
        guard hasOptions(2) else { return nil }
    }
}

extension MessageOptions {
    fileprivate init?(ifNotGiven: Void) {
        self.init()
        (language, files) = (nil, [])
        guard hasOptions(2) else { return nil }
    }
}

extension ColorOptions {
    fileprivate init?(ifNotGiven: Void) {
        self.init()
        color = .auto
        guard hasOptions(1) else { return nil }
    }
}
