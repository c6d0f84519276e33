import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { createServer } from "vite";
import { ROOT } from "../../compiler/testing/root.ts";
import { develop, developedCheckout } from "../checkouts/develop.ts";
import { launchBrowser } from "../testing/browser.ts";
import { hydrated } from "../testing/screen.ts";
import { middle } from "./measure.ts";

const ROUNDS = 15;
const QUIZ = "funnels/calm/adhd.yaml";
/** The first question of the quiz, and how it asks. */
const ASK = "how old are you?";
const FIRST = "  - id: age\n";
const START = "/quiz-adhd/start";

/** In milliseconds. */
type Times = Record<"bareText" | "ownText" | "ownQuestion", number>;

/**
 * How long what is saved takes to the screen, from the write of the file to the change of the DOM: a text and a new
 * question of the shipped content, beside Vite's own replacement of a module that was written by hand. In turn, in one
 * run.
 */
export async function benchDev(): Promise<void> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "funnels-dev-")));
  const checkout = developedCheckout(join(root, "own"), join(ROOT, "funnels"));
  const bare = await serveBare(join(root, "bare"));
  const server = await develop(checkout);
  const browser = await launchBrowser();
  try {
    const [theirs, ours] = [await browser.newPage(), await browser.newPage()];
    await theirs.goto(`http://127.0.0.1:${bare.port}/`);
    await ours.goto(`http://calm.localhost:${server.port}${START}`);
    await hydrated(ours);
    const file = join(checkout, QUIZ);
    const text = readFileSync(file, "utf8");
    if (!text.includes(FIRST)) throw new Error("the quiz begins otherwise");
    const save = (from: string, to: string) => () =>
      writeFileSync(file, text.replace(from, to));
    const saveQuestion = (question: string) => () =>
      writeFileSync(file, renumbered(text.replace(FIRST, question + FIRST)));
    const times: Times[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const word = `(${round})`;
      const question = `  - { id: round-${round}, ask: Which?, options: [A, B] }\n`;
      const bareText = await timed(theirs, word, "/", () => bare.write(word));
      const ownText = await timed(ours, word, START, save(ASK, ASK + word));
      await timed(ours, ASK, START, save(ASK, ASK));
      // Whoever is on the first question is on the second then.
      const ownQuestion = await timed(
        ours,
        ASK,
        "/quiz-adhd/2-age",
        saveQuestion(question),
      );
      await timed(ours, ASK, START, save(ASK, ASK));
      times.push({ bareText, ownText, ownQuestion });
    }
    report(times.slice(1));
  } finally {
    await browser.close();
    await Promise.all([server.stop(), bare.close()]);
    rmSync(root, { recursive: true, force: true });
  }
}

/** With one more question before them, numbered pages have the next number. */
function renumbered(text: string): string {
  return text.replaceAll(
    /\bpath: (\d+)-/g,
    (_, number: string) => `path: ${Number(number) + 1}-`,
  );
}

/** Milliseconds from `save` until the page has a text, and is at an address. */
async function timed(
  page: Page,
  text: string,
  path: string,
  save: () => void,
): Promise<number> {
  const started = Date.now();
  save();
  const seen = await page.waitForFunction(
    ([text, path]) =>
      location.pathname === path &&
      document.body.textContent.includes(text) &&
      Date.now(),
    [text, path] as const,
    { polling: 2 },
  );
  return Number(await seen.jsonValue()) - started;
}

/** Vite with one module by hand that says a text, and takes its own successor. */
async function serveBare(root: string) {
  mkdirSync(root);
  const write = (text: string) =>
    writeFileSync(
      join(root, "text.js"),
      `export const text = ${JSON.stringify(text)};`,
    );
  write("");
  writeFileSync(
    join(root, "index.html"),
    '<!doctype html><p></p><script type="module" src="/main.js"></script>',
  );
  writeFileSync(
    join(root, "main.js"),
    [
      'import { text } from "./text.js";',
      'const show = (text) => (document.querySelector("p").textContent = text);',
      "show(text);",
      'import.meta.hot.accept("./text.js", (next) => show(next.text));',
    ].join("\n"),
  );
  const server = await createServer({
    root,
    configFile: false,
    logLevel: "error",
    server: { port: 0, host: "127.0.0.1" },
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (typeof address !== "object" || !address) throw new Error("no port");
  return { port: address.port, write, close: () => server.close() };
}

function report(times: readonly Times[]): void {
  const of = (name: keyof Times) =>
    times.map((time) => time[name]).toSorted((a, b) => a - b);
  const bare = middle(of("bareText"));
  const line = (name: string, values: readonly number[]) =>
    console.log(
      `  ${name.padEnd(28)} median ${middle(values)} ms, slowest ${values.at(-1)} ms, ${(middle(values) / bare).toFixed(1)} times Vite`,
    );
  line("Vite, a module by hand", of("bareText"));
  line("a changed text", of("ownText"));
  line("a new question", of("ownQuestion"));
}
