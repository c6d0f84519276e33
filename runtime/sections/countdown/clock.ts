/** Seconds as a clock face: 605 -> "10:05", 3,605 -> "1:00:05". */
export function clock(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  const hours = Math.floor(left / 3600);
  const minutes = Math.floor((left % 3600) / 60);
  const digits = [minutes, left % 60]
    .map((n) => String(n).padStart(2, "0"))
    .join(":");
  return hours > 0 ? `${hours}:${digits}` : digits;
}
