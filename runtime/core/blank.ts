/**
 * Whether nothing of a text can be seen: blanks alone, and characters that only say how others are written, which emoji
 * and some scripts need between letters.
 */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Cc}\p{Cf}]/u.test(text);
}
