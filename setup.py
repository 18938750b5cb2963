"""What pyproject.toml has no words for: `resources/` travels inside the package."""

from setuptools import find_packages, setup

# `costcurve_gui.resources` is the module that finds them; see there for the name.
SHIPPED = "costcurve_gui.shipped"

setup(
    packages=[*find_packages(include=["costcurve_gui", "costcurve_gui.*"]), SHIPPED],
    package_dir={SHIPPED: "resources"},
    package_data={SHIPPED: ["*", "*/*", "*/*/*"], "costcurve_gui": ["py.typed", "*.pyi"]},
)
