import type { Brand, Funnel } from "../../generated/contract.ts";
import { shownBy } from "../../generated/variable-names.ts";
import { labelOfAnswer } from "./answer-label.ts";
import { answerOf, type Answers } from "./answers.ts";
import type { Contact } from "./contact.ts";
import { own } from "./read.ts";
import { scoreOf } from "./score.ts";
import { fill, type Variables } from "./text.ts";

export interface Known {
  readonly brand: Brand;
  readonly funnel: Funnel;
  readonly answers: Answers;
  readonly contact: Contact;
  /** What a product costs the visitor; not known to whoever looks at words alone. */
  readonly price?: (product: string) => string | null;
}

/** Labels may hold variables themselves; how deep that goes. */
const DEPTH_MAX = 3;

/**
 * The values of text variables: question ids (the answer's label), `name`, `email`, `project`, `support`,
 * `score.<id>`, `band.<id>`, `price.<product>`. A question called `name` comes before the contact field.
 */
export function variables(known: Known, depth = 0): Variables {
  return (name) => {
    if (depth > DEPTH_MAX) return null;
    const product = shownBy("price", name);
    if (product !== null) return known.price?.(product) ?? null;
    const inner = variables(known, depth + 1);
    return (
      labelOf(known, name, inner) ??
      fixed(known, name) ??
      ofScore(known, name, inner)
    );
  };
}

function labelOf(
  { funnel, answers }: Known,
  stepId: string,
  inner: Variables,
): string | null {
  const answer = answerOf(answers, stepId);
  const step = funnel.steps.find((candidate) => candidate.id === stepId);
  return labelOfAnswer(step, answer, (text) => fill(text, inner));
}

function fixed({ brand, contact }: Known, name: string): string | null {
  if (name === "project") return brand.project.name;
  if (name === "support") return brand.project.supportEmail;
  return name === "name" || name === "email"
    ? (own(contact, name) ?? null)
    : null;
}

function ofScore(known: Known, name: string, inner: Variables): string | null {
  const scored = shownBy("score", name);
  const id = scored ?? shownBy("band", name);
  if (id === null || !known.funnel.scores.some((score) => score.id === id))
    return null;
  const { value, band } = scoreOf(known, id);
  return scored === null ? fill(band.label, inner) : String(value);
}
