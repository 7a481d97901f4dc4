"""What this machine computes with, and why not with more: devices, backends, self-test, speed.

`report_here` looks; `ask_hardware` lets a child look, for a front end that is to load no llama.cpp.
`SpeedMeasure` measures the loaded model.
"""
