import { expect, test } from "vitest";
import {
  baseFiles,
  compileWith,
  linkedQuiz,
  quizText,
} from "../testing/base-content.ts";
import { themeCss } from "./theme.ts";

const faces = { css: "", family: "serif", preload: "/assets/fonts/a.woff2" };
const QUESTION =
  "- { id: rest, ask: How rested are you?, options: [Very, Not] }";

test("each stretch of a quiz has a drawing, the first one develops while answers are read", () => {
  expect(drawn(["/a.svg", "/b.svg"])).toEqual([
    "--art:url(/a.svg)",
    ...["/a.svg", "/a.svg", "/a.svg", "/b.svg", "/b.svg", "/b.svg"].map(
      (drawing) => `--drawing:url(${drawing})`,
    ),
  ]);
});

test("a funnel's own drawings take the place of its brand's", () => {
  expect(drawn(["/a.svg", "/b.svg"], ["/own.svg"])).toEqual([
    "--art:url(/own.svg)",
    ...Array.from({ length: 6 }, () => "--drawing:url(/own.svg)"),
  ]);
});

test("what of a drawing is kept stands beside it", () => {
  const { program } = compileWith();
  const [node] = program?.brands ?? [];
  if (node === undefined) throw new Error("no brand");
  const theme = {
    ...node.theme,
    drawings: ["/a.svg", "/b.svg"],
    focus: { "/b.svg": "50% 10%" },
  };
  const css = themeCss({ theme }, faces);
  expect(css).toContain('[data-chapter="2"]{--drawing:url(/a.svg)}');
  expect(css).toContain(
    '[data-chapter="3"]{--drawing:url(/b.svg);--focus:50% 10%}',
  );
  expect(css).toContain("--art:url(/a.svg) center}");
  const turned = { ...theme, drawings: theme.drawings.toReversed() };
  expect(themeCss({ theme: turned }, faces)).toContain(
    "--art:url(/b.svg) 50% 10%}",
  );
});

test.each([
  ["hero.svg: 50% 10%", []],
  ["gone.svg: 50% 10%", ["asset/unknown: gone.svg"]],
  ["../a.svg: 50% 10%", ["asset/outside: ../a.svg"]],
  ["hero.svg: top", ["schema/wrong-form: top"]],
  ['"group photo.svg": 50% 10%', ['asset/bad-name: "group photo.svg"']],
])("focus: { %s } of a brand", (focus, found) => {
  const name = "demo/brand.yaml";
  const text = baseFiles.find((file) => file.name === name)?.text ?? "";
  const layout = `  layout: { drawings: [hero.svg], focus: { ${focus} } }\n`;
  const whole = text.replace("  font:", `${layout}  font:`);
  const { diagnostics, program } = compileWith({ name, text: whole });
  const marked = diagnostics.map(({ code, at }) => {
    const line = whole.split("\n")[at.line - 1] ?? "";
    return `${code}: ${line.slice(at.column - 1, at.endColumn - 1)}`;
  });
  expect(marked).toEqual(found);
  if (found.length > 0) return;
  const [drawing = ""] = program?.brands[0]?.theme.drawings ?? [];
  expect(program?.brands[0]?.theme.focus).toEqual({ [drawing]: "50% 10%" });
});

test.each([
  ["", "", ["unused/name"]],
  ["drawings: [hero.svg], ", "", []],
  ["", "drawings: [hero.svg]", []],
])(
  "a focus counts where brand (%s) or funnel (%s) draws it",
  (own, quiz, codes) => {
    const name = "demo/brand.yaml";
    const text = baseFiles.find((file) => file.name === name)?.text ?? "";
    const layout = `  layout: { ${own}focus: { hero.svg: 50% 10% } }\n`;
    const { diagnostics } = compileWith(
      { name, text: text.replace("  font:", `${layout}  font:`) },
      { name: "demo/quiz.yaml", text: quizText(QUESTION, "", quiz) },
    );
    expect(diagnostics.map(({ code }) => code)).toEqual(codes);
  },
);

test("a funnel names its own from the assets of its brand, and uses them", () => {
  const { drawings, used } = linkedQuiz(QUESTION, "", "drawings: [hero.svg]");
  expect(drawings).toEqual([
    expect.stringMatching(/^\/assets\/demo\/hero\.[0-9a-f]{8}\.svg$/),
  ]);
  expect([...used]).toContain("assets.hero.svg");
  expect(linkedQuiz(QUESTION).drawings).toEqual([]);
});

test("beside the page of unknown addresses stands its own picture", () => {
  const name = "demo/brand.yaml";
  const text = baseFiles.find((file) => file.name === name)?.text ?? "";
  const drawingsWith = (page: string) =>
    compileWith({ name, text: `${text}${page}` }).program?.brands[0]?.pages
      .drawings;
  expect(drawingsWith("")).toEqual([]);
  expect(drawingsWith("  - { path: /gone, page: not-found }\n")).toEqual([]);
  expect(
    drawingsWith("  - { path: /gone, page: not-found, picture: hero.svg }\n"),
  ).toEqual([
    expect.stringMatching(/^\/assets\/demo\/hero\.[0-9a-f]{8}\.svg$/),
  ]);
});

test.each([
  ["[gone.svg]", ["asset/unknown"]],
  ["[]", ["schema/out-of-range"]],
])("drawings: %s is refused", (drawings, codes) => {
  const name = "demo/quiz.yaml";
  const text = baseFiles.find((file) => file.name === name)?.text ?? "";
  const { diagnostics } = compileWith({
    name,
    text: text.replace("\nquestions:", `\ndrawings: ${drawings}\nquestions:`),
  });
  expect(diagnostics.map(({ code }) => code)).toEqual(codes);
});

function drawn(
  brand: readonly string[],
  own?: readonly string[],
): readonly string[] {
  const { program } = compileWith();
  const [node] = program?.brands ?? [];
  if (node === undefined) throw new Error("no brand");
  const theme = { ...node.theme, drawings: brand };
  return (
    themeCss({ theme }, faces, own).match(/--(?:art|drawing):url\([^)]*\)/g) ??
    []
  );
}

test("a browser that darkens pages leaves a light one as it is drawn", () => {
  const { program } = compileWith();
  const [node] = program?.brands ?? [];
  if (node === undefined) throw new Error("no brand");
  const colors = { ...node.theme.colors, page: "#e6b392" };
  const dark = { ...node.theme.colors, page: "#101010" };
  const css = themeCss({ theme: { ...node.theme, colors, dark } }, faces);
  expect(css.match(/(?<=[{;])color-scheme:[^;]+/g)).toEqual([
    "color-scheme:only light",
    "color-scheme:dark",
  ]);
});
