import { list } from "./wording.ts";
import { error, warning, type Entries } from "./wording-entry.ts";

/** Findings about the ways of visitors from page to page. */
export const flow = {
  "flow/unreachable": {
    severity: error,
    say: ({ id }: { id: string }) => ({
      message: `no way leads to "${id}"`,
      hint: "name it in `next`, `accept`, `decline` or a choice's `to`, or remove it",
    }),
  },
  "flow/dead-end": {
    severity: error,
    say: (p: { id: string; way: string; conditional: boolean }) =>
      p.conditional
        ? {
            message: `a visitor can get stuck on "${p.id}": ${p.way} leads nowhere when none of the conditions holds`,
            hint: "let the last way on stand without `when`",
          }
        : {
            message: `a visitor can get stuck on "${p.id}": ${p.way} leads nowhere`,
            hint: "add a page after it, or name one; only thank-you pages may be the last",
          },
  },
  "flow/never-shown": {
    severity: warning,
    say: ({ id, later }: { id: string; later: readonly string[] }) => ({
      message: `no visitor ever sees "${id}": no answers fit its conditions`,
      hint:
        later.length === 0
          ? "compare the conditions of the ways that lead here, and of those that are tried before them"
          : `${list(later.map((name) => `"${name}"`))} ${later.length === 1 ? "is" : "are"} asked only after it: move the question up, or this step down`,
    }),
  },
  "page/leads-nowhere": {
    severity: error,
    say: ({ id }: { id: string }) => ({
      message: `the button of "${id}" leads nowhere`,
      hint: "say where it leads: `next: /quiz`, a path of this brand",
    }),
  },
  "flow/endless": {
    severity: error,
    say: ({ ids }: { ids: readonly string[] }) => ({
      message: `a visitor who comes to ${list(ids.map((id) => `"${id}"`))} never gets out of this loop`,
      hint: "let one of these steps lead on to a page that ends at a thank-you page",
    }),
  },
  "flow/offer-returns": {
    severity: error,
    say: ({ offer, by, to }: { offer: string; by: string; to: string }) => ({
      message:
        offer === to
          ? `"${by}" leads back to the offer "${offer}", which the visitor has already answered`
          : `"${by}" leads back to "${to}", and so once more to the offer "${offer}"`,
      hint: "an offer is made once: lead on to a page that comes after it",
    }),
  },
} as const satisfies Entries;
