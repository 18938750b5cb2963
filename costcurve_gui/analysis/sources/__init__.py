"""What curves are computed from: scored cases or counts."""
