/**
 * Divides cents in proportion to weights, each at least 0, so the shares add up: what rounding
 * leaves goes to the largest remainders, the first of equal ones. Without any weight all parts
 * count the same.
 */
export function sharesOf(cents: number, weights: readonly number[]): number[] {
  if (weights.length === 0) return [];
  // Cents times cents can be more than a number holds exactly.
  const parts = weights.some((weight) => weight > 0) ? weights.map(BigInt) : weights.map(() => 1n);
  const sum = parts.reduce((all, part) => all + part, 0n);
  const whole = BigInt(cents);
  const shares = parts.map((part) => Number((whole * part) / sum));
  const remainders = parts.map((part, index) => ({ index, remainder: (whole * part) % sum }));
  const left = cents - shares.reduce((all, share) => all + share, 0);
  const largestFirst = remainders.toSorted(
    (a, b) => Number(b.remainder - a.remainder) || a.index - b.index,
  );
  for (const { index } of largestFirst.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}
