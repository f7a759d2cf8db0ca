"""Rule coverage: which rules of the shipped ledger have a passing test that names them."""
