"""Start CostCurve: the window, or the command line when a command is given."""

import sys

from costcurve_gui.app import main

if __name__ == "__main__":
    sys.exit(main())
