"""From latitude and longitude to a place on the board: conic equidistant, fitted to a frame."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import atan2, copysign, cos, degrees, hypot, radians, sin

from branchline.mapgame.board import City

MARGIN = 42.0  # from the frame to the outermost cities
SQUEEZE = 1.25  # how much one direction may be stretched against the other to fill the frame


@dataclass(frozen=True, slots=True)
class Cone:
    """The bare projection: `bend` 0 is the flat case, for regions around the equator."""

    bend: float
    apex: float
    middle: float
    meridian: float

    def project(self, latitude: float, longitude: float) -> tuple[float, float]:
        """East and south of the middle, in radians."""
        phi, turn = radians(latitude), radians(longitude - self.meridian)
        if not self.bend:
            return turn * cos(self.middle), self.middle - phi
        rho = self.apex - phi
        return rho * sin(self.bend * turn), rho * cos(self.bend * turn) - (self.apex - self.middle)

    def back(self, east: float, south: float) -> tuple[float, float]:
        """Latitude and longitude of a place."""
        if not self.bend:
            return degrees(self.middle - south), self.meridian + degrees(east / cos(self.middle))
        sign, down = copysign(1.0, self.bend), south + self.apex - self.middle
        turn = atan2(sign * east, sign * down) / self.bend
        return degrees(self.apex - sign * hypot(east, down)), self.meridian + degrees(turn)


@dataclass(frozen=True, slots=True)
class Projection:
    """A cone and its fit to the frame; use it for whatever lies on the board, cities and coasts alike."""

    cone: Cone
    x: float
    y: float
    across: float
    down: float

    def __call__(self, latitude: float, longitude: float) -> tuple[float, float]:
        """Place on the board."""
        east, south = self.cone.project(latitude, longitude)
        return self.x + east * self.across, self.y + south * self.down

    def back(self, x: float, y: float) -> tuple[float, float]:
        """Latitude and longitude of a place on the board."""
        return self.cone.back((x - self.x) / self.across, (y - self.y) / self.down)


def cone(cities: Iterable[City]) -> Cone:
    """The cone that cuts the region at a sixth of its height from both ends."""
    latitudes = [city.latitude for city in cities]
    longitudes = [city.longitude for city in cities]
    south, north = radians(min(latitudes)), radians(max(latitudes))
    middle, meridian = (south + north) / 2, (min(longitudes) + max(longitudes)) / 2
    lower, upper = south + (north - south) / 6, north - (north - south) / 6
    bend = (cos(lower) - cos(upper)) / (upper - lower) if upper > lower else 0.0
    if abs(bend) < 0.05:
        return Cone(0.0, 0.0, middle, meridian)
    return Cone(bend, cos(lower) / bend + lower, middle, meridian)


def fit(cities: tuple[City, ...], width: float, height: float) -> Projection:
    """The projection that fills the frame with the cities, one way stretched by at most `SQUEEZE`."""
    shape = cone(cities)
    points = [shape.project(city.latitude, city.longitude) for city in cities]
    west, east = min(x for x, _ in points), max(x for x, _ in points)
    north, south = min(y for _, y in points), max(y for _, y in points)
    across = (width - 2 * MARGIN) / max(east - west, 1e-6)
    down = (height - 2 * MARGIN) / max(south - north, 1e-6)
    across, down = min(across, down * SQUEEZE), min(down, across * SQUEEZE)
    x = width / 2 - across * (east + west) / 2
    y = height / 2 - down * (north + south) / 2
    return Projection(shape, x, y, across, down)
