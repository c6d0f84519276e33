const NAME =
  "use small letters, digits and dashes, and begin with a letter: `my-name`";
const ADDRESS = "without spaces, ?, # or backslashes";

/** What to write instead of a text that does not fit a pattern of the schemas. */
const WORDS: Readonly<Record<string, string>> = {
  "^[a-z][a-z0-9-]*$": NAME,
  "^[A-Za-z][A-Za-z0-9_]*$":
    "use letters, digits and _, and begin with a letter: `shortHeadline`",
  "^[A-Za-z0-9][A-Za-z0-9-]*$": "use letters, digits and dashes: `yes-often`",
  "^#[0-9a-fA-F]{6}$":
    'write a colour as # and six digits or letters from a to f, in quotes: "#1d2129"',
  "^[A-Z]{3}$": "write the three capital letters of the currency: USD",
  "^[A-Z]{2}$": "write the two capital letters of the country: GB",
  "^(?!www\\.)[a-z0-9.-]+$":
    "write the host in small letters, without https://, www. and port: quiz.example.com",
  "^[a-z0-9.-]+$":
    "write the host in small letters, without https:// and port: quiz.example.com",
  "^phc_[A-Za-z0-9]+$":
    "it begins with phc_: copy it from the project's settings in PostHog",
  "^/": "begin the address with /",
  "^/[^\\s?#\\\\]+$": `begin the address with /, ${ADDRESS}: /terms`,
  "^/[^\\s?#\\\\]*[^\\s?#\\\\/]$": `begin the address with /, do not end it with one, ${ADDRESS}: /quiz`,
  "^[^\\s?#\\\\/][^\\s?#\\\\]*$": `write the address without a / at the start, ${ADDRESS}: 34-summary`,
  "^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$": "write one email address: help@example.com",
  "^[A-Za-z0-9][A-Za-z0-9 -]*$":
    "write the name as the font's package gives it: Figtree Variable",
  "^@fontsource-variable/[a-z0-9-]+$":
    "write the package's name: @fontsource-variable/figtree",
};

/** What a text that breaks `pattern` should look like; undefined for a pattern without words of its own. */
export function formWords(pattern: string | undefined): string | undefined {
  return pattern === undefined ? undefined : WORDS[pattern];
}
