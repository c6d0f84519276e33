/** Addresses a page may link to: https, mailto, a number to call or to write to, or a path of its own site. */
export function safeUrl(url: string): boolean {
  // Browsers drop control characters and white space inside a scheme, so none may be there at all.
  for (const character of url) {
    const code = character.charCodeAt(0);
    if (code <= 0x20 || code === 0x7f) return false;
  }
  if (url.includes("\\")) return false;
  if (/^https:\/\/[^/]/i.test(url)) return true;
  // Who is written to may be left open, as in a link that passes something on.
  if (/^mailto:(?:\?|[^/?@]+@[^/?@]+\.[^/?@.]+(?:$|\?))/i.test(url))
    return true;
  if (/^(?:tel|sms):\+?\d[\d-]*$/i.test(url)) return true;
  return url.startsWith("/") && !url.startsWith("//");
}
