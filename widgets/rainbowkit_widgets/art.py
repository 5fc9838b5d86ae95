"""The pictures on the cards: symbols as SVG paths on a field of 100 by 100, and the colours' symbols.

Whoever does not see colour tells the cards by symbol and letter. They are our own drawings.
"""

from __future__ import annotations

from rainbowkit_widgets.scene import Face

COLOUR_SYMBOLS = {
    "red": "heart",
    "orange": "flame",
    "yellow": "star",
    "green": "leaf",
    "teal": "drop",
    "blue": "wave",
    "purple": "moon",
}

SYMBOLS = {
    "heart": "M50 88C20 63 8 47 8 31 8 17 19 9 30 9c9 0 16 5 20 13 4-8 11-13 20-13 11 0 22 8 22 22 0 16-12 32-42 57z",
    "flame": "M54 5c4 21 27 32 27 58 0 18-13 32-31 32S19 81 19 63c0-13 7-21 13-31 2 9 5 13 10 15C38 31 44 17 54 5z",
    "star": "M50 5l12 33 35 1-28 21 10 34-29-20-29 20 10-34L3 39l35-1z",
    "leaf": "M89 9C41 7 12 29 13 63c0 6 2 12 4 17l-9 11 6 5 10-10C63 97 93 61 89 9zM29 76c9-20 23-34 41-46-13 16-27 30-36 48z",
    "drop": "M50 5c10 23 33 41 33 62 0 17-15 28-33 28S17 84 17 67C17 46 40 28 50 5z",
    "wave": "M4 30q11.5-20 23 0t23 0 23 0 23 0v16q-11.5 20-23 0t-23 0-23 0-23 0zM4 60q11.5-20 23 0t23 0 23 0 23 0v16"
    "q-11.5 20-23 0t-23 0-23 0-23 0z",
    "moon": "M60 7a44 44 0 1 0 33 62A37 37 0 1 1 60 7z",
    "rainbow": "M4 80a46 46 0 0 1 92 0H83a33 33 0 0 0-66 0zM24 80a26 26 0 0 1 52 0H64a14 14 0 0 0-28 0z",
    "cloud": "M27 80a20 20 0 0 1-1-40 26 26 0 0 1 50-6 23 23 0 0 1-2 46z",
    "sun": "M50 29a21 21 0 1 0 .1 0zM46 3h8v17h-8zM46 80h8v17h-8zM3 46h17v8H3zM80 46h17v8H80zM14 20l6-6 12 12-6 6zM80 14l6 6-12 "
    "12-6-6zM86 80l-6 6-12-12 6-6zM20 86l-6-6 12-12 6 6z",
    "rain": "M29 57a17 17 0 0 1-1-34 23 23 0 0 1 44-5 20 20 0 0 1-1 39zM27 65h9l-8 25h-9zM48 65h9l-8 25h-9zM69 65h9l-8 25h-9z",
    "prism": "M50 8l46 82H4zM50 33L25 78h50z",
    "kobito": "M50 3l29 47H21zM25 56h50c0 19-10 36-25 41-15-5-25-22-25-41zM38 64a5 5 0 1 0 .1 0zM62 64a5 5 0 1 0 .1 0z",
    "replace": "M13 44a37 37 0 0 1 65-20l9-10 4 34-33-6 10-8a24 24 0 0 0-41 12zM87 56a37 37 0 0 1-65 20l-9 10-4-34 33 6-10 8a24 24 "
    "0 0 0 41-12z",
    "gold": "M17 42h66c11 20 4 52-18 54H35C13 94 6 62 17 42zM11 28h78v9H11zM27 23a11 11 0 0 1 22 0zM51 23a11 11 0 0 1 22 0z",
}


def colour_face(colour: str, letter: str, big: str = "") -> Face:
    """The face of a card of this colour."""
    return Face(colour, COLOUR_SYMBOLS[colour], letter, big)
