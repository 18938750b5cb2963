#!/bin/sh
# Remove CostCurve from where install.sh put it; settings and data files stay, and so does every
# folder that was there before. With --refresh only tell the desktop what there is.
set -eu

program=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
prefix=$(CDPATH='' cd -- "$program/../.." && pwd)
share=$prefix/share
link=$prefix/bin/costcurve

refresh() {
    ! command -v update-desktop-database >/dev/null || update-desktop-database -q "$share/applications" || true
    ! command -v update-mime-database >/dev/null || update-mime-database "$share/mime" || true
    ! command -v gtk-update-icon-cache >/dev/null || gtk-update-icon-cache -q -t -f "$share/icons/hicolor" || true
}

if [ "${1-}" = --refresh ]; then
    refresh
    exit
fi
if [ ! -f "$program/installed-files" ] || [ ! -f "$program/installed-folders" ]; then
    echo "error: $program is no installation of CostCurve" >&2
    exit 2
fi
folders=$(cat "$program/installed-folders") # innermost first
while IFS= read -r file; do
    rm -f "$prefix/$file"
done <"$program/installed-files"
[ "$(readlink -- "$link")" != ../lib/costcurve/costcurve ] || rm -f "$link"
rm -rf "$program"
refresh 2>/dev/null

# Lists that the desktop made of files of which none is left.
made() {
    printf '%s\n' "$folders" | grep -qx "$1"
}
holds() {
    find "$@" -type f 2>/dev/null | grep -q .
}
if made share/mime && ! holds "$share/mime/packages"; then
    rm -rf "$share/mime"
fi
holds "$share/applications" -name "*.desktop" || rm -f "$share/applications/mimeinfo.cache"
holds "$share/icons/hicolor" -mindepth 2 || rm -f "$share/icons/hicolor/icon-theme.cache"

# Folders in which others have put something since stay, too.
while IFS= read -r folder; do
    rmdir "$prefix/${folder%.}" 2>/dev/null || true
done <<EOF
$folders
EOF
