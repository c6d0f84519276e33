/** Normal quantile of a two-sided 95 % interval. */
const Z = 1.959_964;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Wilson's 95 % interval of a rate, 0 to 1; all of it when nobody was asked. */
export function wilson(successes: number, of: number): Interval {
  if (of === 0) return { low: 0, high: 1 };
  const rate = successes / of;
  const scale = 1 + Z ** 2 / of;
  const middle = (rate + Z ** 2 / (2 * of)) / scale;
  const half =
    (Z / scale) * Math.sqrt((rate * (1 - rate)) / of + Z ** 2 / (4 * of ** 2));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

export interface ChiSquare {
  readonly statistic: number;
  /** Probability of a split at least this uneven when the weights were kept. */
  readonly p: number;
}

/** Pearson's test of counts against what was expected of them; expected counts are above 0. */
export function chiSquare(
  counts: readonly { readonly observed: number; readonly expected: number }[],
): ChiSquare {
  const statistic = counts.reduce(
    (sum, { observed, expected }) =>
      sum + (observed - expected) ** 2 / expected,
    0,
  );
  return { statistic, p: upperGamma((counts.length - 1) / 2, statistic / 2) };
}

/** The regularized upper incomplete gamma function Q(s, x), by its series or its continued fraction. */
function upperGamma(s: number, x: number): number {
  if (s <= 0 || x <= 0) return 1;
  const front = Math.exp(s * Math.log(x) - x - logGamma(s));
  if (x < s + 1) {
    let term = 1 / s;
    let sum = term;
    for (let n = 1; n < 1_000 && term > sum * 1e-15; n += 1) {
      term *= x / (s + n);
      sum += term;
    }
    return 1 - front * sum;
  }
  // Lentz's method.
  let b = x + 1 - s;
  let c = 1e300;
  let d = 1 / b;
  let h = d;
  for (let n = 1; n < 1_000; n += 1) {
    const a = -n * (n - s);
    b += 2;
    d = 1 / (a * d + b);
    c = b + a / c;
    h *= c * d;
    if (Math.abs(c * d - 1) < 1e-15) break;
  }
  return front * h;
}

/** ln of gamma at half integers, which is all that degrees of freedom ask for. */
function logGamma(s: number): number {
  let result = s % 1 === 0 ? 0 : Math.log(Math.sqrt(Math.PI));
  for (let k = s - 1; k > 0; k -= 1) result += Math.log(k);
  return result;
}
