#!/bin/sh
# Remove CostCurve from where install.sh put it; settings and data files stay.
# With --refresh only tell the desktop what there is.
set -eu

program=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
prefix=$(CDPATH='' cd -- "$program/../.." && pwd)

refresh() {
    ! command -v update-desktop-database >/dev/null || update-desktop-database -q "$prefix/share/applications" || true
    ! command -v update-mime-database >/dev/null || update-mime-database "$prefix/share/mime" || true
    ! command -v gtk-update-icon-cache >/dev/null || gtk-update-icon-cache -q -t -f "$prefix/share/icons/hicolor" || true
}

if [ "${1-}" = --refresh ]; then
    refresh
    exit
fi
[ -f "$program/installed-files" ] || {
    echo "error: $program is no installation of CostCurve" >&2
    exit 2
}
while IFS= read -r file; do
    rm -f "$prefix/$file"
    (cd "$prefix" && rmdir -p --ignore-fail-on-non-empty "$(dirname "$file")" 2>/dev/null) || true
done <"$program/installed-files"
rm -f "$prefix/bin/costcurve"
rm -rf "$program"
refresh 2>/dev/null
# Lists that the desktop made of files of which none is left.
share=$prefix/share
[ -d "$share/mime/packages" ] || rm -rf "$share/mime"
find "$share/applications" -name "*.desktop" 2>/dev/null | grep -q . || rm -f "$share/applications/mimeinfo.cache"
find "$share/icons/hicolor" -mindepth 2 -type f 2>/dev/null | grep -q . || rm -f "$share/icons/hicolor/icon-theme.cache"
for folder in share/applications share/icons/hicolor share/icons share bin lib; do
    rmdir "$prefix/$folder" 2>/dev/null || true
done
