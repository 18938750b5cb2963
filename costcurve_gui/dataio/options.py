"""How a file is to be read, and how that is said."""

from __future__ import annotations

from dataclasses import dataclass

_SEPARATOR_NAMES = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar", " ": "space"}
_ENCODING_NAMES = {
    "utf-8": "UTF-8",
    "utf-8-sig": "UTF-8",
    "utf-16": "UTF-16",
    "utf-16-le": "UTF-16",
    "utf-16-be": "UTF-16",
    "utf-32": "UTF-32",
    "cp1252": "Windows-1252",
    "latin-1": "Latin-1",
}


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """Reading options as chosen; None is found in the file. `sheet` belongs to Excel files."""

    separator: str | None = None
    decimal: str | None = None
    encoding: str | None = None
    quote: str | None = None
    sheet: str | None = None
    header: bool = True


@dataclass(frozen=True, slots=True)
class Dialect:
    """How delimited text is written. `skip` lines, `comments` among them, precede the header."""

    separator: str = ","
    decimal: str = "."
    encoding: str = "utf-8"
    quote: str = '"'
    header: bool = True
    skip: int = 0
    comments: int = 0
    gzipped: bool = False

    @property
    def described(self) -> str:
        """The dialect in words: `comma, decimal point, UTF-8`."""
        separator = _SEPARATOR_NAMES.get(self.separator, f'"{self.separator}"')
        decimal = "decimal point" if self.decimal == "." else "decimal comma"
        encoding = _ENCODING_NAMES.get(self.encoding, self.encoding)
        packed = ", gzip" if self.gzipped else ""
        return f"{separator}, {decimal}, {encoding}{packed}"

    @property
    def options(self) -> ReadOptions:
        """The reading options that give this dialect."""
        return ReadOptions(
            separator=self.separator,
            decimal=self.decimal,
            encoding=self.encoding,
            quote=self.quote,
            header=self.header,
        )
