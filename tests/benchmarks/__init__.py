"""`make bench`: the product's own figures, each beside its target."""
