import { choices, list, quoted, useOneOf } from "./wording.ts";
import {
  error,
  info,
  slip,
  warning,
  type Entries,
  type Name,
} from "./wording-entry.ts";

/** Findings about the ways of visitors from page to page. */
export const flow = {
  "flow/unreachable": {
    severity: error,
    say: ({ id }: { id: string }) => ({
      message: `no step leads to "${id}"`,
      hint: "refer to it in `next`, `accept`, `decline` or a choice's `to`, or remove it",
    }),
  },
  "path/unknown": {
    severity: error,
    say: (
      p: Name & {
        defaultOf: string | null;
        /** The page that it is redirected to, at last; "" where that is none, null where it is not redirected. */
        redirectedTo: string | null;
      },
    ) => {
      const { name, known, defaultOf, redirectedTo } = p;
      if (redirectedTo !== null) {
        const message = `${name} is not a page: it is redirected itself`;
        return redirectedTo === ""
          ? { message, hint: "write the address of a page" }
          : {
              message,
              hint: `write where visitors are to arrive: \`${redirectedTo}\``,
              instead: { from: name, to: redirectedTo, kind: "safe" as const },
            };
      }
      if (defaultOf !== null)
        return {
          message: `the default text of \`${defaultOf}\` links to ${name}, and this brand has no page there`,
          hint: `add a page at ${name}, or write a \`${defaultOf}\` of your own`,
        };
      // To the address of nothing else than a slash, any short one is near.
      const near = known.filter((path) => path !== "/");
      return {
        message: `this brand has no page at ${name}`,
        ...(slip(name, near) ?? {
          hint: useOneOf(known, choices(name, known)),
        }),
      };
    },
  },
  "flow/dead-end": {
    severity: error,
    say: (p: { id: string; way: string; conditional: boolean }) =>
      p.conditional
        ? {
            message: `a visitor can get stuck on "${p.id}": ${p.way} leads nowhere when no condition is met`,
            hint: "remove `when` from the last possible destination, so that every visitor can go on",
          }
        : {
            message: `a visitor can get stuck on "${p.id}": ${p.way} leads nowhere`,
            hint: "add a page after it, or say which page follows; only a thank-you page can be the last",
          },
  },
  "flow/idle-next": {
    severity: error,
    say: ({ isOffer }: { isOffer: boolean }) =>
      isOffer
        ? {
            message:
              "`next` is never followed: visitors leave an offer by `accept` or `decline`",
            hint: "write in `accept` where buyers go and in `decline` where all others go, and remove `next`",
          }
        : {
            message: "`next` is never followed: visitors stay on this page",
            hint: "remove it; links in a text can lead elsewhere",
          },
  },
  "flow/never-shown": {
    severity: warning,
    say: ({ id, later }: { id: string; later: readonly string[] }) => ({
      message: `no visitor ever sees "${id}": no answers match its conditions`,
      hint:
        later.length === 0
          ? "compare the conditions that lead here with those that are tried before them"
          : `${askedLater(later)}: move the question up or this step down`,
    }),
  },
  "offer/nothing-bought": {
    severity: warning,
    say: (
      p: { id: string } & (
        | { of: "all" }
        | { of: "failed" | "declined"; way: string }
      ),
    ) => {
      switch (p.of) {
        case "all":
          return {
            message: `nobody who comes to "${p.id}" has bought anything, so there is no saved payment to charge`,
            hint: "lead to it with `accept` of another offer, or sell by another page",
          };
        case "failed":
          return {
            message: `a visitor whose payment failed comes to "${p.id}" with no saved payment to charge: ${p.way}`,
            hint: "remove `failed`, so that they can try again, or lead them to the end",
          };
        case "declined":
          return {
            message: `a visitor who has bought nothing comes to "${p.id}" with no saved payment to charge: ${p.way}`,
            hint: "lead only buyers here, with `accept`; lead those who decline to a smaller offer or to the end",
          };
      }
    },
  },
  "offer/sells-nothing": {
    severity: error,
    say: (p: {
      way: string;
      kinds: readonly string[];
      /** Shared sections that sell, and that nothing uses. */
      shared: readonly string[];
    }) => {
      const sections = [
        ...p.shared.map((name) => `\`use: ${name}\``),
        ...p.kinds.map((kind) => `\`section: ${kind}\``),
      ];
      return p.way === ""
        ? {
            message: "nothing can be bought on this page: no section sells",
            hint: `add ${sections.join(" or ")}`,
          }
        : {
            message: `a visitor can come here and find nothing to buy: ${p.way}`,
            hint: `remove \`when\`, or add another ${sections.join(" or ")} for these visitors`,
          };
    },
  },
  "offer/after-buying": {
    severity: warning,
    say: (p: { id: string; to: string }) => ({
      message: `"${p.to}" is for visitors who have declined, but buyers of "${p.id}" are led there`,
      hint: "swap `accept` and `decline`, or lead buyers to another page",
    }),
  },
  "offer/after-declining": {
    severity: warning,
    say: (p: { id: string; to: string }) => ({
      message: `whoever declines "${p.id}" is offered "${p.to}", and whoever buys "${p.id}" is not`,
      hint: "swap `accept` and `decline`, or lead those who decline to a smaller offer or to the end",
    }),
  },
  "flow/never-taken": {
    severity: warning,
    say: (p: { to: string; later: readonly string[]; isFirst: boolean }) => ({
      message: `no visitor goes this way to "${p.to}": ${p.isFirst ? "" : "an earlier way has taken them all, or "}nobody here has given these answers`,
      hint:
        p.later.length > 0
          ? `${askedLater(p.later)}: move the question up or this step down`
          : p.isFirst
            ? "compare its condition with the answers that lead here, or remove it"
            : "move it above the earlier ways, or remove it",
    }),
  },
  "flow/always-shown": {
    severity: warning,
    say: ({ id, isFirst }: { id: string; isFirst: boolean }) =>
      isFirst
        ? {
            message: `everybody begins with "${id}", whatever its condition says`,
            hint: "remove `when`, or move the step behind the question that it depends on",
          }
        : {
            message: `everybody who comes to "${id}" meets its condition`,
            hint: "remove `when`, or lead here also the visitors that it is meant to keep away",
          },
  },
  "flow/not-proved": {
    severity: info,
    say: (p: { ids: readonly string[]; questions: readonly string[] }) => ({
      message: `what happens at ${list(p.ids.map((id) => `"${id}"`))} is not proved: too many answers decide it together (those to ${list(p.questions.map((id) => `"${id}"`))})`,
      hint: "let conditions look at fewer of these answers, or ask these questions nearer to that place; until then, mistakes there may not be found",
    }),
  },
  "flow/photo-unseen": {
    severity: error,
    say: (p: { id: string; to: string; pages: readonly string[] }) => ({
      message: `"${p.id}" takes a photo and leads to "${p.to}", which does not show the picture made from it`,
      hint: `put a ${quoted(p.pages)} page right behind it`,
    }),
  },
  "flow/no-photo": {
    severity: error,
    say: ({ id, pages }: { id: string; pages: readonly string[] }) => ({
      message: `a visitor can come to "${id}" without having been asked for a photo`,
      hint: `put an ${quoted(pages)} page right before this one, or remove this page`,
    }),
  },
  "section/no-picture": {
    severity: error,
    say: (p: { asking: readonly string[]; making: readonly string[] }) => ({
      message:
        "no page before this one makes a picture, so every visitor sees the example",
      hint: `put an ${quoted(p.asking)} page and a ${quoted(p.making)} page before this one, or remove the section`,
    }),
  },
  "section/never-shown": {
    severity: warning,
    say: ({ id, part }: { id: string; part: "section" | "point" }) => ({
      message: `no visitor on "${id}" ever sees this ${part}: nobody comes here with these answers`,
      hint: `compare its condition with those on the way here, or remove the ${part}`,
    }),
  },
  "section/none-shown": {
    severity: warning,
    say: ({ id, way }: { id: string; way: string }) => ({
      message: `a visitor can come to "${id}" and see nothing below its headline: ${way}`,
      hint: "add a section for these visitors, remove `when` from one, or lead them past the page",
    }),
  },
  "question/asked-twice": {
    severity: warning,
    say: ({ what, first }: { what: string | null; first: string }) => ({
      message:
        what === null
          ? `this is asked in the same words as "${first}", which everybody here has answered`
          : `everybody here has given their ${what} before, and is asked for it again`,
      hint:
        what === null
          ? "remove one of the two, or ask it in other words"
          : "ask for it once",
    }),
  },
  "score/not-fed": {
    severity: error,
    say: ({ score, way }: { score: string; way: string }) => ({
      message: `a visitor can get here before any question of the score "${score}" was asked: ${way}`,
      hint: "show the score after its questions, or use `when` to show it only to visitors who were asked",
    }),
  },
  "contact/email-not-asked": {
    severity: error,
    say: ({ id, way }: { id: string; way: string }) => ({
      message: `a visitor can come to the offer "${id}" without having left an email: ${way}`,
      hint: "ask for it before, on a page with a form, or lead these visitors past the offer",
    }),
  },
  "flow/entrance-ends": {
    severity: warning,
    say: ({ id, to }: { id: string; to: string }) => ({
      message: `the button of "${id}" leads to "${to}", the next page in the file, and the funnel ends there`,
      hint: "add `next` with the step that visitors come to; usually that is the first question",
    }),
  },
  "flow/endless": {
    severity: error,
    /** `way` is how those come to it who cannot leave; null where nobody can. */
    say: (p: { ids: readonly string[]; way: string | null }) => {
      const loop = `the loop of ${list(p.ids.map((id) => `"${id}"`))}`;
      return p.way === null
        ? {
            message: `visitors can never leave ${loop}`,
            hint: "make one of these steps lead out of the loop, towards a thank-you page",
          }
        : {
            message: `a visitor can come into ${loop} and never leave it: ${p.way}`,
            hint: "make one of these steps lead these visitors out of the loop: no answer in the loop does",
          };
    },
  },
  "flow/goes-back": {
    severity: warning,
    say: ({ by, to }: { by: string; to: string }) => ({
      message: `"${by}" leads back to "${to}", where these visitors have been`,
      hint: "lead on to a later step: whoever answers as before goes round and round, and their progress falls",
    }),
  },
  "flow/offer-returns": {
    severity: error,
    say: ({ offer, by, to }: { offer: string; by: string; to: string }) => ({
      message:
        offer === to
          ? `"${by}" leads back to the offer "${offer}", which the visitor has already answered`
          : `"${by}" leads back to "${to}", and from there to the offer "${offer}" again`,
      hint: "an offer is made only once: choose a page that comes after it",
    }),
  },
} as const satisfies Entries;

function askedLater(later: readonly string[]): string {
  return `${list(later.map((name) => `"${name}"`))} ${later.length === 1 ? "is" : "are"} asked only later`;
}
