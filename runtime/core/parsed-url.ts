/** An address in its parts, null for what is none. `URL.canParse` is younger than the browsers that visitors have. */
export function parsedUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
