import { expect, test } from "vitest";
import { compileWith, quizText } from "../testing/base-content.ts";
import { prettyRoutes } from "../report/routes.ts";
import { routeTable } from "./routes.ts";

const { program, diagnostics } = compileWith({
  name: "demo/quiz.yaml",
  text: quizText(
    '- { id: a, ask: "**How** are you,\\n really?", options: [Good, Bad] }',
    [
      "- path: oto",
      "  page: offer",
      "  experiment: { name: which, b: { page_type: B } }",
      "  guards: [visitor-loaded, prerequisites]",
      '  heading: "For {{ name | you }}, who feel {{ a }}"',
      "  sections: [{ section: plans, plans: [{ product: plan, label: Four weeks }] }]",
      "  accept: coach",
      "  decline: thank-you",
      "  aliases: [{ path: /offer, title: An offer }]",
      "- { path: 'upsell/{offerId}', id: coach, page: upsell, heading: A coach, product: small, acceptLabel: Yes, accept: thank-you, decline: thank-you }",
    ].join("\n"),
    "experiments: { which: Which of them. }",
  ).replace("[/quiz]", "[/quiz, /quiz-mp]"),
});
if (program === null) throw new Error(diagnostics[0]?.message);
const rows = routeTable(program);
const at = (path: string) => rows.find((row) => row.path === path);

test("a page is there once for each of its addresses", () => {
  expect(at("/quiz-mp/upsell/coach")).toEqual({
    brand: "demo",
    path: "/quiz-mp/upsell/coach",
    to: null,
    funnel: "quiz",
    route: "/quiz-mp/upsell/{offerId}",
    page: "upsell",
    title: "A coach · Demo",
    guards: [],
    experiment: null,
  });
  expect(rows.filter(({ path }) => path === "/offer")).toMatchObject([
    { route: "/offer", page: "offer", title: "An offer", experiment: "which" },
  ]);
});

test("its title is one line, its variables as they are written", () => {
  expect(at("/quiz/oto")).toMatchObject({
    title: "For {{ name | you }}, who feel {{ a }} · Demo",
    guards: ["visitor-loaded", "prerequisites"],
    experiment: "which",
  });
});

test("redirects are among them", () => {
  expect(rows.filter(({ to }) => to !== null)).toMatchObject([
    { path: "/", to: "/quiz/start", page: null },
    { path: "/oto", to: "/quiz/oto" },
    { path: "/quiz", to: "/quiz/start" },
    { path: "/quiz-mp", to: "/quiz-mp/start" },
  ]);
});

test("a long title does not make the table wider than it has to be", () => {
  const title = "Very ".repeat(40);
  const [first] = rows.filter(({ to }) => to === null);
  if (first === undefined) throw new Error("no page");
  const lines = prettyRoutes([{ ...first, title }]).split("\n");
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(120);
  expect(lines[1]).toContain("Very Very…  –");
});
