// SPDX-License-Identifier: Apache-2.0

/// A rule that a generated record breaks.
struct BrokenRule {
    let field: SignupField
    let rule: String

    init(_ field: SignupField, _ rule: String) {
        self.field = field
        self.rule = rule
    }
}

/// What a validator has to find in the generated file.
struct Truth {
    var records = 0
    var bytes = 0
    var invalid = 0
    var errors = 0
    private var perRule: [String: Int] = [:]
    private var perField: [String: Int] = [:]

    /// Counts one record with the rules that it breaks.
    mutating func count(_ broken: [BrokenRule], format: OutputFormat) {
        records += 1
        invalid += broken.isEmpty ? 0 : 1
        errors += broken.count
        for one in broken {
            let (path, rule) = format.reported(one)
            perRule[rule, default: 0] += 1
            perField[path + "." + rule, default: 0] += 1
        }
    }

    /// The counts as JSON, a number a line, so that a shell script can read them.
    func json(_ options: Options) -> String {
        """
        {
          "records": \(records),
          "bytes": \(bytes),
          "invalid": \(invalid),
          "errors": \(errors),
          "seed": \(options.seed),
          "format": "\(options.format.rawValue)",
          "perRule": {
        \(lines(perRule))
          },
          "perField": {
        \(lines(perField))
          }
        }

        """
    }

    private func lines(_ counts: [String: Int]) -> String {
        counts.sorted { $0.key < $1.key }.map { "    \"\($0.key)\": \($0.value)" }
            .joined(separator: ",\n")
    }
}
