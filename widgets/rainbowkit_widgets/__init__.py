"""Card tables for rainbowkit, made of Jupyter widgets."""
