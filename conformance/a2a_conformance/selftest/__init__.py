"""The suite tests itself: mutants, saboteurs, the kill matrix."""
