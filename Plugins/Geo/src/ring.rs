// SPDX-License-Identifier: Apache-2.0

//! A ring of positions, and where a point lies. Coordinates are integers, so that nothing is rounded
//! here: a point is on the border or it is not.

/// Billionths of a degree, a tenth of a millimetre at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Point {
    pub longitude: i64,
    pub latitude: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Inside,
    Border,
    Outside,
}

/// A closed ring of points: the first point follows the last.
pub struct Ring(pub Vec<Point>);

impl Ring {
    pub fn edges(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        self.0.iter().copied().zip(self.0.iter().copied().cycle().skip(1))
    }

    /// All points are on one line.
    pub fn is_flat(&self) -> bool {
        let Some(&first) = self.0.first() else { return true };
        self.edges().all(|(from, to)| side(from, to, first) == 0)
    }

    /// Returns the place of a point by the even-odd rule: a ray to the east crosses the edges. An
    /// edge has its southern end and not its northern one, so that a ray through a vertex crosses
    /// two edges or none, or one where it really goes through.
    pub fn place_of(&self, point: Point) -> Place {
        let mut is_inside = false;
        for (from, to) in self.edges() {
            let side = side(from, to, point);
            if side == 0 && is_between(from, to, point) {
                return Place::Border;
            }
            let is_upward = from.latitude <= point.latitude && point.latitude < to.latitude;
            let is_downward = to.latitude <= point.latitude && point.latitude < from.latitude;
            if (is_upward && side > 0) || (is_downward && side < 0) {
                is_inside = !is_inside;
            }
        }
        if is_inside {
            Place::Inside
        } else {
            Place::Outside
        }
    }
}

/// Returns a number above 0 if the point is on the left of the way from one point to another, and 0
/// if it is on their line. The products have at most 79 bits.
fn side(from: Point, to: Point, point: Point) -> i128 {
    let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
    product(to.longitude - from.longitude, point.latitude - from.latitude)
        - product(to.latitude - from.latitude, point.longitude - from.longitude)
}

/// Returns `true` if a point on the line of two others is between them.
fn is_between(from: Point, to: Point, point: Point) -> bool {
    let has = |a: i64, b: i64, between: i64| a.min(b) <= between && between <= a.max(b);
    has(from.longitude, to.longitude, point.longitude)
        && has(from.latitude, to.latitude, point.latitude)
}
