from costcurve_gui.notebook.compare import compare as compare
from costcurve_gui.notebook.comparison import Comparison as Comparison
from costcurve_gui.notebook.decisions import Decision as Decision
from costcurve_gui.notebook.policy import Policy as Policy

__version__: str
