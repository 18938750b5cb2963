"""Info.plist of CostCurve.app: what the Finder knows of the program and the files it opens."""

from __future__ import annotations

from typing import Any

IDENTIFIER = "org.costcurve.CostCurve"
OLDEST_SYSTEM = "13.0"  # of Qt 6.11
PARQUET = "org.apache.parquet"
PROJECT = f"{IDENTIFIER}.project"
DOCUMENTS = {
    "Comma-separated values": "public.comma-separated-values-text",
    "Tab-separated values": "public.tab-separated-values-text",
    "Parquet table": PARQUET,
    "Excel workbook": "org.openxmlformats.spreadsheetml.sheet",
}


def info_plist(version: str) -> dict[str, Any]:
    """Return the entries beside those that PyInstaller writes itself."""
    return {
        "CFBundleIdentifier": IDENTIFIER,
        "CFBundleName": "CostCurve",
        "CFBundleDisplayName": "CostCurve",
        "CFBundleShortVersionString": version,
        "CFBundleVersion": version,
        "CFBundleDocumentTypes": [
            *(_document(name, kind) for name, kind in DOCUMENTS.items()),
            _project(),
        ],
        "UTImportedTypeDeclarations": [_parquet()],
        "UTExportedTypeDeclarations": [_project_kind()],
        "LSApplicationCategoryType": "public.app-category.developer-tools",
        "LSMinimumSystemVersion": OLDEST_SYSTEM,
        "NSHighResolutionCapable": True,
        "NSHumanReadableCopyright": "The CostCurve authors. BSD 3-Clause licence.",
        "NSPrincipalClass": "NSApplication",
        "NSRequiresAquaSystemAppearance": False,  # follows the dark theme
    }


def _document(name: str, kind: str) -> dict[str, Any]:
    """Return one kind of file, offered under Open With and never made the program's own."""
    return {
        "CFBundleTypeName": name,
        "CFBundleTypeRole": "Viewer",
        "LSHandlerRank": "Alternate",
        "LSItemContentTypes": [kind],
    }


def _project() -> dict[str, Any]:
    """Return the program's own kind of file, which a double-click opens with it."""
    return {
        "CFBundleTypeName": "CostCurve project",
        "CFBundleTypeRole": "Editor",
        "LSHandlerRank": "Owner",
        "LSItemContentTypes": [PROJECT],
    }


def _project_kind() -> dict[str, Any]:
    """Declare it; it is JSON, so that editors of text are offered as well."""
    return {
        "UTTypeIdentifier": PROJECT,
        "UTTypeDescription": "CostCurve project",
        "UTTypeConformsTo": ["public.json"],
        "UTTypeTagSpecification": {"public.filename-extension": ["ccproj"]},
    }


def _parquet() -> dict[str, Any]:
    """Declare the kind that macOS does not know by itself."""
    return {
        "UTTypeIdentifier": PARQUET,
        "UTTypeDescription": "Parquet table",
        "UTTypeConformsTo": ["public.data"],
        "UTTypeTagSpecification": {"public.filename-extension": ["parquet"]},
    }
