"""Two-proportion z test without scipy."""
import math


def z_test(success_a, n_a, success_b, n_b):
    p_a, p_b = success_a / n_a, success_b / n_b
    p = (success_a + success_b) / (n_a + n_b)
    se = math.sqrt(p * (1 - p) * (1 / n_a + 1 / n_b))
    z = (p_b - p_a) / se
    p_value = math.erfc(abs(z) / math.sqrt(2))
    return z, p_value


z, p_value = z_test(120, 1000, 150, 1000)
print(f"z = {z:.3f}, p = {p_value:.4f}")
print("significant" if p_value < 0.05 else "not significant")
