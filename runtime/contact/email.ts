import { distance } from "fastest-levenshtein";
import { STORE_CONTACT_INFO_EMAIL_MAX } from "../../generated/call.ts";

const KNOWN_DOMAINS = [
  "gmail.com",
  "googlemail.com",
  "yahoo.com",
  "yahoo.co.uk",
  "ymail.com",
  "hotmail.com",
  "hotmail.co.uk",
  "outlook.com",
  "live.com",
  "msn.com",
  "icloud.com",
  "me.com",
  "aol.com",
  "mail.com",
  "gmx.com",
  "gmx.net",
  "gmx.de",
  "web.de",
  "proton.me",
  "protonmail.com",
  "comcast.net",
  "verizon.net",
  "btinternet.com",
] as const;

/** Country endings of a known provider are real (`yahoo.ca`); these are slips of `.com`. */
const SLIPS_OF_COM = new Set(["c", "co", "cm", "om", "cn"]);

/**
 * The address in what was typed or pasted: copying brings spaces along, and characters that nobody sees; keyboards of
 * East Asia have a wide ＠ of their own.
 */
export function typedEmail(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .trim();
}

/** What is wrong with a typed address, in words for its owner; null when it may be used. */
export function emailFault(typed: string): string | null {
  const email = typedEmail(typed);
  if (email === "") return "Enter your email address.";
  if (/\s/.test(email)) return "An email address has no spaces.";
  const parts = email.split("@");
  const [local, domain] = parts;
  if (local === undefined || domain === undefined)
    return "Add the @ and what follows it, as in name@example.com.";
  if (parts.length > 2) return "An email address has only one @.";
  if (local === "") return "Add the part before the @.";
  if (domain === "") return "Add the part after the @, such as gmail.com.";
  if (email.length > STORE_CONTACT_INFO_EMAIL_MAX)
    return "This address is too long.";
  if (!/^[^.]+(\.[^.]+)*\.[\p{L}\d-]{2,}$/u.test(domain))
    return "Check the part after the @. It ends like gmail.com.";
  if (/[,;:<>()[\]\\"]/.test(email) || /^\.|\.$|\.\./.test(local))
    return "This does not look like an email address. Check it once more.";
  return null;
}

/** The address with its domain put right, when it is a slip away from a well-known one. */
export function suggestEmail(typed: string): string | null {
  const email = typedEmail(typed);
  const at = email.lastIndexOf("@");
  if (at < 1) return null;
  const domain = email.slice(at + 1).toLowerCase();
  const better = nearestDomain(domain);
  return better === null ? null : `${email.slice(0, at)}@${better}`;
}

function nearestDomain(domain: string): string | null {
  if (domain === "" || KNOWN_DOMAINS.some((known) => known === domain))
    return null;
  const [name = "", ...ending] = domain.split(".");
  const sameName = KNOWN_DOMAINS.find((known) => known.startsWith(`${name}.`));
  const tld = ending.join(".");
  if (sameName !== undefined) {
    if (tld === "") return sameName;
    const isCountry = tld.length < 3 || tld.includes(".");
    if (isCountry && !SLIPS_OF_COM.has(tld)) return null;
  }
  let best: string | null = null;
  let bestDistance = 3;
  for (const known of KNOWN_DOMAINS) {
    // A short domain has neighbours that are real, so only one slip is believed.
    const limit = known.length < 8 ? 1 : 2;
    const d = distance(domain, known);
    if (d <= limit && d < bestDistance) {
      best = known;
      bestDistance = d;
    }
  }
  return best;
}
