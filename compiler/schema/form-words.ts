const NAME =
  "use lowercase letters, digits and dashes, and start with a letter: `my-name`";
const NO_SIGNS = "do not use spaces, ?, # or backslashes";

/** What to write instead of a text that does not fit a pattern of the schemas. */
const WORDS: Readonly<Record<string, string>> = {
  "^[a-z][a-z0-9-]*$": NAME,
  "^[A-Za-z][A-Za-z0-9_]*$":
    "use letters, digits and underscores, and start with a letter: `shortHeadline`",
  "^[A-Za-z0-9][A-Za-z0-9-]*$": "use letters, digits and dashes: `yes-often`",
  "^#[0-9a-fA-F]{6}$":
    'write the colour as # followed by six digits or letters from a to f, in quotes: "#1d2129"',
  "^[A-Z][A-Z0-9]{1,11}(-\\*)?$":
    "use 2 to 12 capital letters and digits, and start with a letter: SPRING25; with -* at the end, each visitor gets a code of their own: CALM-*",
  "^[1-9][0-9]?%$":
    "write a whole percentage from 1% to 99%, without a space: 10%; or an amount in every currency: `{ USD: 5, EUR: 5 }`",
  "^[A-Z]{3}$":
    "write the three-letter code of the currency in capital letters: USD",
  "^[A-Z]{2}$":
    "write the two-letter code of the country in capital letters: GB",
  "^(?!www\\.|(?:testing|staging)[.-])[a-z0-9.-]+$":
    "write the host in lowercase letters, without https://, a port, or www., testing. or staging. in front: quiz.example.com",
  "^[a-z0-9.-]+$":
    "write the host in lowercase letters, without https:// or a port: quiz.example.com",
  // One emoji is a letter to Unicode.
  "^[\\P{L}ℹ]+$": "put in the emoji itself, not its name: 📖",
  "^phc_[A-Za-z0-9]+$":
    "copy the key from the project's settings in PostHog: it starts with phc_",
  "^/": "start the address with /",
  "^/[^\\s?#\\\\]+$": `start the address with /, and ${NO_SIGNS}: /terms`,
  "^/[^\\s?#\\\\]*[^\\s?#\\\\/]$": `start the address with /, do not end it with one, and ${NO_SIGNS}: /quiz`,
  "^[^\\s?#\\\\/][^\\s?#\\\\]*$": `do not start the address with /, and ${NO_SIGNS}: 34-summary`,
  "^/?[^\\s?#\\\\/][^\\s?#\\\\]*$": `${NO_SIGNS}: 34-summary`,
  "^[^@\\s:<>]+@[^@\\s:<>]+\\.[^@\\s:<>]+$":
    "write one email address and nothing else: help@example.com",
  "^[A-Za-z0-9][A-Za-z0-9 -]*$":
    "write the name exactly as the font's package does: Figtree Variable",
  "^\\S(?:.*\\S)?$": "write it in one line, without spaces around it",
  "^@fontsource-variable/[a-z0-9-]+$":
    "write the name of the package: @fontsource-variable/figtree",
};

/** What a text that breaks `pattern` should look like; undefined for a pattern without words of its own. */
export function formWords(pattern: string | undefined): string | undefined {
  return pattern === undefined ? undefined : WORDS[pattern];
}
