import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { data } from "../schema/read.ts";
import { DIGITS } from "../shared/minor-digits.ts";
import { ROOT } from "../testing/root.ts";
import { BASE_DIR } from "../testing/base-content.ts";
import { readContent } from "../workspace/content.ts";
import { loadCompiler } from "../workspace/load-compiler.ts";
import { newCommand } from "./new.ts";

const SHIPPED = join(ROOT, "funnels");
const dir = mkdtempSync(join(tmpdir(), "funnels-new-"));

beforeAll(() => {
  vi.spyOn(console, "log").mockReturnValue();
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function copyOf(content: string, name: string): string {
  const copy = join(dir, name);
  cpSync(content, copy, { recursive: true });
  return copy;
}

const newFunnel = (name: string, content: string) =>
  newCommand("funnel", name, { content }, ROOT);

async function findings(content: string): Promise<string[]> {
  const compile = await loadCompiler(ROOT, content);
  return compile(readContent(content)).diagnostics.map(
    ({ at, message }) => `${at.file}:${at.line}: ${message}`,
  );
}

test(
  "a new funnel of every brand passes the check and sells one of its products",
  { tags: "long" },
  async () => {
    const content = copyOf(SHIPPED, "shipped");
    const brands = readContent(content).flatMap(({ name }) =>
      name.endsWith("/brand.yaml") ? [name.replace("/brand.yaml", "")] : [],
    );
    for (const brand of brands) {
      expect(await newFunnel(`${brand}/evenings`, content)).toBe(0);
      const text = readFileSync(join(content, brand, "evenings.yaml"), "utf8");
      expect(text).toContain("plans: [{ product: ");
    }
    expect(brands.length).toBeGreaterThan(1);
    expect(await findings(content)).toEqual([]);
  },
);

test("a funnel has an address that nothing of its brand has", async () => {
  const content = copyOf(BASE_DIR, "taken");
  const quiz = join(content, "demo/quiz.yaml");
  const written = readFileSync(quiz, "utf8");
  writeFileSync(
    quiz,
    written.replace(
      /^mounts: .*$/m,
      "mounts: [/quiz, /quiz-evenings, { path: /quiz-evenings-2 }]",
    ),
  );
  expect(await newFunnel("demo/evenings", content)).toBe(0);
  expect(readFileSync(join(content, "demo/evenings.yaml"), "utf8")).toContain(
    "\nmounts: [/quiz-evenings-3]\n",
  );
  expect(await findings(content)).toEqual([]);
});

test("a brand that has nothing to sell gets a funnel that sells nothing", async () => {
  const content = copyOf(BASE_DIR, "nothing-to-sell");
  rmSync(join(content, "demo/quiz.yaml"));
  const file = join(content, "demo/brand.yaml");
  const text = readFileSync(file, "utf8");
  writeFileSync(
    file,
    text
      .replace(/^products:\n(?: .*\n)+/m, "")
      .replace("home: /quiz", "home: /quiz-evenings"),
  );
  expect(await newFunnel("demo/evenings", content)).toBe(0);
  expect(await findings(content)).toEqual([]);
});

test.each([
  ["that is no YAML", "questions: [\n"],
  ["with an unknown key", "questions:\n  - { idd: mood, oops: 1 }\n"],
])("nothing is written beside a funnel %s", async (_what, text) => {
  const content = copyOf(BASE_DIR, `unread-${text.length}`);
  const file = join(content, "demo/quiz.yaml");
  writeFileSync(file, `name: Quiz\ntitle: Quiz\nmounts: [/quiz]\n${text}`);
  const said = vi.spyOn(console, "error").mockReturnValue();
  expect(await newFunnel("demo/evenings", content)).toBe(2);
  expect(said).toHaveBeenCalledWith(
    `${file} cannot be read. Run \`npx funnels check\` to see why.`,
  );
  said.mockRestore();
  expect(existsSync(join(content, "demo/evenings.yaml"))).toBe(false);
});

test.each(["null", "true", "false"])(
  "a brand and a funnel called %s pass the check",
  async (name) => {
    const content = join(dir, `called-${name}`);
    expect(await newCommand("brand", name, { content }, ROOT)).toBe(0);
    expect(await newFunnel(`${name}/${name}`, content)).toBe(0);
    expect(await findings(content)).toEqual([]);
  },
);

test("a new brand writes to those who buy, and its funnel to those who left an email", async () => {
  const content = join(dir, "mails");
  expect(await newCommand("brand", "lantern", { content }, ROOT)).toBe(0);
  expect(await findings(content)).toEqual([]);
  const mailsOf = (file: string) => {
    const text = readFileSync(join(content, "lantern", file), "utf8");
    return Object.keys(data(data(parse(text))["mails"]));
  };
  expect(mailsOf("quiz.yaml")).toEqual(["contact.stored"]);
  expect(mailsOf("brand.yaml")).toEqual([
    "payment.taken",
    "renewal.upcoming",
    "renewal.taken",
    "renewal.failed",
    "payment.refunded",
    "subscription.cancelled",
  ]);
});

test("the longest name that a brand can have passes the check", async () => {
  const [content, name] = [join(dir, "longest"), "a".repeat(60)];
  expect(await newCommand("brand", name, { content }, ROOT)).toBe(0);
  const found = await findings(content);
  expect(found.filter((one) => !one.includes("title"))).toEqual([]);
});

test.each(["a".repeat(61), "007", "constructor", "www", "testing-x"])(
  "a brand called %s is refused, and nothing is written",
  async (name) => {
    const content = join(dir, "refused");
    const said = vi.spyOn(console, "error").mockReturnValue();
    expect(await newCommand("brand", name, { content }, ROOT)).toBe(2);
    expect(said).toHaveBeenCalledWith(
      expect.stringMatching(/^".*" is not a valid name: .*\.$/),
    );
    said.mockRestore();
    expect(existsSync(content)).toBe(false);
  },
);

test.each(["brand", "funnel"])(
  "a %s is not made in the folder of a brand",
  async (what) => {
    const content = join(copyOf(BASE_DIR, `in-a-brand-${what}`), "demo");
    const before = readdirSync(content);
    const said = vi.spyOn(console, "error").mockReturnValue();
    const name = what === "brand" ? "lantern" : "lantern/quiz";
    expect(await newCommand(what, name, { content }, ROOT)).toBe(2);
    expect(said.mock.calls).toEqual([
      [
        `"${content}" is the folder of a brand. Name the content root, the folder that holds it, with --content DIR.`,
      ],
    ]);
    said.mockRestore();
    expect(readdirSync(content)).toEqual(before);
  },
);

test("a brand of which one file cannot be written leaves no other behind", async () => {
  const content = join(dir, "half");
  mkdirSync(content);
  writeFileSync(join(content, "lantern"), "");
  await expect(
    newCommand("brand", "lantern", { content }, ROOT),
  ).rejects.toThrow(/lantern/);
  expect(readdirSync(content)).toEqual(["lantern"]);
});

test("a brand is made where funnels of it are already", async () => {
  const content = join(dir, "funnels-first");
  const quiz = join(content, "lantern/quiz.yaml");
  mkdirSync(dirname(quiz), { recursive: true });
  writeFileSync(quiz, "name: Mine\n");
  expect(await newCommand("brand", "lantern", { content }, ROOT)).toBe(0);
  expect(readFileSync(quiz, "utf8")).toBe("name: Mine\n");
  expect(readdirSync(join(content, "lantern"))).toEqual([
    "brand.yaml",
    "quiz.yaml",
  ]);
});

test.each(["demo/a/b", "demo/a/"])(
  "a funnel called %s is refused in a sentence",
  async (name) => {
    const content = copyOf(BASE_DIR, "deeper");
    const said = vi.spyOn(console, "error").mockReturnValue();
    expect(await newFunnel(name, content)).toBe(2);
    expect(said).toHaveBeenCalledWith(
      expect.stringMatching(/^".*" is not a valid name: .*\.$/),
    );
    said.mockRestore();
    expect(existsSync(join(content, "demo/a.yaml"))).toBe(false);
  },
);

test.each([
  ["brand", "funnels/lantern", "lantern"],
  ["funnel", "funnels/demo/evenings", "demo/evenings"],
  ["funnel", "funnels/demo/evenings.yaml", "demo/evenings"],
  ["funnel", "funnels/demo", "demo"],
])(
  "a %s is called %s without the folder of the content",
  async (what, name, meant) => {
    const content = copyOf(BASE_DIR, "funnels");
    const said = vi.spyOn(console, "error").mockReturnValue();
    expect(await newCommand(what, name, { content }, ROOT)).toBe(2);
    expect(said.mock.calls).toEqual([
      [`"${name}" is not a valid name: leave out "funnels/". Use ${meant}.`],
    ]);
    said.mockRestore();
  },
);

test.each(["", "/evenings"])(
  "a name without a brand, %j, is answered with what to write",
  async (name) => {
    const content = join(dir, "without-a-brand");
    const said = vi.spyOn(console, "error").mockReturnValue();
    expect(await newCommand("brand", name, { content }, ROOT)).toBe(2);
    expect(said.mock.calls).toEqual([
      [
        "Use `funnels new brand my-brand` or `funnels new funnel my-brand/my-funnel`.",
      ],
    ]);
    said.mockRestore();
    expect(existsSync(content)).toBe(false);
  },
);

test("a brand may be called as the folder of the content is", async () => {
  const content = copyOf(BASE_DIR, "demo");
  expect(await newFunnel("demo/evenings", content)).toBe(0);
});

test("a new brand costs about as much in every currency of the site", async () => {
  const content = join(dir, "currencies");
  expect(await newCommand("brand", "first", { content }, ROOT)).toBe(0);
  const site = join(content, "site.yaml");
  const rules = ["JPY", "KWD", "HUF"].map(
    (code) =>
      `  - { currency: ${code}, symbol: ${code}, region: There, code: ${code} }\n`,
  );
  const written = readFileSync(site, "utf8");
  writeFileSync(site, written.replace("  - {", `${rules.join("")}  - {`));
  expect(await newCommand("brand", "lantern", { content }, ROOT)).toBe(0);
  expect(readFileSync(join(content, "lantern/brand.yaml"), "utf8")).toContain(
    "    price: { JPY: 2990, KWD: 9.99, HUF: 2990, CAD: 29.99, GBP: 29.99, EUR: 29.99, USD: 29.99 }\n",
  );
  rmSync(join(content, "first"), { recursive: true });
  writeFileSync(site, readFileSync(site, "utf8").replace("first", "lantern"));
  expect(await findings(content)).toEqual([]);
});

test("the prices of a new brand pass the check in every currency of ISO 4217", async () => {
  const content = join(dir, "every-currency");
  expect(await newCommand("brand", "first", { content }, ROOT)).toBe(0);
  const site = join(content, "site.yaml");
  const rules = [...DIGITS.keys()].map(
    (code) =>
      `  - { currency: ${code}, symbol: ${code}, region: There, code: ${code} }\n`,
  );
  const written = readFileSync(site, "utf8").replace("first", "lantern");
  writeFileSync(
    site,
    written.replace(/(?<=\ncurrencies:\n)(?: .*\n)*(?= .*\n)/, rules.join("")),
  );
  rmSync(join(content, "first"), { recursive: true });
  expect(await newCommand("brand", "lantern", { content }, ROOT)).toBe(0);
  const found = await findings(content);
  // In some of them, nobody pays.
  expect(found.filter((one) => !one.includes("no visitor pays"))).toEqual([]);
});
