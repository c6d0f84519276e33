import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { edit, funnels, newServedCheckout } from "./checkouts/copy.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "funnels-walked-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The browser is one whose pages ask in feet and pounds, and what a walk knows is in centimetres and kilograms. */
const MEASURES = `questions:
  - { id: height, page: number, measure: height, ask: How tall are you? }
  - { id: weight, page: number, measure: weight, ask: And your weight? }
`;

test("a walk in a browser answers what is asked in units, and ticks what has to be ticked", async () => {
  const own = newServedCheckout(join(root, "own"));
  edit(own, "funnels/demo/quiz.yaml", "questions:\n", MEASURES);
  const before = "path: 2-email, page: registration,";
  const email =
    'path: 4-email, page: registration, consent: "Yes, write to me.",';
  edit(own, "funnels/demo/quiz.yaml", before, email);
  const asked = ["walk", "--browser", "--seed", "1", "demo/quiz"];
  const { code, said } = await funnels(own, asked);
  expect(said).toMatch(/^demo\/quiz: \d+ walks?, 7 screens, 0 faults$/m);
  expect(code, said).toBe(0);
});
