"""One test or more for every rule, named after it."""
