import sys
from pathlib import Path

# The scripts in packaging/ find each other beside themselves, not as a package.
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "packaging"))
