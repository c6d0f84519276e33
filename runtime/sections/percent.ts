/** Where a value lies between its bounds, 0 to 100. */
export function percent(score: {
  value: number;
  min: number;
  max: number;
}): number {
  const { value, min, max } = score;
  if (max <= min) return 0;
  return Math.round(
    Math.max(0, Math.min(1, (value - min) / (max - min))) * 100,
  );
}
