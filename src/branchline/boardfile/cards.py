"""The train cards: eight colours and the locomotive."""

COLOURS = ("purple", "white", "blue", "yellow", "orange", "black", "red", "green")
LOCOMOTIVE = "locomotive"
CARDS = (*COLOURS, LOCOMOTIVE)
