import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { proofOf } from "../compiler/prove/proof.ts";
import { productsIn } from "../compiler/link/products-in.ts";
import { baseEnvironment, quizText } from "../compiler/testing/base-content.ts";
import { fuzz } from "../compiler/testing/fuzz.ts";
import type { Funnel } from "../generated/contract.ts";
import { movesFrom, type Visit } from "../runtime/walk/visit.ts";
import { walkable } from "./testing/follow.ts";
import { type Look, LOOKS, tryFunnel } from "./testing/try-funnel.ts";

/**
 * Behind a quiz, offers follow each other on many ways: the compiler says where somebody is sold what they have, is
 * asked for money before they have left an email, or is charged by what was never saved. A walker that knows nothing of
 * its proofs goes every way there is, and has to find the same.
 */

/** A page behind the quiz, and how far on each of its ways leads. */
interface Made {
  readonly kind: "registration" | "offer" | "downsell" | "upsell";
  /** Whether it is passed over by whoever has given the second answer to a question, and to which. */
  readonly unless: number | null;
  readonly product: "plan" | "small";
  readonly accept: number;
  readonly decline: number;
}

const page: fc.Arbitrary<Made> = fc.record({
  kind: fc.constantFrom("registration", "offer", "downsell", "upsell"),
  unless: fc.option(fc.nat(1)),
  product: fc.constantFrom("plan", "small"),
  accept: fc.integer({ min: 1, max: 3 }),
  decline: fc.integer({ min: 1, max: 3 }),
});
const lists = fc.array(page, { minLength: 1, maxLength: 5 });

const { traits } = baseEnvironment.language;

/** The funnel as an author writes it: two questions, what was made up, the end. */
function written(list: readonly Made[]): string {
  const idAt = (i: number) => (i < list.length ? `p${i}` : "thank-you");
  const pages = list.map(({ kind, unless, product, accept, decline }, i) => {
    const parts = [`path: p${i}`, `page: ${kind}`, `heading: Page ${i}`];
    if (unless !== null) parts.push(`when: { q${unless}: first }`);
    if (kind === "registration") return `- { ${parts.join(", ")} }`;
    parts.push(
      kind === "offer"
        ? `sections: [{ section: plans, plans: [{ product: ${product}, label: One }] }]`
        : `product: ${product}, acceptLabel: Yes please`,
      `accept: ${idAt(i + accept)}`,
      `decline: ${idAt(i + decline)}`,
    );
    return `- { ${parts.join(", ")} }`;
  });
  const questions = [0, 1].map(
    (n) =>
      `- { id: q${n}, ask: Question ${n}, options: [{ label: A, value: first }, { label: B, value: second }] }`,
  );
  return quizText(questions.join("\n"), pages.join("\n"));
}

const proveAs = (list: readonly Made[], look: Look) =>
  tryFunnel(written(list), /path: ([\w-]+)/, look);

/** The offers at which some visits are so. */
function offersWhere(
  visits: readonly Visit[],
  isSo: (here: readonly Visit[]) => boolean,
): Set<string> {
  const offers = visits.filter(
    ({ step }) => traits.pages[step.page]?.flow === "offer",
  );
  const at = (id: string) => offers.filter(({ step }) => step.id === id);
  const ids = new Set(offers.map(({ step }) => step.id));
  return new Set([...ids].filter((id) => isSo(at(id))));
}

/** Those of some offers that somebody without an email comes to before any of the others. */
function firstWithout(
  offers: ReadonlySet<string>,
  funnel: Funnel,
  [first]: readonly Visit[],
): Set<string> {
  const found = new Set<string>();
  const open = first === undefined ? [] : [first];
  for (const visit of open) {
    const { id } = visit.step;
    if (!offers.has(id))
      open.push(
        ...movesFrom(walkable(funnel), visit).flatMap(({ to }) => to ?? []),
      );
    else if (!hasEmail(visit)) found.add(id);
  }
  return new Set([...offers].filter((id) => found.has(id)));
}

const hasEmail = ({ contact }: Visit) => contact.email !== undefined;

for (const { look, tags } of LOOKS)
  describe(
    `the prover that looks at a funnel ${look} agrees with a walker over the functions of the runtime`,
    { tags: [...tags] },
    () => {
      const prove = (list: readonly Made[]) => proveAs(list, look);

      test("on which offers are come to with what was bought", () => {
        fc.assert(
          fc.property(lists, (list) => {
            const { node, visits, saidOf } = prove(list);
            const { steps } = node.funnel;
            const proof = proofOf(node);
            const proved = steps.flatMap(({ id }, step) =>
              proof.isNobody({ step }) ? [] : [id],
            );
            expect(new Set<string>(proved)).toEqual(
              new Set(visits.map(({ step }) => step.id)),
            );
            expect(saidOf("product/sold-twice")).toEqual(
              offersWhere(visits, (here) =>
                here.some(({ step, bought }) =>
                  productsIn(step.props).some((code) => bought.includes(code)),
                ),
              ),
            );
          }),
          fuzz(150),
        );
      });

      test("on offers that some come to without an email", () => {
        fc.assert(
          fc.property(lists, (list) => {
            const { funnel, visits, saidOf } = prove(list);
            const some = offersWhere(
              visits,
              (here) => here.some(hasEmail) && !here.every(hasEmail),
            );
            const said = saidOf("contact/email-not-asked");
            expect(said).toEqual(firstWithout(some, funnel, visits));
          }),
          fuzz(150),
        );
      });

      test("on offers that charge what was saved, where for some nothing was", () => {
        fc.assert(
          fc.property(lists, (list) => {
            const { visits, saidOf } = prove(list);
            const charging = offersWhere(visits, (here) =>
              here.some(
                ({ step, bought }) =>
                  traits.pages[step.page]?.comesAfter === "buying" &&
                  bought.length === 0,
              ),
            );
            // Accept and decline that lead where the other one should are one mistake, told where they stand.
            const swapped = [
              ...saidOf("offer/after-buying"),
              ...saidOf("offer/after-declining"),
            ];
            const said = saidOf("offer/nothing-bought");
            expect([...said].filter((id) => !charging.has(id))).toEqual([]);
            if (swapped.length === 0) expect(said).toEqual(charging);
          }),
          fuzz(150),
        );
      });
    },
  );
