import { readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fuzz } from "../../testing/fuzz.ts";
import { parse } from "yaml";
import { ROOT } from "../../testing/root.ts";
import { readContent } from "../../workspace/content.ts";
import { kindOf, type EnvelopeId } from "../../parse/file-name.ts";
import { validatorOf } from "../validate.ts";
import { readEnvironment } from "../../workspace/environment.ts";
import { conformance } from "./document.ts";

const CASES = join(ROOT, "tests/cases");
const { language } = readEnvironment(ROOT, CASES, "");
const KINDS = ["site", "brand", "funnel"] as const;

const lints = new Map(
  KINDS.map((kind) => [
    kind,
    {
      conforms: conformance(language.documents[kind]),
      validate: validatorOf(kind, language),
    },
  ]),
);

function results(kind: EnvelopeId, value: unknown) {
  const lint = lints.get(kind);
  return { ours: lint?.conforms(value), ajv: lint?.validate(value) };
}

interface Document {
  readonly kind: EnvelopeId;
  readonly value: unknown;
}

/** Every file that `yaml` can read, of all cases and of the content itself. */
function documents(): Document[] {
  const roots = readdirSync(CASES).map((name) => join(CASES, name));
  return [...roots, join(ROOT, "funnels")]
    .flatMap((root) => readContent(root))
    .flatMap(({ name, text }) => {
      try {
        const value: unknown = parse(text, { logLevel: "silent" });
        return [{ kind: kindOf(name), value }];
      } catch {
        return [];
      }
    });
}

const all = documents();

/** What is put in the place of something that was right. */
const wrong = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom("", "single", "analyzing", "bars", "/quiz", "{{ name }}"),
  fc.constantFrom(0, -0, -1, 1, 1.5, 40, 1e9),
  fc.constantFrom("😀", "a".repeat(41), "😀".repeat(30)),
);

type Change = (at: unknown, pick: (n: number) => number) => unknown;

/** Changes one thing somewhere: walks down a random way and applies the change at its end. */
function changed(
  value: unknown,
  way: readonly number[],
  change: Change,
): unknown {
  const [step, ...rest] = way;
  const pick = (n: number) => (step ?? 0) % Math.max(n, 1);
  if (typeof value !== "object" || value === null || rest.length === 0)
    return change(value, pick);
  if (Array.isArray(value)) {
    const at = pick(value.length);
    return value.map((item, i) =>
      i === at ? changed(item, rest, change) : item,
    );
  }
  const entries = Object.entries(value);
  const at = pick(entries.length);
  return Object.fromEntries(
    entries.map(([key, inner], i) => [
      key,
      i === at ? changed(inner, rest, change) : inner,
    ]),
  );
}

/** Leaves one out, or says one twice, or puts one more in. */
const removed: Change = (at, pick) => {
  if (Array.isArray(at)) return at.filter((_, i) => i !== pick(at.length));
  if (typeof at !== "object" || at === null) return undefined;
  const entries = Object.entries(at);
  return Object.fromEntries(
    entries.filter((_, i) => i !== pick(entries.length)),
  );
};
const repeated: Change = (at, pick) =>
  Array.isArray(at) ? [...at, at[pick(at.length)]] : [at, at];

const changes: fc.Arbitrary<Change> = fc.oneof(
  wrong.map(
    (value): Change =>
      () =>
        value,
  ),
  fc.constantFrom(removed, repeated),
  fc.tuple(fc.constantFrom("page", "section", "use", "to", "extra"), wrong).map(
    ([key, value]): Change =>
      (at) =>
        typeof at === "object" && at !== null && !Array.isArray(at)
          ? { ...at, [key]: value }
          : { [key]: value },
  ),
);

describe("our yes or no is Ajv's", () => {
  test("about every file of the cases and of the content", () => {
    const told = all.map(({ kind, value }) => results(kind, value));
    expect(told.filter(({ ours, ajv }) => ours !== ajv)).toEqual([]);
    // Both answers are among them.
    expect(new Set(told.map(({ ours }) => ours)).size).toBe(2);
  });

  test("about the same files with something changed", () => {
    const way = fc.array(fc.nat(60), { minLength: 1, maxLength: 9 });
    const document = fc.constantFrom(...all);
    fc.assert(
      fc.property(document, way, changes, ({ kind, value }, path, change) => {
        // What YAML can say: no `undefined`.
        const text = JSON.stringify(changed(value, path, change)) ?? "null";
        const { ours, ajv } = results(kind, JSON.parse(text));
        expect(ours).toBe(ajv);
      }),
      fuzz(1_000),
    );
  });

  test("about a kind of step that is not there, and one that is no mapping", () => {
    for (const page of [undefined, null, 1, "nothing", [], {}, "single"])
      for (const step of [page, { page }, { page, id: "a", ask: "A?" }]) {
        const { ours, ajv } = results("funnel", {
          name: "A",
          title: "A",
          mounts: ["/a"],
          questions: [step],
          pages: [{ path: "end", page: "thank-you", heading: "Thank you" }],
        });
        expect(ours).toBe(ajv);
      }
  });
});

test("a schema with a word of its own is not passed over", () => {
  const schema: object = { type: "object", minContains: 1 };
  expect(() => conformance(schema)).toThrow("minContains");
});
