"""Manual adjustments, corrected lines, late entries and later edits."""
