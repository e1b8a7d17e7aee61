// SPDX-License-Identifier: Apache-2.0

//! The plugin `geo`: points in areas, as an example of a rule about two fields.
//!
//!     geo.within(longitude: field, polygon: list, border: inside | outside = inside)
//!
//! The value is a latitude and the other field a longitude, both in degrees (WGS 84). `polygon` is a
//! ring as GeoJSON has it (RFC 7946, 3.1.6): a list of positions [longitude, latitude], three or more,
//! in either direction; what follows the two numbers does not count, and the last position may
//! repeat the first. Edges are straight lines in longitude and latitude (RFC 7946, 3.1.1); none leads
//! across the 180th meridian. A ring that crosses itself has the area of the even-odd rule.
//!
//! Vertices and edges are the border, which belongs to the area unless `border` says otherwise.
//! Coordinates are rounded to billionths of a degree; from there on, nothing is.
//!
//! A record without a longitude is not checked: use `required` for that. A point costs a few
//! nanoseconds for each vertex.

mod ring;

use assay_plugin::abi::ASSAY_NULL;
use assay_plugin::{plugin, Arguments, Code, Definition, Example, Field, Kinds, Literal};
use assay_plugin::{Parameter, Rejection, Row, Rule, Value, Verdict};
use ring::{Place, Point, Ring};

const OUTSIDE: u32 = 0;
const LATITUDE: u32 = 1;
const LONGITUDE: u32 = 2;

struct Within {
    longitude: Field,
    ring: Ring,
    takes_border: bool,
}

impl Rule for Within {
    const DEFINITION: Definition = Definition::new("within", "A point in an area")
        .kinds(Kinds::NUMBER)
        .parameters(&[
            Parameter::field("longitude", "the field with the longitude").required(),
            Parameter::list("polygon", "positions [longitude, latitude] around the area")
                .required(),
            Parameter::choice("border", "where the border belongs to", &["inside", "outside"])
                .or(Literal::Text("inside")),
        ])
        .codes(&[
            Code::new("within.outside", "must be in the area, with {degrees} as longitude")
                .arguments(&["degrees"])
                .translations(&[(
                    "de",
                    "muss mit der geografischen Länge {degrees} in dem Gebiet liegen",
                )]),
            Code::new("within.latitude", "must be from -90 to 90 degrees")
                .translations(&[("de", "muss zwischen -90 und 90 Grad liegen")]),
            Code::new("within.longitude", "must have a longitude from -180 to 180 degrees")
                .translations(&[(
                    "de",
                    "muss eine geografische Länge zwischen -180 und 180 Grad haben",
                )]),
        ])
        .examples(&[
            Example::valid("52.5", "within(longitude, [[13, 52], [14, 52], [14, 53]])"),
            Example::invalid(LATITUDE, "91", "within(longitude, [[13, 52], [14, 52], [14, 53]])"),
        ]);

    fn new(arguments: &Arguments) -> Result<Self, Rejection> {
        Ok(Within {
            longitude: arguments.field("longitude"),
            ring: ring_of(arguments.value("polygon").ok_or("no polygon")?)?,
            takes_border: arguments.choice("border") == Some(0),
        })
    }

    fn check(&self, value: Value, row: &Row) -> Verdict {
        let Some(latitude) = billionths(value, 90.0) else { return Verdict::fail(LATITUDE) };
        let field = row.field(self.longitude).filter(|field| field.kind() != ASSAY_NULL);
        let Some(field) = field else { return Verdict::SKIP };
        let Some(longitude) = billionths(field, 180.0) else { return Verdict::fail(LONGITUDE) };
        let is_within = match self.ring.place_of(Point { longitude, latitude }) {
            Place::Inside => true,
            Place::Border => self.takes_border,
            Place::Outside => false,
        };
        if is_within {
            return Verdict::PASS;
        }
        let degrees =
            field.integer().map_or(Literal::Number(longitude as f64 / 1e9), Literal::from);
        row.fail(OUTSIDE, &[degrees])
    }
}

/// Returns the billionths of a number from `-limit` to `limit`, or nothing for another value.
fn billionths(value: Value, limit: f64) -> Option<i64> {
    let degrees = value.number()?;
    (-limit..=limit).contains(&degrees).then(|| (degrees * 1e9).round() as i64)
}

fn ring_of(polygon: Value) -> Result<Ring, Rejection> {
    let mut points = Vec::with_capacity(polygon.len());
    while let Some(position) = polygon.element(points.len()) {
        let point = point_of(position).ok_or_else(|| {
            format!(
                "polygon, position {}: expected [longitude, latitude] in degrees",
                points.len() + 1
            )
        })?;
        points.push(point);
    }
    if points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    let ring = Ring(points);
    if ring.is_flat() {
        return Err("polygon: expected three positions or more that are not on one line".into());
    }
    Ok(ring)
}

fn point_of(position: Value) -> Option<Point> {
    let longitude = billionths(position.element(0)?, 180.0)?;
    let latitude = billionths(position.element(1)?, 90.0)?;
    Some(Point { longitude, latitude })
}

plugin!("geo", "1.0.0", [Within]);
