"""Labels, scores, weights and costs become cumulative sums per threshold."""
