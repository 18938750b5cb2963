#!/bin/sh
# Install CostCurve: ./install.sh [--prefix FOLDER]; default ~/.local, for this user, without root.
# /usr/local, as root, is for everyone.
set -eu
umask 022 # others may run what root installs

fail() {
    printf 'error: %s\n' "$@" >&2
    exit 1
}

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
case "${1-}" in
"") prefix=$HOME/.local ;;
--prefix) prefix=${2:?"--prefix needs a folder"} ;;
*)
    echo "usage: $0 [--prefix FOLDER]" >&2
    exit 2
    ;;
esac

# The whole name of the folder, whose last parts need not be there yet.
case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac
there=$prefix
rest=
while [ ! -d "$there" ]; do
    rest=/$(basename -- "$there")$rest
    there=$(dirname -- "$there")
done
real=$(CDPATH='' cd -P -- "$there" && pwd -P)
there=$(CDPATH='' cd -- "$there" && pwd)
real=${real%/}$rest
prefix=${there%/}$rest
program=$prefix/lib/costcurve
link=$prefix/bin/costcurve

# Nothing is written before all of this holds.
case $prefix in
*[\"\`\$\\%]* | *"
"*) fail "a desktop cannot start programs in $prefix: its name has one of \" \` \$ \\ %" ;;
esac
case $rest/ in
*/../*) fail "name the folder without .." ;;
esac
case "$real/" in
"$here"/*) fail "$prefix is where this was unpacked; name another folder" ;;
esac
case "$here/" in
"$real/lib/costcurve"/*) fail "this was unpacked in $program; move it elsewhere" ;;
esac
if [ ! -f "$program/installed-files" ]; then
    if [ -e "$program" ] || [ -L "$program" ]; then
        fail "$program is there and not of this script; nothing was installed"
    fi
fi
if [ -e "$link" ] || [ -L "$link" ]; then
    [ "$(readlink -- "$link")" = ../lib/costcurve/costcurve ] ||
        fail "$link is there and not of this script; nothing was installed"
fi

# Libraries that neither the system nor the program itself has, of the files that find selects.
absent() {
    find "$here/lib/costcurve" -type f -name '*.so*' "$@" -exec ldd {} + 2>/dev/null |
        sed -n 's/^[[:space:]]*\([^ ]*\) => not found$/\1/p' | sort -u |
        while IFS= read -r library; do
            [ -n "$(find "$here/lib/costcurve" -name "$library")" ] || echo "$library"
        done
}
set -- '(' -path '*/platforms/libqxcb*' -o -path '*/platforms/libqwayland*' -o -path '*/plugins/wayland-*' \
    -o -name 'libQt6XcbQpa*' -o -name 'libQt6Wayland*' ')'
missing=$(absent ! "$@")
of_window=$(absent "$@")
if [ -n "$of_window" ]; then
    echo "warning: this system misses libraries of a window under X11 or Wayland:" >&2
    echo "$of_window" >&2
    echo "costcurve report works without them; for the window install packages that have them." >&2
fi
if [ -n "$missing" ]; then
    echo "error: this system misses:" >&2
    echo "$missing" >&2
    echo "Install its packages that have these libraries, then start this again." >&2
    exit 1
fi

# What an older version had and this one has not goes.
[ ! -x "$program/uninstall.sh" ] || "$program/uninstall.sh"

# Make a folder below the prefix, and note those that were not there, innermost first.
made=
make_folder() {
    [ ! -d "$prefix/$1" ] || return 0
    if [ "$1" = . ]; then
        mkdir -p -- "$prefix"
    else
        make_folder "$(dirname -- "$1")"
        mkdir -- "$prefix/$1"
    fi
    made="$1
$made"
}
make_folder lib/costcurve
make_folder bin
while IFS= read -r folder; do
    make_folder "$folder"
done <<EOF
$(cd "$here" && find share -type d)
EOF

# The lists come first: what was begun can then be removed.
(cd "$here" && find share -type f) >"$program/installed-files"
printf '%s' "$made" >"$program/installed-folders"
cp "$here/uninstall.sh" "$program/"
trap '[ $? -eq 0 ] || "$program/uninstall.sh"' EXIT
cp -R "$here/lib/costcurve/." "$program/"
chmod -R u=rwX,go=rX "$program"
ln -sf ../lib/costcurve/costcurve "$link"
while IFS= read -r file; do
    cp "$here/$file" "$prefix/$file"
    chmod 644 "$prefix/$file"
done <"$program/installed-files"

# A desktop need not have the folder of programs on its path.
name=share/applications/org.costcurve.CostCurve.desktop
quoted=$(printf '%s\n' "$prefix" | sed 's/[&|]/\\&/g')
sed -e "s|^Exec=costcurve|Exec=\"$quoted/bin/costcurve\"|" \
    -e "s|^TryExec=.*|TryExec=$quoted/bin/costcurve|" "$here/$name" >"$prefix/$name"

"$program/uninstall.sh" --refresh 2>/dev/null

start=$link
case ":$PATH:" in *":$prefix/bin:"*) start=costcurve ;; esac
shares=${XDG_DATA_HOME:-${HOME-}/.local/share}:${XDG_DATA_DIRS:-/usr/local/share:/usr/share}
case ":$shares:" in
*":$prefix/share:"* | *":$prefix/share/:"*)
    echo "Installed. Start CostCurve from the menu, or as $start"
    ;;
*)
    echo "Installed. Start CostCurve as $start"
    echo "It is not in the menu nor under \"Open with\": desktops do not look into $prefix/share."
    echo "They do with --prefix /usr/local, which is for everyone, and without --prefix."
    ;;
esac
