// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import Testing

/// Arguments of a rule as `create` receives them from the host, with the memory they point to.
final class Arguments {
    private var buffers: [UnsafeMutableRawPointer] = []
    private(set) var values: [assay_value] = []

    init(_ expression: Expression, for rule: RuleTable.RulePointer) throws {
        let parameters = RuleTable.parameters(rule)
        values = try parameters.map { try standard($0) }
        for (position, argument) in expression.arguments.enumerated() {
            let named = parameters.firstIndex { RuleTable.text($0.name) == argument.name }
            let index = try #require(argument.name == nil ? position : named)
            values[index] = try value(argument.value, for: parameters[index])
        }
    }

    deinit { buffers.forEach { $0.deallocate() } }

    private func standard(_ parameter: assay_parameter) throws -> assay_value {
        guard parameter.type == ASSAY_PARAM_CHOICE, parameter.default_value.kind == ASSAY_STR else {
            return parameter.default_value
        }
        let name = assay_str(
            ptr: parameter.default_value.as.ptr, len: parameter.default_value.len)
        return try choice(RuleTable.text(name), of: parameter)
    }

    private func choice(_ name: String, of parameter: assay_parameter) throws -> assay_value {
        let index = try #require(RuleTable.choices(parameter).firstIndex(of: name))
        return integer(Int64(index))
    }

    private func value(
        _ argument: Expression.Argument, for parameter: assay_parameter
    ) throws -> assay_value {
        switch (parameter.type, argument) {
        case (ASSAY_PARAM_CHOICE, .word(let name)): return try choice(name, of: parameter)
        case (ASSAY_PARAM_LIST, .list): return literal(argument)
        case (ASSAY_PARAM_LIST, _): return literal(.list([argument]))
        default: return literal(argument)
        }
    }

    private func literal(_ argument: Expression.Argument) -> assay_value {
        var value = assay_value()
        switch argument {
        case .integer(let number): return integer(number)
        case .word(let word):
            value.kind = ASSAY_BOOL
            value.as.i64 = word == "true" ? 1 : 0
        case .string(let string):
            value.kind = ASSAY_STR
            value.as.ptr = copy(Array(string.utf8))
            value.len = UInt64(string.utf8.count)
        case .list(let items):
            value.kind = ASSAY_ARRAY
            value.as.items = copy(items.map { literal($0) })
            value.len = UInt64(items.count)
        }
        return value
    }

    private func integer(_ number: Int64) -> assay_value {
        var value = assay_value()
        value.kind = ASSAY_I64
        value.as.i64 = number
        return value
    }

    private func copy<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
        let buffer = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
        buffer.initialize(from: elements, count: elements.count)
        buffers.append(UnsafeMutableRawPointer(buffer))
        return UnsafePointer(buffer)
    }
}
