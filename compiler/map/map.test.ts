import { describe, expect, test } from "vitest";
import type { Program } from "../link/program.ts";
import { baseFiles, compileWith, quizText } from "../testing/base-content.ts";
import { type FlowMap, flowMap } from "./flow-map.ts";
import { mermaidMap } from "./mermaid.ts";
import { type MapColors, svgMap } from "./svg.ts";

const COLORS: MapColors = {
  page: "#f6f6f6",
  surface: "#ffffff",
  ink: "#222222",
  muted: "#666666",
  line: "#bbbbbb",
  accent: "#0066cc",
  bad: "#cc0000",
  soft: "#e6f0fa",
};

function mapOf(text: string): FlowMap {
  const { understood, diagnostics } = compileWith({
    name: "demo/quiz.yaml",
    text,
  });
  return flowMap(onlyFunnel(understood), diagnostics);
}

function onlyFunnel(program: Program | null) {
  const [node] = program?.funnels ?? [];
  if (node === undefined) throw new Error("The funnel was not understood.");
  return node;
}

const BASE = baseFiles.find(({ name }) => name === "demo/quiz.yaml");
const WITH_WAYS = quizText(
  `- { id: mood, ask: "Good & <well>?", options: [Good, Bad] }
- { id: why, ask: What happened?, when: { mood: bad }, options: [Rain, Work] }
- { id: end, ask: And now?, when: { any: [{ mood: good }, { why: rain }] }, options: [Go, Stay] }`,
);

describe("the map of a funnel", () => {
  test("names each step with its address, its kind and what it says", () => {
    const map = mapOf(BASE?.text ?? "");
    expect(
      map.steps.map(({ id, path, kind, head }) => [id, path, kind, head]),
    ).toEqual([
      ["mood", "/quiz/start", "question", "How are you?"],
      ["email", "/quiz/2-email", "page", "Which email opens this?"],
      ["oto", "/quiz/oto", "offer", "Your plan"],
      ["small", "/quiz/small", "offer", "Something smaller"],
      ["thank-you", "/quiz/thank-you", "end", "Thank you"],
    ]);
    expect(map.name).toBe("Quiz");
  });

  test("keeps accepting and declining apart", () => {
    const { ways } = mapOf(BASE?.text ?? "");
    expect(
      ways.filter(({ from }) => from === "oto").map(({ on, to }) => [on, to]),
    ).toEqual([
      ["accept", "thank-you"],
      ["decline", "small"],
    ]);
  });

  test("says a condition once, at the step that everybody reaches by it", () => {
    const { steps, ways } = mapOf(WITH_WAYS);
    expect(steps.map(({ when }) => when)).toEqual([
      null,
      "mood: Bad",
      "mood: Good, or why: Rain",
      null,
    ]);
    expect(ways.map(({ when }) => when)).toEqual(ways.map(() => null));
    expect(ways.every(({ isNatural }) => isNatural)).toBe(true);
  });

  test("shows a finding at the step whose lines it is in", () => {
    const map = mapOf(
      quizText(
        `- { id: mood, ask: How are you?, options: [Good, Bad] }
- { id: why, ask: What happened?, when: { mood: sad }, options: [Rain, Work] }`,
      ),
    );
    expect(
      map.steps.map(({ findings }) => findings.map(({ code }) => code)),
    ).toEqual([[], ["answer/unknown"], []]);
  });
});

describe("the picture", () => {
  const map = mapOf(WITH_WAYS);
  const picture = svgMap(map, COLORS);

  test("is one drawing, whatever the texts hold", () => {
    const opened = [...picture.matchAll(/<([a-z]+)(?: [^<>]*)?(?<!\/)>/g)];
    const closed = [...picture.matchAll(/<\/([a-z]+)>/g)];
    const names = (found: RegExpMatchArray[]) =>
      found.map(([, name = ""]) => name).toSorted((a, b) => a.localeCompare(b));
    expect(names(opened)).toEqual(names(closed));
    expect(picture).toContain("Good &amp; &lt;well&gt;?");
    expect(picture).not.toContain("<well>");
  });

  test("has a box for every step and a line for every way", () => {
    expect(picture.match(/<g>/g)).toHaveLength(map.steps.length);
    expect(picture.match(/marker-end/g)).toHaveLength(map.ways.length);
  });

  test("keeps the boxes apart, also of sixty steps", () => {
    const [step] = map.steps;
    if (step === undefined) throw new Error("no step");
    const steps = Array.from({ length: 60 }, (_, i) => ({
      ...step,
      id: `step-${i}`,
    }));
    const many = svgMap({ ...map, steps, ways: [] }, COLORS);
    const boxes = [
      ...many.matchAll(
        /<rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)/g,
      ),
    ].map(([, ...figures]) => figures.map(Number));
    expect(boxes).toHaveLength(60);
    const overlap = boxes.filter(([x = 0, y = 0], i) =>
      boxes.some(
        ([x2 = 0, y2 = 0, width = 0, height = 0], j) =>
          i !== j && x >= x2 && x < x2 + width && y >= y2 && y < y2 + height,
      ),
    );
    expect(overlap).toEqual([]);
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(many) ?? [];
    expect(Number(width) / Number(height)).toBeGreaterThan(1.3);
    expect(Number(width) / Number(height)).toBeLessThan(2.2);
  });

  test("marks a step that has a finding, with its code", () => {
    const [first, ...others] = map.steps;
    if (first === undefined) throw new Error("no step");
    const findings = [
      { code: "answer/unknown", message: "No such answer." },
    ] as const;
    const marked = svgMap(
      { ...map, steps: [{ ...first, findings }, ...others] },
      COLORS,
    );
    expect(marked).toContain("✗ answer/unknown");
    expect(marked).toContain(`stroke="${COLORS.bad}" stroke-width="2"`);
    expect(picture).not.toContain(`stroke="${COLORS.bad}" stroke-width="2"`);
  });
});

test("Mermaid gets steps, ways and conditions, with its own signs escaped", () => {
  const drawn = mermaidMap(
    mapOf(
      quizText(
        `- { id: mood, ask: 'Is it #1 or "bad"?', options: [Good, Bad] }
- { id: why, ask: What happened?, when: { mood: bad }, options: [Rain, Work] }`,
      ),
    ),
  );
  expect(drawn).toContain("flowchart TD");
  expect(drawn).toContain('  s1["1 mood<br/>Is it #35;1 or #quot;bad#quot;?"]');
  expect(drawn).toContain('  s1 -->|"if mood: Bad"| s2');
  expect(drawn).toContain("  s1 --> s3");
});
