from costcurve_gui.notebook.compare import compare as compare
from costcurve_gui.notebook.comparison import Comparison as Comparison
from costcurve_gui.notebook.decisions import Decision as Decision

__version__: str
