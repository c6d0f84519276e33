/** A text no longer than `max`, without control characters and half characters: the server takes neither. */
export function cut(text: string, max: number): string {
  return text
    .replaceAll(/\p{Cc}/gu, "")
    .slice(0, max)
    .replaceAll(/\p{Cs}/gu, "");
}
