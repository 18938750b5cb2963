"""What the window needs that knows no Qt, to be imported before PySide6.

PySide6 reads the source of every module that is imported after it, to see whether that module
uses it. These need no reading.
"""

import costcurve_gui.dataio.dataset
import costcurve_gui.dataio.examples
import costcurve_gui.dataio.expressions
import costcurve_gui.dataio.proposing
import costcurve_gui.dataio.source
import costcurve_gui.engine.decimation
import costcurve_gui.engine.evaluation
import costcurve_gui.engine.resampling.delong
import costcurve_gui.engine.selection.criteria
import costcurve_gui.engine.views.profit
import costcurve_gui.models.history
import costcurve_gui.models.state  # noqa: F401 - imported for their effect on what is loaded
