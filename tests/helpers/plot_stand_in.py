from PySide6.QtWidgets import QWidget


class PlotStandIn(QWidget):
    def __init__(self):
        super().__init__()
        self.orders = []

    def zoom_back(self):
        self.orders.append("zoom_back")

    def fit(self):
        self.orders.append("fit")
