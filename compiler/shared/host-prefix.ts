const WWW = String.raw`(?:www\.)?`;
const STAGE = String.raw`(?:testing|staging)[.-]`;

/** What may stand in front of a brand's host without its being another one; a regular expression that keeps nothing. */
export const HOST_PREFIX = `${WWW}(?:${STAGE})?`;

const PREFIX = new RegExp(`^${HOST_PREFIX}`);
const STAGED = new RegExp(`^${WWW}${STAGE}`);

/** A host without it. */
export function withoutPrefix(host: string): string {
  return host.replace(PREFIX, "");
}

/** Whether a host is one for testing or staging, by what stands in front of it. */
export function isStaging(host: string): boolean {
  return STAGED.test(host);
}
