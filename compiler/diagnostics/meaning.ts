import { insteadOf, list } from "./wording.ts";
import { error, info, warning, type Entries } from "./wording-entry.ts";

/** Findings about what the content says: addresses, texts, questions, scores, prices and looks. */
export const meaning = {
  "page/leads-nowhere": {
    severity: error,
    say: ({ id }: { id: string }) => ({
      message: `the button of "${id}" leads nowhere`,
      hint: "add the path of one of the brand's pages, such as `next: /quiz`",
    }),
  },
  "path/bad-form": {
    severity: error,
    say: ({ part, isPattern }: { part: string; isPattern: boolean }) => ({
      message:
        part === ""
          ? "the address ends with a slash or has two slashes in a row"
          : `"${part}" ${isPattern ? "does not stand for other addresses" : "is not allowed in an address"}`,
      hint:
        part === ""
          ? "remove the extra slash"
          : isPattern
            ? "write each old address in full, with a redirect of its own"
            : "between slashes, use letters from a to z, digits, dashes and underscores, and start with a letter or a digit",
    }),
  },
  "path/reserved": {
    severity: error,
    say: ({ part }: { part: string }) => ({
      message: `addresses that start with "/${part}" are reserved for the server`,
      hint: "start the address with another word",
    }),
  },
  "url/unsafe": {
    severity: error,
    say: ({ url, isMail = false }: { url: string; isMail?: boolean }) => ({
      message:
        isMail && url.startsWith("/")
          ? `"${url}" leads nowhere from a mail`
          : `"${url}" is not a safe link`,
      hint: url.includes("{{")
        ? "an address holds no variables: write the variable into the text, outside of a link"
        : /^[\w./-]+\.(?:svg|png|jpe?g|webp|avif|gif)$/i.test(url)
          ? "texts have no pictures: where the page or the section has one, write `picture: hero.svg` there"
          : url.startsWith("mailto:")
            ? "write the whole email address: `mailto:help@example.com`"
            : isMail
              ? "use a whole address that starts with https://, mailto:, tel: or sms:"
              : "use an address that starts with https://, mailto:, tel:, sms: or / (a page of this brand)",
    }),
  },
  "path/numbering": {
    severity: error,
    say: (
      p:
        | {
            path: string;
            found: number;
            expected: number;
            before: number;
            /** How many pages behind it are numbered on from it. */
            others: number;
          }
        /** What stands in place of the dash behind the right number. */
        | { path: string; sign: string },
    ) => {
      if ("sign" in p)
        return {
          message: `the number of "${p.path}" is not read as one: "${p.sign}" is not a dash`,
          hint: `write \`${p.path.replace(p.sign, "-")}\``,
        };
      return {
        message: `the number ${p.found} is wrong: ${p.before} numbered ${p.before === 1 ? "page comes" : "pages come"} before this one, questions included, so it should be ${p.expected}${p.others === 0 ? "" : `, and the ${p.others === 1 ? "page after it counts" : `${p.others} pages after it count`} on from there`}`,
        hint: `start the path with ${p.expected}, or write \`${p.path.replace(/^\d+/, "{n}")}\`, which always gets the right number`,
      };
    },
  },
  "path/not-counted": {
    severity: error,
    say: ({ number }: { number: string }) => ({
      message: "this page cannot have a number: no step before it leads here",
      hint: `remove "${number}" from the start of the path`,
    }),
  },
  "variable/may-be-missing": {
    severity: error,
    /** `isTooLate`: nobody who comes here has given it, and it could be asked before. */
    say: (p: { name: string; way: string | null; isTooLate: boolean }) => ({
      message: `a visitor can get here before "${p.name}" is known${p.way === null ? "" : `: ${p.way}`}`,
      hint: `${p.isTooLate ? "ask for it before, or " : ""}add a fallback text after a bar: \`{{ ${p.name} | ${insteadOf(p.name)} }}\``,
    }),
  },
  "variable/needless-fallback": {
    severity: info,
    say: (p: { written: string; needed: string; name: string }) => ({
      message: `this fallback is never shown: everybody who sees this text has given "${p.name}"`,
      hint: `\`${p.needed}\` is enough`,
      instead: { from: p.written, to: p.needed, kind: "suggested" },
    }),
  },
  "variable/not-given": {
    severity: error,
    say: () => ({
      message: "nothing is known of the visitor where these words are shown",
      hint: "write them without variables",
    }),
  },
  "question/bounds": {
    severity: error,
    say: ({ problem, hint }: { problem: string; hint: string }) => ({
      message: problem,
      hint,
    }),
  },
  "question/no-singular": {
    severity: warning,
    say: ({ unit, isSwapped }: { unit: string; isSwapped: boolean }) => ({
      message: `for the number 1, visitors read "1 ${unit}"`,
      hint: isSwapped
        ? "swap `unit` and `singular`: the first is for several"
        : "add `singular`, as in `unit: cups, singular: cup`",
    }),
  },
  "question/other-count": {
    severity: error,
    say: (p: {
      words: string;
      property: string;
      least: number;
      most: number;
    }) => ({
      message: `"${p.words}": this question takes ${p.least === p.most ? p.most : `${p.least} to ${p.most}`} of its choices`,
      hint: `write the same number in the text and in \`${p.property}\``,
    }),
  },
  "score/no-points": {
    severity: warning,
    say: ({ score, of }: { score: string; of: "question" | "score" }) =>
      of === "score"
        ? {
            message: `no question adds points to the score "${score}"`,
            hint: `add \`score: ${score}\` to the questions that count`,
          }
        : {
            message: `no choice of this question has points, so it adds nothing to the score "${score}"`,
            hint: "add `points: 1` to the choices that count, or remove `score`",
          },
  },
  "score/bands": {
    severity: error,
    say: ({ problem, hint }: { problem: string; hint: string }) => ({
      message: problem,
      hint,
    }),
  },
  "band/same-label": {
    severity: warning,
    say: ({ label }: { label: string }) => ({
      message: `two bands of this score have the label "${label}", so visitors cannot tell them apart`,
      hint: "give one of them another label, or make one band of both",
    }),
  },
  "band/never-reached": {
    severity: warning,
    say: (p: {
      band: string;
      score: string;
      lowest: number;
      highest: number;
    }) => ({
      message: `nobody can have the result "${p.band}": where "${p.score}" is shown, it is between ${p.lowest} and ${p.highest}, and never in this band`,
      hint: "move the limits of the bands (`upTo`), change the points, or remove the band",
    }),
  },
  "vendor/bad-container": {
    severity: error,
    say: ({ id }: { id: string }) => ({
      message: `"${id}" is not a valid tag manager container id`,
      hint: "write GTM- followed by capital letters or digits, such as GTM-K8P2QX",
    }),
  },
  "vendor/bad-address": {
    severity: error,
    say: ({ url, meant }: { url: string; meant: string | null }) => ({
      message: `"${url}" is not a valid vendor address`,
      hint:
        meant !== null
          ? `did you mean "${meant}"? Visits would be sent to somebody else`
          : "write https:// and the host in lowercase letters, with a path if needed: https://track.example; for sentry, write the key, @, the host and the project: https://0a1b@errors.example/1",
    }),
  },
  "vendor/missing": {
    severity: warning,
    say: (p: { key: string; vendor: string; brand: string }) => ({
      message: `\`${p.key}\` is on, but the brand ${p.brand} has no vendor for it`,
      hint: `add \`${p.vendor}\` under \`vendors\` in brand.yaml, or remove \`${p.key}\``,
    }),
  },
  "found/same-title": {
    severity: warning,
    say: (p: { title: string; path: string; other: string }) => ({
      message: `search engines list two pages as "${p.title}": \`${p.other}\` and \`${p.path}\``,
      hint: `say in the title what \`${p.path}\` alone is about`,
    }),
  },
  "found/same-description": {
    severity: warning,
    say: (p: { path: string; other: string }) => ({
      message: `search engines show this description below two pages: \`${p.other}\` and \`${p.path}\``,
      hint: `say what \`${p.path}\` alone is about, by a \`description\` of its own`,
    }),
  },
  "found/long-title": {
    severity: warning,
    say: ({ length, most }: { length: number; most: number }) => ({
      message: `search engines and tabs cut this title of ${length} letters off`,
      hint: `say what the page is about in at most ${most} letters`,
    }),
  },
  "found/long-description": {
    severity: warning,
    say: ({ length, most }: { length: number; most: number }) => ({
      message: `search engines cut this description of ${length} letters off`,
      hint: `say what the page gives in at most ${most} letters`,
    }),
  },
  "product/far-apart": {
    severity: warning,
    say: (p: {
      code: string;
      currency: string;
      price: number;
      other: number;
    }) => ({
      message: `${p.price} ${p.currency} is far more than ${p.other} ${p.currency}, which "${p.code}" costs otherwise for the same time`,
      hint: "look at both for a digit too many or too few, and for the decimal point",
    }),
  },
  "font/other-family": {
    severity: error,
    say: ({ family, meant }: { family: string; meant: string }) => ({
      message: `the font package holds no "${family}", so visitors see whatever their device has`,
      hint: `write the name of the package's own family: "${meant}"`,
      instead: { from: family, to: meant, kind: "suggested" },
    }),
  },
  "theme/contrast": {
    severity: warning,
    say: (p: {
      ink: string;
      ground: string;
      ratio: number;
      needed: number;
      /** On which it is too low as well. */
      also: readonly string[];
    }) => ({
      message: `\`${p.ink}\` on \`${p.ground}\` has a contrast of ${p.ratio.toFixed(1)}; readable text needs at least ${p.needed}${p.also.length === 0 ? "" : ` (it is too low on ${list(p.also.map((name) => `\`${name}\``))}, too)`}`,
      hint: "make one of the two colours darker or lighter",
    }),
  },
} as const satisfies Entries;
