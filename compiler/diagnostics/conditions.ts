import { noAnswer } from "./wording.ts";
import { error, warning, type Entries } from "./wording-entry.ts";

/** Findings about conditions. */
export const conditions = {
  "condition/bounds": {
    severity: error,
    say: (p: { question: string; known: readonly string[] }) => ({
      message: `the answers to "${p.question}" are not numbers, so \`atLeast\` and \`atMost\` never match`,
      hint:
        p.known.length > 0
          ? `list the answers that match: \`${p.question}: [${p.known.slice(0, 2).join(", ")}]\``
          : "use a question that asks for a number",
    }),
  },
  "condition/no-answer": { severity: error, say: noAnswer },
  "condition/never-met": {
    severity: warning,
    say: () => ({
      message: "nobody who could come here meets this part of `any`",
      hint: "compare it with the answers that lead here, or remove it",
    }),
  },
  "condition/overlap": {
    severity: warning,
    say: ({ subject, both }: { subject: string; both: number }) => ({
      message: `visitors whose "${subject}" is ${both} see two of these versions`,
      hint: "let one of the ranges end before the other begins",
    }),
  },
  "condition/gap": {
    severity: warning,
    say: ({ subject, missed }: { subject: string; missed: number }) => ({
      message: `visitors whose "${subject}" is ${missed} see none of these versions`,
      hint: "let the ranges follow each other without a gap, or remove `when` from one of them",
    }),
  },
  "condition/always-met": {
    severity: warning,
    say: () => ({
      message: "everybody meets this or its opposite in the same `any`",
      hint: "correct one of the two, or remove `any`",
    }),
  },
  "condition/repeated": {
    severity: warning,
    say: ({ what }: { what: "same" | "narrower" | "answer" }) => {
      switch (what) {
        case "same":
          return {
            message: "this condition is in the same `any` twice",
            hint: "remove one of the two, or write the one that was meant",
          };
        case "narrower":
          return {
            message:
              "this condition changes nothing: whoever meets it meets another one of the same `any`",
            hint: "remove it, or correct one of the two",
          };
        case "answer":
          return {
            message: "this is in the same list twice",
            hint: "remove one of the two, or write the one that was meant",
          };
      }
    },
  },
} satisfies Entries;
