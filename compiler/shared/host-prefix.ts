/** What may stand in front of a brand's host without its being another one; a regular expression that keeps nothing. */
export const HOST_PREFIX = String.raw`(?:www\.)?(?:(?:testing|staging)[.-])?`;

const PREFIX = new RegExp(`^${HOST_PREFIX}`);

/** A host without it. */
export function withoutPrefix(host: string): string {
  return host.replace(PREFIX, "");
}
