"""QR codes, drawn here: no request leaves for them."""

import segno


def qr_svg(text: str) -> str:
    """Return the QR code of `text` as an SVG element of the class `qr`: black on white in both themes, for cameras."""
    code = segno.make(text, error="m", micro=False)
    drawn: str = code.svg_inline(border=4, omitsize=True, dark="#000", light="#fff", svgclass="qr", lineclass=None)
    return drawn
