"""Made-up legal scenarios, one fault put into one, and the search for the smallest that still fails."""
