"""Our own symbol for every card colour, 10 by 10 around the origin, and the colours themselves."""

SYMBOLS = {
    "red": "M0 4.5C-2.9 2.3-4.6.6-4.6-1.5-4.6-3-3.5-4-2.2-4-1.3-4-.5-3.5 0-2.7.5-3.5 1.3-4 2.2-4"
    " 3.5-4 4.6-3 4.6-1.5 4.6.6 2.9 2.3 0 4.5Z",
    "orange": "M-4.5-4.5H-.8V-.8H-4.5ZM.8-4.5H4.5V-.8H.8ZM-4.5.8H-.8V4.5H-4.5ZM.8.8H4.5V4.5H.8Z",
    "yellow": "M0-5 1.2-1.7 4.8-1.5 2 .6 2.9 4 0 2.1-2.9 4-2 .6-4.8-1.5-1.2-1.7Z",
    "green": "M0-5.2 3.3-1.3H1.9L4.7 2.9H1.1V5H-1.1V2.9H-4.7L-1.9-1.3H-3.3Z",
    "blue": "M0-5C1.6-2.4 3.6-.6 3.6 1.6A3.6 3.4 0 0 1-3.6 1.6C-3.6-.6-1.6-2.4 0-5Z",
    "purple": "M1.7-4.7A4.7 4.7 0 1 0 4.5 2.4 4 4 0 0 1 1.7-4.7Z",
    "white": "M-1-4.9H1V-1.8L3.7-3.4 4.7-1.7 2 0 4.7 1.7 3.7 3.4 1 1.8V4.9H-1V1.8L-3.7 3.4-4.7 1.7-2 0"
    "-4.7-1.7-3.7-3.4-1-1.8Z",
    "black": "M0-4.6A4.6 4.6 0 1 1 0 4.6 4.6 4.6 0 1 1 0-4.6ZM0-2.1A2.1 2.1 0 1 0 0 2.1 2.1 2.1 0 1 0 0-2.1Z",
    "grey": "M-3.4-.9H3.4V.9H-3.4Z",
    "locomotive": "M-1.2-5.2H1.2V-4.2H2C3.3-4.2 4-3.3 4-2.2V2.2C4 2.9 3.5 3.4 2.8 3.4L4 5H2.5L1.5 3.6H-1.5"
    "L-2.5 5H-4L-2.8 3.4C-3.5 3.4-4 2.9-4 2.2V-2.2C-4-3.3-3.3-4.2-2-4.2H-1.2ZM-2.5-2.6V-.4H2.5V-2.6Z"
    "M-1.9.8A.85.85 0 1 0-1.9 2.5.85.85 0 1 0-1.9.8ZM1.9.8A.85.85 0 1 0 1.9 2.5.85.85 0 1 0 1.9.8Z",
}

DARK = "#1a232c"
FILLS = {  # of the card or space, and of the symbol on it
    "red": ("#bd1a1f", "#fff"),
    "orange": ("#e5843f", DARK),
    "yellow": ("#fbd944", DARK),
    "green": ("#0a725b", "#fff"),
    "blue": ("#3a96ea", "#0d1720"),
    "purple": ("#6f33a8", "#fff"),
    "white": ("#fbfaf6", DARK),
    "black": (DARK, "#fff"),
    "grey": ("#a0a4a8", DARK),
    "locomotive": ("#26333d", "#fff"),
}

LIGHT_THEME = {
    "ground": "#f7f4ed",
    "home": "#f7f4ed",
    "other": "#eae7df",
    "sea": "#c9dde5",
    "shore-1": "#d2e3ea",
    "shore-2": "#dbe9ee",
    "shore-3": "#e6f0f3",
    "coast": "#86a3af",
    "border": "#b3ab98",
    "lake": "#cfe1e8",
    "ink": "#14212b",
    "muted": "#4f606b",
    "halo": "#f8f6f0",
    "city": "#fff",
    "edge": "#14212b",
    "edge-opacity": ".75",
    "black-edge": "#14212b",
    "black-edge-width": "1",
    "rail": "#7d8a90",
    "bed": "#36414a",
    "lining": "#a3abae",
    "portal": "#36414a",
    "band": "#f2f8fa",
    "wave": "#3c7d97",
    "grid": "#e6e1d4",
    "festival": "#ea3d72",
}
DARK_THEME = {
    "ground": "#26363f",
    "home": "#26363f",
    "other": "#1c2a33",
    "sea": "#0c1a25",
    "shore-1": "#0f202d",
    "shore-2": "#122635",
    "shore-3": "#172e3f",
    "coast": "#4d6a7a",
    "border": "#566771",
    "lake": "#13283a",
    "ink": "#f1f5f6",
    "muted": "#a9b9c2",
    "halo": "#15232d",
    "city": "#f4f7f8",
    "edge": "#0a141c",
    "edge-opacity": ".9",
    "black-edge": "#a9b8c1",
    "black-edge-width": "1.6",
    "rail": "#71828c",
    "bed": "#070d12",
    "lining": "#6f7e88",
    "portal": "#9aaab4",
    "band": "#1e4258",
    "wave": "#7fb9d2",
    "grid": "#31434d",
    "festival": "#f2487c",
}


def variables(theme: dict[str, str]) -> str:
    """A theme as CSS variables."""
    return "".join(f"--{name}:{value};" for name, value in theme.items())
