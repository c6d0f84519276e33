import type { AnswerKind } from "../shared/contract.ts";
import { choices, list, useOneOf } from "./wording.ts";
import {
  earlierName,
  slip,
  error,
  meantName,
  unknown,
  warning,
  type Entries,
  type Name,
} from "./wording-entry.ts";

/** What is written for all answers but one. */
const NOT = /^(?:not\s+|!=?\s*)(.+)$/;

/** A step or a part of one in a list that holds something else. */
export interface Misplaced {
  /** What the list holds: `choices`. */
  readonly among: string;
  /** Where it belongs, and how it gets there. */
  readonly move: string;
}

/** Findings about the names of pages, questions and their answers, of scores and variables. */
export const steps = {
  "page/unknown": {
    severity: error,
    say: (p: Name & { misplaced: Misplaced | "question" | "brand" | null }) => {
      if (typeof p.misplaced === "object" && p.misplaced !== null)
        return {
          message: `this ${p.name} stands among the ${p.misplaced.among}`,
          hint: p.misplaced.move,
        };
      switch (p.misplaced) {
        case "question":
          return {
            message: `"${p.name}" pages are not allowed under \`questions\``,
            hint: "move it to `pages`",
          };
        case "brand":
          return {
            message: `"${p.name}" pages are not allowed in brand.yaml`,
            hint: `move it to a funnel's file; the pages allowed in brand.yaml are ${list(p.known)}`,
          };
        case null:
          return {
            message: `no page is called "${p.name}"`,
            ...(slip(p.name, p.known) ?? { hint: useOneOf(p.known) }),
          };
      }
    },
  },
  "step/itself": {
    severity: error,
    say: ({ name }: { name: string }) => ({
      message: `"${name}" leads to itself: whoever goes this way gets nowhere`,
      hint: "name another step, or none: then the next step in the file follows",
    }),
  },
  "step/unknown": {
    severity: error,
    say: ({ name, known }: Name) => {
      // An address was written: `/quiz/34-summary` is the step "summary".
      const step = name.replace(/^.*\//, "").replace(/^\d+-/, "");
      return step !== name && known.includes(step)
        ? {
            message: `no step is called "${name}"`,
            hint: `write the step's id, not its address: \`${step}\``,
            instead: { from: name, to: step, kind: "safe" as const },
          }
        : unknown("step", "the funnel has no steps")({ name, known });
    },
  },
  "question/unknown": {
    severity: error,
    say: ({ is, ...p }: Name & { is: "score" | "step" | null }) => {
      switch (is) {
        case "score":
          return {
            message: `"${p.name}" is a score, not a question`,
            hint: `write \`score: { ${p.name}: { atLeast: 4 } }\` or \`band: { ${p.name}: … }\``,
          };
        case "step":
          return {
            message: `"${p.name}" is a step, but not a question: it has no answer`,
            hint:
              p.known.length === 0
                ? "the funnel has no questions"
                : useOneOf(p.known),
          };
        case null:
          return unknown("question", "the funnel has no questions")(p);
      }
    },
  },
  "variable/unknown": {
    severity: error,
    say: ({
      key,
      isOfOtherMails = false,
      isOnlyOfMails = false,
      ...p
    }: Name & {
      key: string | null;
      isOfOtherMails?: boolean;
      isOnlyOfMails?: boolean;
    }) =>
      isOnlyOfMails
        ? {
            message: `"${p.name}" is known in mails about an order, and on no page`,
            hint: "say it without the variable, or write it into a mail of brand.yaml",
          }
        : isOfOtherMails
          ? {
              message: `this mail does not know "${p.name}": only other mails do`,
              hint: useOneOf(p.known),
            }
          : key === null
            ? unknown("variable", "there are no variables")(p)
            : {
                message: `"${p.name}" shows \`${key}\`, and this brand has none`,
                hint: `add \`${key}\` to brand.yaml`,
              },
  },
  "score/unknown": {
    severity: error,
    say: unknown("score", "declare it under `scores` first"),
  },
  "band/unknown": {
    severity: error,
    say: ({ meant, ...p }: Name & { meant: string | undefined }) =>
      meant === undefined
        ? unknown("band", "the score has no bands")(p)
        : meantName("band", { name: p.name, meant }),
  },
  "answer/unknown": {
    severity: error,
    say: (
      p: Name & {
        question: string;
        meant: string | undefined;
        kind: AnswerKind;
      },
    ) => {
      const { name, question, meant } = p;
      const known = [...new Set(p.known)];
      const message = `the question "${question}" has no answer "${name}"`;
      if (meant !== undefined)
        return {
          message,
          hint: `write the value of the choice, not its label: \`${meant}\``,
          instead: { from: name, to: meant, kind: "safe" as const },
        };
      if (known.length === 0)
        return {
          message,
          hint:
            p.kind === "day"
              ? `its answers are days of the calendar, as year, month and day: \`${question}: 1990-12-31\``
              : `its answers are numbers: \`${question}: { atLeast: 1, atMost: 5 }\``,
        };
      const [, denied = ""] = NOT.exec(name.toLowerCase()) ?? [];
      const other = known.find((one) => one.toLowerCase() === denied);
      const hint =
        other === undefined
          ? useOneOf(known, choices(name, known))
          : `write \`not\` in front of the question: \`not: { ${question}: ${other} }\``;
      const slipped = other === undefined ? slip(name, known) : undefined;
      return { message, ...(slipped ?? { hint }) };
    },
  },
  "option-set/unknown": {
    severity: error,
    say: ({ name, known }: Name) => {
      const message = "these choices are one text, not a list";
      if (name.includes(",")) {
        const choicesOf = name.replace(/^\((.*)\)$/s, "$1");
        return {
          message,
          hint: `put the list in brackets: \`[${choicesOf}]\``,
        };
      }
      // No set can have such a name.
      if (/\s/.test(name) && slip(name, known) === undefined)
        return {
          message,
          hint: "write each choice on a line of its own behind a hyphen and a space, or all of them in brackets with commas between them: `[Yes, No]`",
        };
      return unknown(
        "option set",
        "declare it under `optionSets` first, or write the choices here",
      )({ name, known });
    },
  },
  "step/duplicate-id": {
    severity: error,
    /**
     * `was`: it stands there; whether it is the id of the same step. `by`: what it is called by; `path` where its address
     * is also that of the other one.
     */
    say: (p: {
      id: string;
      was: { isOwn: boolean } | null;
      by: "id" | "path";
    }) =>
      p.was === null
        ? {
            message: `two steps are called "${p.id}"`,
            hint: `give one of them another \`${p.by}\``,
          }
        : earlierName("step", p.id, p.was),
  },
  "step/reserved-id": {
    severity: error,
    say: ({ id }: { id: string }) => ({
      message: `"${id}" is reserved and cannot be the id of a step`,
      hint: "choose another `id`",
    }),
  },
  "experiment/same-sides": {
    severity: warning,
    say: ({ name }: { name: string }) => ({
      message: `both sides of "${name}" are the same here`,
      hint: "change something under `b`, or remove the experiment",
    }),
  },
  "experiment/other-answers": {
    severity: error,
    say: (p: { name: string; value: string; differs: string }) => {
      const isAlone = p.differs === "a" || p.differs === "b";
      const how = isAlone
        ? `can be chosen on side ${p.differs} alone`
        : `has another \`${p.differs}\` on side b`;
      return {
        message: `both sides of "${p.name}" must take the same answers, but "${p.value}" ${how}`,
        hint: isAlone
          ? "offer the same choices on both sides; where a label differs, write the `value` that the choice has on side a"
          : `write the same \`${p.differs}\` on both sides, or none: labels, notes, pictures and order may differ`,
      };
    },
  },
  "question/taken-id": {
    severity: warning,
    say: ({ id, shows }: { id: string; shows: string | null }) => ({
      message:
        shows === null
          ? `"${id}" has a special meaning in conditions, so no condition can refer to this question`
          : `\`{{ ${id} }}\` shows ${shows}, not the answer to this question`,
      hint:
        id === "name"
          ? "if it asks for the visitor's name, add `contact: name`; otherwise give it another id"
          : "give the question another id",
    }),
  },
} as const satisfies Entries;
