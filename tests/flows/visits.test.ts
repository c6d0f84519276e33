import { createServer, request } from "node:http";
import type { Browser, Page } from "playwright";
import {
  afterAll,
  beforeAll,
  beforeEach,
  expect,
  inject,
  onTestFinished,
  test,
} from "vitest";
import { SHOWN_PAGES_KEY } from "../../runtime/core/storage-keys.ts";
import { launchBrowser } from "../testing/browser.ts";
import { SCRIPTS } from "../testing/faults.ts";
import { hydrated, screenAfter, soon } from "../testing/screen.ts";

/** What a page tells that is left. */
interface Told {
  readonly cookie: string | undefined;
  readonly status: number | undefined;
  readonly told: number;
  readonly pages: readonly string[];
}

const COUNTS = "/api/visitor/count-pages";

/** What was told: the browser's driver does not see what is sent behind a page. */
let heard: Told[] = [];
let holdsScripts = false;
/** Stands before the server, notes it, and holds scripts back. */
const proxy = createServer((incoming, outgoing) => {
  const { method, url: path = "", headers } = incoming;
  if (holdsScripts && SCRIPTS.test(path)) return;
  const chunks: Buffer[] = [];
  incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
  incoming.on("end", () => {
    const body = Buffer.concat(chunks);
    const port = inject("port");
    const onward = { host: "127.0.0.1", port, method, path, headers };
    request(onward, ({ statusCode: status, headers: answered }) => {
      outgoing.writeHead(status ?? 502, answered);
    })
      .on("response", (answer) => {
        answer.pipe(outgoing);
        if (path !== COUNTS) return;
        const { told, pages } = JSON.parse(body.toString());
        const names = pages.map(({ page }: { page: string }) => page);
        const { cookie } = headers;
        heard.push({ cookie, status: answer.statusCode, told, pages: names });
      })
      .end(body);
  });
});
let browser: Browser;
beforeAll(async () => {
  // Of its own: where requests can be held back by the driver, those that outlive their page do not go out.
  browser = await launchBrowser();
  await new Promise<void>((done) => void proxy.listen(0, "127.0.0.1", done));
});
afterAll(async () => {
  await browser.close();
  proxy.closeAllConnections();
  proxy.close();
});

beforeEach(() => {
  heard = [];
  holdsScripts = false;
});

async function arrive(): Promise<Page> {
  const viewport = { width: 375, height: 812 };
  const context = await browser.newContext({ viewport });
  onTestFinished(() => context.close());
  return context.newPage();
}

const START = "/quiz-adhd/start";
const SECOND = "/quiz-adhd/2-area";

function at(path: string, brand = "calm"): string {
  const { port } = Object(proxy.address());
  return `http://${brand}.localhost:${String(port)}${path}`;
}

/** The tab has kept that the page is shown, which it does behind the paint. */
const noted = (page: Page, path: string) =>
  page.waitForFunction(
    ([key, name]) =>
      sessionStorage
        .getItem(key)
        ?.replace(/^.*"page":/, "")
        .startsWith(name),
    [SHOWN_PAGES_KEY, `"${path}"`] as const,
  );
const tapFirst = (page: Page) => page.locator("main label").first().click();

test("whoever leaves before React is there is counted", async () => {
  holdsScripts = true;
  const page = await arrive();
  await page.goto(at(`${START}?utm_source=ad`), { waitUntil: "commit" });
  await tapFirst(page);
  await screenAfter(page, START);
  await page.goto("about:blank");
  await soon(async () =>
    expect(heard).toEqual([
      { cookie: undefined, status: 200, told: 0, pages: [START, SECOND] },
    ]),
  );
});

test(
  "a document goes on where one was left before React was there",
  { tags: "long" },
  async () => {
    holdsScripts = true;
    const page = await arrive();
    await page.goto(at(START), { waitUntil: "commit" });
    await tapFirst(page);
    await screenAfter(page, START);
    holdsScripts = false;
    await page.goto(at(SECOND));
    await hydrated(page);
    await tapFirst(page);
    const { path } = await screenAfter(page, SECOND);
    await noted(page, path);
    await page.goto("about:blank");
    const before = { cookie: undefined, status: 200 };
    const first = [START, SECOND];
    await soon(async () =>
      expect(heard).toMatchObject([
        { ...before, told: 0, pages: first },
        { ...before, told: 2 },
      ]),
    );
    const again = heard[1]?.pages ?? [];
    expect([...new Set(again)]).toEqual([...first, path]);
  },
);

test("whoever leaves later is counted once for each page, and without a cookie", async () => {
  const page = await arrive();
  await page.goto(at(START));
  await hydrated(page);
  await tapFirst(page);
  await screenAfter(page, START);
  await noted(page, SECOND);
  await page.goBack();
  await screenAfter(page, SECOND);
  await noted(page, START);
  await page.goto(at(SECOND));
  await hydrated(page);
  const before = { cookie: undefined, status: 200 };
  const first = [START, SECOND, START];
  await soon(async () =>
    expect(heard).toEqual([{ ...before, told: 0, pages: first }]),
  );
  await tapFirst(page);
  const { path } = await screenAfter(page, SECOND);
  await noted(page, path);
  await page.goto("about:blank");
  const pages = [...first, SECOND, path];
  await soon(async () =>
    expect(heard[1]).toEqual({ ...before, told: 3, pages }),
  );
});

test("neither a sensitive question nor what its answer leads to is told", async () => {
  const page = await arrive();
  const start = "/quiz-boost/start";
  await page.goto(at(start, "body"));
  await hydrated(page);
  await tapFirst(page);
  const second = await screenAfter(page, start);
  await tapFirst(page);
  const third = await screenAfter(page, second.path);
  await noted(page, third.path);
  await page.locator("main button[data-action=continue]").click();
  const heart = await screenAfter(page, third.path);
  // Only this question has it.
  await page.getByLabel("I have fainted, or nearly").check();
  await page.locator("main button[data-action=continue]").click();
  const help = await screenAfter(page, heart.path);
  expect(help.path).not.toBe(third.path);
  expect(await page.locator('main a[href="tel:911"]').count()).toBe(1);
  // A document of its own, which begins with what the tab has kept.
  await page.reload();
  await hydrated(page);
  await page.goto("about:blank");
  const pages = [start, second.path, third.path];
  await soon(async () => expect(heard).toMatchObject([{ told: 0, pages }]));
});

test("nothing is kept or told of those who do not want to be measured", async () => {
  const page = await arrive();
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "globalPrivacyControl", { value: true }),
  );
  holdsScripts = true;
  await page.goto(at(START), { waitUntil: "commit" });
  await tapFirst(page);
  await screenAfter(page, START);
  holdsScripts = false;
  await page.goto(at(SECOND));
  await hydrated(page);
  await tapFirst(page);
  await screenAfter(page, SECOND);
  const kept = await page.evaluate(
    (key) => sessionStorage.getItem(key),
    SHOWN_PAGES_KEY,
  );
  expect(kept).toBeNull();
  await page.goto("about:blank");
  expect(heard).toEqual([]);
});
