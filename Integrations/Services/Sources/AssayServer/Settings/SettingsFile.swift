// SPDX-License-Identifier: Apache-2.0
import Assay
package import Configuration
import Foundation
import SystemPackage

extension ServerSettings {
    /// The settings in the JSON file that `--config` names.
    ///
    /// - Parameter path: The file: an object with a member for each setting.
    /// - Returns: The settings by their keys, each with the type that it has in the file.
    /// - Throws: `Invalid` for a file that cannot be read, is no JSON object or has members that are no
    ///   settings.
    package static func file(_ path: String) throws(Invalid) -> any ConfigProvider {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        for (key, value) in try object(in: path).members {
            guard keys.contains(where: { $0.key == key && key != "config" }) else {
                throw Invalid(
                    description: "config '\(path)' has the member '\(key)', which is not a setting"
                        + "\(hint(for: key)); --help lists them")
            }
            values[AbsoluteConfigKey([key])] = ConfigValue(content(of: value), isSecret: false)
        }
        return InMemoryProvider(name: path, values: values)
    }

    private static func object(in path: String) throws(Invalid) -> Value.Object {
        let text: String
        do {
            text = try contents(of: path)
        } catch {
            throw Invalid(
                description:
                    "config is '\(path)', which cannot be read: \(error); name a JSON file "
                    + "of settings")
        }
        do throws(JSONError) {
            if case .object(let object) = try Value(json: text) { return object }
        } catch {
            let lines = text.utf8.prefix(error.offset)
                .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            throw Invalid(
                description:
                    "config '\(path)' is not JSON: \(error), which is in line \(lines.count); "
                    + #"write an object, such as {"port": 8080}"#)
        }
        throw Invalid(
            description: "config '\(path)' has no JSON object; "
                + #"write one with a member for each setting, such as {"port": 8080}"#)
    }

    private static func contents(of path: String) throws -> String {
        let file = try FileDescriptor.open(FilePath(path), .readOnly)
        return try file.closeAfter {
            guard
                let bytes = try FileHandle(fileDescriptor: file.rawValue).readToEnd()
            else { return "" }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// A value with its type; what is no setting whatever its key is, is its JSON text in bytes.
    private static func content(of value: Value) -> ConfigContent {
        switch value {
        case .string(let text): return .string(text)
        case .bool(let flag): return .bool(flag)
        case .integer(let number): return .int(Int(number))
        case .number(let number): return .double(number)
        case .decimal(let text):
            if let number = Double(text) { return .double(number) }
        case .array(let elements):
            let texts = elements.compactMap { element in
                if case .string(let text) = element { text } else { nil }
            }
            if texts.count == elements.count { return .stringArray(texts) }
        default: break
        }
        return .bytes(Array(value.json.utf8))
    }
}
