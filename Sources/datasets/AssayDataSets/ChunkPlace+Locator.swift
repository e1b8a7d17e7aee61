// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) package import AssayRecords

extension ChunkPlace {
    /// Takes the place of a chunk of an input that was parsed.
    ///
    /// - Parameters:
    ///   - locator: The locator of the chunk.
    ///   - rows: The number of its records that count.
    ///   - input: The index of the input.
    package init(of locator: ChunkLocator, rows: Int, input: Int) {
        let shifts = locator.lineShifts(ofFirst: rows)
        self.init(
            input: input, recordsBefore: locator.recordsBefore,
            linesBefore: shifts == nil ? nil : locator.linesBefore,
            lineShifts: (shifts ?? []).map {
                LineShift(
                    row: UInt32(truncatingIfNeeded: $0.row),
                    extraLines: Int32(truncatingIfNeeded: $0.extraLines))
            })
    }
}
