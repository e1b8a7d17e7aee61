// SPDX-License-Identifier: Apache-2.0
import Foundation
import PluginWorkshop

/// A list of `CRules/codes.txt`, which the tables of codes are written from.
struct CodeList {
    let name: String
    let date: String
    var current: [String] = []
    /// The withdrawn codes with the dates of their withdrawal, empty where the source has none.
    var withdrawn: [String: String] = [:]

    /// Every list of the file, in its order.
    static let all: [CodeList] = {
        let path = Repository.path("CRules/codes.txt")
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
        var lists: [CodeList] = []
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(separator: " ").map(String.init)
            if line.hasPrefix("[") {
                lists.append(
                    CodeList(name: String(words[0].dropFirst().dropLast()), date: words[1]))
            } else if line.hasPrefix("- ") {
                for word in words.dropFirst() {
                    let parts = word.split(separator: "=").map(String.init)
                    lists[lists.count - 1].withdrawn[parts[0]] = parts.count > 1 ? parts[1] : ""
                }
            } else {
                lists[lists.count - 1].current += words
            }
        }
        return lists
    }()

    static func named(_ name: String) -> CodeList? { all.first { $0.name == name } }
}
