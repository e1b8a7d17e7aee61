// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import AssayRuleSets
import Testing

/// `Plugins/Geo`: points in areas.
@Suite(
    .enabled(if: ExampleFolder.geo.isBuildable, "SKIPPED: `make -C Plugins/Geo check` says why"))
struct GeoTests {
    private func registry() throws -> RuleRegistry {
        let registry = RuleRegistry()
        try PluginHost().load(path: try ExampleFolder.geo.path(), into: registry)
        return registry
    }

    private static let flat =
        "polygon: expected three positions or more that are not on one line"

    @Test(
        arguments: [
            ("[]", flat), ("5", "polygon, position 1: expected [longitude, latitude] in degrees"),
            ("[[0, 0]]", flat), ("[[0, 0], [1, 1]]", flat), ("[[0, 0], [1, 1], [0, 0]]", flat),
            ("[[0, 0], [1, 1], [2, 2], [0.5, 0.5]]", flat),
            ("[[7, 7], [7, 7], [7, 7], [7, 7]]", flat),
            (
                "[[0, 0], [1], [1, 1]]",
                "polygon, position 2: expected [longitude, latitude] in degrees"
            ),
            (
                "[[0, 0], [1, 0], \"x\"]",
                "polygon, position 3: expected [longitude, latitude] in degrees"
            ),
            (
                "[[0, 0], [\"1\", 0], [1, 1]]",
                "polygon, position 2: expected [longitude, latitude] in degrees"
            ),
            (
                "[[52, 181], [1, 0], [1, 1]]",
                "polygon, position 1: expected [longitude, latitude] in degrees"
            ),
            (
                "[[0, 0], [1, 90.0001], [1, 1]]",
                "polygon, position 2: expected [longitude, latitude] in degrees"
            ),
        ])
    func polygonThatIsNoneIsRejected(polygon: String, text: String) throws {
        let registry = try registry()
        let error = #expect(throws: RuleError.self) {
            try registry.bind(RuleExpressionParser.parseOne("geo.within(x, \(polygon))"))
        }
        #expect(error?.message == "geo.within: \(text)")
    }

    @Test func argumentsOfWrongTypesAreRejected() throws {
        let registry = try registry()
        for arguments in ["", "(x)", "(x, [[0, 0], [1, 0], [1, 1]], around)"] {
            #expect(throws: RuleError.self, "\(arguments)") {
                try registry.bind(RuleExpressionParser.parseOne("geo.within\(arguments)"))
            }
        }
    }

    /// What is found at a point of a triangle in the west of Greenwich.
    private static let expectations: [(longitude: Value, latitude: Value, finding: String?)] = [
        (1, "5", "kind at /field: must be a number"),
        (1, 90.5, "latitude at /field: must be from -90 to 90 degrees"),
        (1, -91, "latitude at /field: must be from -90 to 90 degrees"),
        (1, .decimal("1e999"), "latitude at /field: must be from -90 to 90 degrees"),
        ("-2", 5, "longitude at /field: must have a longitude from -180 to 180 degrees"),
        (180.5, 5, "longitude at /field: must have a longitude from -180 to 180 degrees"),
        ([1], 5, "longitude at /field: must have a longitude from -180 to 180 degrees"),
        (1, 5, "outside at /field: must be in the area, with 1 as longitude"),
        (-0.25, 5, "outside at /field: must be in the area, with -0.25 as longitude"),
        (-2, 5, nil), (.absent, 5, nil), (.null, 5, nil), (-2, .null, nil), (-2, .absent, nil),
    ]

    @Test func pointIsCheckedByTwoFields() throws {
        let registry = try registry()
        for (longitude, latitude, finding) in Self.expectations {
            let found = try findings(
                of: "geo.within(x, [[-4, 0], [-1, 5], [-4, 10]])", in: registry,
                [["field": latitude, "x": longitude]])
            #expect(
                found == [finding.map { ["geo.within.\($0)"] } ?? []], "\(longitude) \(latitude)")
        }
    }

    private enum Place { case inside, border, outside }

    /// Rings, and where points [longitude, latitude] are.
    private static let places: [(ring: String, points: [(Double, Double, Place)])] = [
        (
            "[[0, 0], [4, 0], [4, 4], [0, 4], [0, 0]]",
            [
                (2, 2, .inside), (0, 0, .border), (4, 4, .border), (2, 0, .border),
                (4, 1, .border), (0, 3, .border), (2, 4, .border), (5, 0, .outside),
                (-1, 0, .outside), (-1, 4, .outside), (5, 4, .outside), (4.000000001, 2, .outside),
                (3.999999999, 2, .inside), (3.9999999999, 2, .border), (2, -90, .outside),
            ]
        ),
        (  // clockwise, with heights
            "[[0, 0, 9], [0, 4, 9], [4, 4, 9], [4, 0, 9]]",
            [(2, 2, .inside), (0, 2, .border), (5, 2, .outside)]
        ),
        (  // rays through vertices
            "[[0, 2], [2, 0], [4, 2], [2, 4]]",
            [
                (2, 2, .inside), (1, 2, .inside), (-1, 2, .outside), (5, 2, .outside),
                (0, 2, .border), (0, 0, .outside), (0, 4, .outside), (1, 1, .border),
                (-1, 0, .outside), (-1, 4, .outside),
            ]
        ),
        (  // a roof with a notch, and level edges that rays follow
            "[[0, 0], [6, 0], [6, 3], [5, 3], [3, 1], [1, 3], [0, 3]]",
            [
                (3, 0.5, .inside), (3, 1, .border), (3, 2, .outside), (0.5, 3, .border),
                (3, 3, .outside), (-1, 3, .outside), (-1, 1, .outside), (0.5, 1, .inside),
                (5.5, 1, .inside), (1.5, 2, .inside), (2, 2, .border), (-1, 0, .outside),
            ]
        ),
        (  // crosses itself: the middle is not in it
            "[[0, 10], [6, -8], [-9, 3], [9, 3], [-6, -8]]",
            [(0, 0, .outside), (0, 8, .inside), (8, 2.5, .inside), (0, 9.9, .inside)]
        ),
        (  // decimals that no binary fraction is
            "[[0.1, 0.1], [0.7, 0.7], [0.1, 0.7], [0.1, 0.1]]",
            [
                (0.3, 0.3, .border), (0.6, 0.6, .border), (0.300000001, 0.3, .outside),
                (0.299999999, 0.3, .inside), (0.1, 0.4, .border), (0.4, 0.7, .border),
            ]
        ),
        (  // the whole world
            "[[-180, -90], [180, -90], [180, 90], [-180, 90]]",
            [(0, 0, .inside), (180, 0, .border), (-180, 90, .border), (0, -90, .border)]
        ),
        (  // positions that repeat
            "[[0, 0], [0, 0], [4, 0], [4, 4], [4, 4], [0, 4]]",
            [(2, 2, .inside), (4, 4, .border), (-1, 0, .outside), (-1, 4, .outside)]
        ),
    ]

    @Test func pointIsInsideOnTheBorderOrOutside() throws {
        let registry = try registry()
        for (ring, points) in Self.places {
            let records: [ValidationRecord] = points.map {
                ["field": .number($0.1), "x": .number($0.0)]
            }
            let closed = try findings(of: "geo.within(x, \(ring))", in: registry, records)
            let open = try findings(of: "geo.within(x, \(ring), outside)", in: registry, records)
            for (index, point) in points.enumerated() {
                #expect(closed[index].isEmpty == (point.2 != .outside), "\(ring) \(point)")
                #expect(open[index].isEmpty == (point.2 == .inside), "\(ring) \(point)")
            }
        }
    }

    @Test func declaredExamplesHold() throws { try expectExamplesToHold(try registry()) }

    @Test func messagesAreTranslated() throws {
        let codes = try registry().definition(for: "geo.within")?.codes
        #expect(
            codes?.map { $0.translations["de"] } == [
                "muss mit der geografischen Länge {degrees} in dem Gebiet liegen",
                "muss zwischen -90 und 90 Grad liegen",
                "muss eine geografische Länge zwischen -180 und 180 Grad haben",
            ])
    }
}
