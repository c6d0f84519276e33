import { list } from "./wording.ts";
import { error, warning, type Entries } from "./wording-entry.ts";

/** Findings about the ways of visitors from page to page. */
export const flow = {
  "flow/unreachable": {
    severity: error,
    say: ({ id }: { id: string }) => ({
      message: `no step leads to "${id}"`,
      hint: "refer to it in `next`, `accept`, `decline` or a choice's `to`, or remove it",
    }),
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
  "flow/never-shown": {
    severity: warning,
    say: ({ id, later }: { id: string; later: readonly string[] }) => ({
      message: `no visitor ever sees "${id}": no answers match its conditions`,
      hint:
        later.length === 0
          ? "compare the conditions that lead here with those that are tried before them"
          : `${list(later.map((name) => `"${name}"`))} ${later.length === 1 ? "is" : "are"} asked only after it: move the question up or this step down`,
    }),
  },
  "page/leads-nowhere": {
    severity: error,
    say: ({ id }: { id: string }) => ({
      message: `the button of "${id}" leads nowhere`,
      hint: "add the path of one of the brand's pages, such as `next: /quiz`",
    }),
  },
  "flow/endless": {
    severity: error,
    say: ({ ids }: { ids: readonly string[] }) => ({
      message: `visitors can never leave the loop of ${list(ids.map((id) => `"${id}"`))}`,
      hint: "make one of these steps lead out of the loop, towards a thank-you page",
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
