"""From a criterion to a policy."""
