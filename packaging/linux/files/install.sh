#!/bin/sh
# Install CostCurve for this user: ./install.sh [--prefix FOLDER]; default ~/.local, no root needed.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
prefix=$HOME/.local
case "${1-}" in
"") ;;
--prefix)
    prefix=${2:?"--prefix needs a folder"}
    mkdir -p -- "$prefix"
    prefix=$(CDPATH='' cd -- "$prefix" && pwd)
    ;;
*)
    echo "usage: $0 [--prefix FOLDER]" >&2
    exit 2
    ;;
esac


# Libraries that neither the system nor the program itself has.
missing=$(find "$here/lib/costcurve" -type f -name '*.so*' -exec ldd {} + 2>/dev/null |
    sed -n 's/^[[:space:]]*\([^ ]*\) => not found$/\1/p' | sort -u |
    while IFS= read -r library; do
        [ -n "$(find "$here/lib/costcurve" -name "$library")" ] || echo "$library"
    done)
if [ -n "$missing" ]; then
    echo "error: this system misses:" >&2
    echo "$missing" >&2
    echo "Install its packages that have these libraries, then start this again." >&2
    exit 1
fi

# What an older version had and this one has not goes.
[ ! -x "$prefix/lib/costcurve/uninstall.sh" ] || "$prefix/lib/costcurve/uninstall.sh"

mkdir -p "$prefix/lib" "$prefix/bin"
cp -R "$here/lib/costcurve" "$prefix/lib/"
cp "$here/uninstall.sh" "$prefix/lib/costcurve/"
ln -sf ../lib/costcurve/costcurve "$prefix/bin/costcurve"
(cd "$here/share" && find . -type f) | while IFS= read -r file; do
    mkdir -p "$prefix/share/$(dirname "$file")"
    cp "$here/share/$file" "$prefix/share/$file"
    echo "share/${file#./}" >>"$prefix/lib/costcurve/installed-files"
done

# A desktop need not have the folder of programs on its path.
entry=$prefix/share/applications/org.costcurve.CostCurve.desktop
sed -e "s|^Exec=costcurve|Exec=\"$prefix/bin/costcurve\"|" \
    -e "s|^TryExec=.*|TryExec=$prefix/bin/costcurve|" \
    "$here/share/applications/org.costcurve.CostCurve.desktop" >"$entry"

"$prefix/lib/costcurve/uninstall.sh" --refresh
echo "Installed. Start CostCurve from the menu, or as $prefix/bin/costcurve"
