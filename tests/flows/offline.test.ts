import { expect, inject, onTestFinished } from "vitest";
import { hydrated, workerReady } from "../testing/screen.ts";
import { test } from "../testing/visitor.ts";
import { wireTo } from "../testing/wire.ts";

const ALLOWED = { serviceWorkers: "allow" } as const;
/** What the browser says of calls without network. */
const UNREACHED =
  /ERR_INTERNET_DISCONNECTED|failed|could not|not kept|fetch|An unknown error/i;

test("a reload without network brings the funnel back, with the answers and a word about the network", async ({
  arrive,
}) => {
  const { page, context } = await arrive("calm", {
    own: ALLOWED,
    expected: UNREACHED,
  });
  const wire = await wireTo(inject("port"));
  onTestFinished(() => wire.cut());
  await page.goto(`http://calm.localhost:${wire.port}/quiz-adhd/start`);
  await hydrated(page);
  await page.locator("main label").first().click();
  await page.waitForURL(/2-area/);
  await workerReady(page);
  const here = await hydrated(page);

  await context.setOffline(true);
  await wire.cut();
  await page.reload();
  await page.getByText("You are offline.").waitFor();
  expect(await hydrated(page)).toMatchObject({
    path: here.path,
    page: here.page,
    heading: here.heading,
  });
  await page.locator("main label").first().click();
  await page.waitForURL(/3-welcome/);
  await page.locator('[data-action="back"]').click();
  await page.waitForURL(/2-area/);
  await page.locator('[data-action="back"]').click();
  await page.waitForURL(/start/);
  expect(await page.locator("main input:checked").count()).toBe(1);

  await wire.restore();
  await context.setOffline(false);
  await expect.poll(() => page.locator("[data-no-network]").count()).toBe(0);
  await page.reload();
  expect(await page.locator("[data-no-network]").count()).toBe(0);
});

test("the worker keeps files of the build alone: no call, no document of a visitor's", async ({
  arrive,
}) => {
  const { page, open } = await arrive("calm", { own: ALLOWED });
  await open("/quiz-adhd/start?email=robin@example.com");
  await hydrated(page);
  await workerReady(page);
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const opened = await Promise.all(names.map((name) => caches.open(name)));
    const keys = await Promise.all(opened.map((cache) => cache.keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.length).toBeGreaterThan(5);
  const others = kept.filter((path) => !path.startsWith("/assets/"));
  expect(others).toEqual(["/offline/adhd"]);
});
