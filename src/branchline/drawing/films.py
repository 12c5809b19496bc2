"""Pictures that move, by SVG's own animation: what appears when, and the words below."""


def shown_from(mark: str, begin: float, end: float | None) -> str:
    """A mark that appears after so many seconds, and may go again."""
    if not begin and end is None:
        return mark
    leave = "" if end is None else f'<set attributeName="visibility" to="hidden" begin="{end:g}s"/>'
    come = f'<set attributeName="visibility" to="visible" begin="{begin:g}s"/>'
    return f'<g visibility="hidden">{come}{leave}{mark}</g>'


def caption(words: str, begin: float, seconds: float | None) -> str:
    """Words for so many seconds; for ever if no number is given."""
    end = None if seconds is None else begin + seconds
    text = f'<text x="0" y="14" font-size="15" font-weight="600">{words}</text>'
    return shown_from(text, begin or 0.001, end)


def closing(svg: str, seconds: float) -> str:
    """Say how long it all takes, for programs that ask."""
    return svg.replace("<svg ", f'<svg data-seconds="{seconds:g}" ', 1)
