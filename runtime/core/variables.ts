import type { Brand, Funnel } from "../../generated/contract.ts";
import { answerLabel } from "./answer-label.ts";
import { answerOf, type Answers } from "./answers.ts";
import type { Contact } from "./contact.ts";
import { pricedBy } from "./price-words.ts";
import { own } from "./read.ts";
import { scoreOf } from "./score.ts";
import { fill, type Variables } from "./text.ts";

export interface Known {
  readonly brand: Brand;
  readonly funnel: Funnel;
  readonly answers: Answers;
  readonly contact: Contact;
  /** What a product costs the visitor; not known to who looks at words alone. */
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
    const product = pricedBy(name);
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
  if (answer === null || step === undefined) return null;
  return answerLabel(step, answer, (text) => fill(text, inner));
}

function fixed({ brand, contact }: Known, name: string): string | null {
  if (name === "project") return brand.project.name;
  if (name === "support") return brand.project.supportEmail;
  return name === "name" || name === "email"
    ? (own(contact, name) ?? null)
    : null;
}

function ofScore(known: Known, name: string, inner: Variables): string | null {
  const [kind, id] = name.split(".");
  if (id === undefined || !known.funnel.scores.some((score) => score.id === id))
    return null;
  const { value, band } = scoreOf(known, id);
  if (kind === "score") return String(value);
  return kind === "band" ? fill(band.label, inner) : null;
}
