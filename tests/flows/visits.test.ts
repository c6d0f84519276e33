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

function at(path: string): string {
  const { port } = Object(proxy.address());
  return `http://calm.localhost:${String(port)}${path}`;
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

test("a document goes on where one was left before React was there", async () => {
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
});

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
