import { earlierName, error, warning, type Entries } from "./wording-entry.ts";

/** Findings about the choices of a question. */
export const options = {
  "option/no-picture": {
    severity: warning,
    say: ({ isAll }: { isAll: boolean }) => ({
      message: isAll
        ? "these choices are laid out as pictures, and none has one"
        : "this choice has no picture, and others beside it have one",
      hint: isAll
        ? "add `picture: hero.svg` to each choice, or write another `layout`: list, grid or row"
        : "add one, or take the others' and write another `layout`: list, grid or row",
    }),
  },
  "danger/other-country": {
    severity: warning,
    say: (p: { number: string; said: string; meant: string }) => ({
      message: `${p.number} is given for ${p.said}, and is answered in ${p.meant}`,
      hint: "write the number of that country, or name the country of this one",
    }),
  },
  "danger/not-marked": {
    severity: warning,
    say: (p: { label: string; because: "urgent" | "words" }) => ({
      message:
        p.because === "urgent"
          ? `"${p.label}" is answered with something urgent, but not marked as danger`
          : `whoever answers "${p.label}" may be in danger, and it is not marked`,
      hint: "add `danger: true`: then nothing is sold to these visitors, and the check sees to it that they are told whom to call",
    }),
  },
  "option/same-label": {
    severity: warning,
    say: ({ label }: { label: string }) => ({
      message: `two choices read "${label}"`,
      hint: "let visitors tell them apart, or remove one",
    }),
  },
  "option/same-picture": {
    severity: warning,
    say: ({ picture }: { picture: string }) => ({
      message: `two choices show "${picture}"`,
      hint: "give one of them another picture, or leave both without",
    }),
  },
  "option/no-points": {
    severity: warning,
    say: () => ({
      message:
        "this choice has no `points`, but another one says `points: 0`: were they forgotten here?",
      hint: "write how many points the choice adds: `points: 0` if none",
    }),
  },
  "option/long-label": {
    severity: warning,
    say: ({ length, most }: { length: number; most: number }) => ({
      message: `this choice has ${length} letters: on a phone it is a paragraph`,
      hint: `say it in at most ${most} letters, and the rest in the question`,
    }),
  },
  "option/other-number": {
    severity: error,
    say: ({ written, shown }: { written: string; shown: string }) => ({
      message: `${written} is a number, and visitors see it as ${shown}`,
      hint: `put it in quotes to have it shown as it is written: "${written}"`,
    }),
  },
  "option/points-nowhere": {
    severity: warning,
    say: ({ id }: { id: string }) => ({
      message: `the points of "${id}" go nowhere: the question names no score`,
      hint: "add `score` to the question, or remove `points`",
    }),
  },
  "option/duplicate-value": {
    severity: error,
    say: (p: {
      value: string;
      key: "value" | "product";
      /** From the label. */
      isMade: boolean;
      /** Whether visitors read the same in both. */
      isAlike: boolean;
      /** Stands under `was`; whether it is the value of the same choice. */
      was: { isOwn: boolean } | null;
    }) => {
      if (p.was !== null) return earlierName("choice", p.value, p.was);
      return p.key === "value"
        ? {
            message: `two choices have the value "${p.value}"`,
            hint: p.isAlike
              ? `they read the same: remove one of them, or reword it${p.isMade ? "" : " and give it its own `value`"}`
              : p.isMade
                ? "the value is made from the letters a to z and the digits of the label: give one of them its own `value`"
                : "give one of them its own `value`",
          }
        : {
            message: `two choices sell "${p.value}"`,
            hint: "name another product, or remove one of them",
          };
    },
  },
} as const satisfies Entries;
