import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { describe, expect } from "vitest";
import { ROOT } from "../../compiler/testing/root.ts";
import { hydrated, screenAfter, soon } from "../testing/screen.ts";
import { test } from "../testing/visitor.ts";

/** The code of this build; `npm test` makes one up and tells the build its hash. */
const CODE = process.env["TESTER_CODE"] ?? "";

const DIST = join(ROOT, "dist");
/** What the cookie carries. */
const PROOF = createHash("sha256").update(CODE).digest("hex");

const flag = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === "tester");
const panel = (page: Page) => page.locator("[data-tester]");

describe.skipIf(CODE === "")("tester mode", () => {
  test.concurrent("the code opens every page and a panel, for three days; off ends it", async ({
    arrive,
  }) => {
    const { page, open } = await arrive("calm");
    await open(`/quiz-adhd/oto?utm_source=x&tester=${CODE}`);
    expect(await hydrated(page)).toMatchObject({
      path: "/quiz-adhd/oto",
      search: "?utm_source=x",
    });
    const days = ((await flag(page))?.expires ?? 0) * 1_000 - Date.now();
    expect(Math.round(days / 3_600_000)).toBe(72);

    await panel(page).locator("summary").first().click();
    await panel(page).getByText("/quiz-adhd/oto").first().waitFor();
    await panel(page).getByLabel("Currency").selectOption("Great Britain");
    await soon(async () =>
      expect(
        await page.locator("[data-price]").first().textContent(),
      ).toContain("£"),
    );
    await panel(page)
      .locator("select")
      .first()
      .selectOption("/quiz-adhd/34-summary");
    await screenAfter(page, "/quiz-adhd/oto");
    await panel(page)
      .locator("select")
      .first()
      .selectOption("/quiz-anxiety/oto");
    await page.waitForURL("**/quiz-anxiety/oto?utm_source=x");
    expect(await hydrated(page)).toMatchObject({ path: "/quiz-anxiety/oto" });
    await panel(page).locator("summary").first().click();
    await panel(page).getByText("Experiments of the brand").click();
    await panel(page).getByText("None is running.").waitFor();
    await panel(page).getByText("Stored state").click();
    await panel(page).getByText("device-id").waitFor();
    await panel(page).locator("[data-tester-clear]").click();
    await page.waitForLoadState("load");
    expect((await flag(page))?.value).toBe(PROOF);

    await open(`/quiz-adhd/start?tester=off:${CODE}`);
    await hydrated(page);
    expect(await flag(page)).toBeUndefined();
    await open("/quiz-adhd/oto");
    expect(await screenAfter(page, "/quiz-adhd/oto")).toMatchObject({
      path: "/quiz-adhd/14-name",
    });
    expect(await panel(page).count()).toBe(0);
  });

  test.concurrent("a cookie that anybody can write skips no guard", async ({
    arrive,
  }) => {
    const { page, open } = await arrive("calm");
    await open("/quiz-adhd/start");
    await hydrated(page);
    const known = createHash("sha256").update(PROOF).digest("hex");
    for (const value of ["1", known]) {
      await page.evaluate((tester) => {
        document.cookie = `tester=${tester}; path=/`;
      }, value);
      await open("/quiz-adhd/oto");
      expect(await screenAfter(page, "/quiz-adhd/oto")).toMatchObject({
        path: "/quiz-adhd/14-name",
      });
      expect(await panel(page).count()).toBe(0);
    }
  });

  test.concurrent("no script and no document of the build has what the cookie carries", async () => {
    const files = readdirSync(DIST, { recursive: true, encoding: "utf8" });
    const texts = files.filter((name) => /\.(js|html|json)$/.test(name));
    expect(texts.length).toBeGreaterThan(100);
    for (const name of texts) {
      const text = readFileSync(join(DIST, name), "utf8");
      expect(text.includes(PROOF) || text.includes(CODE), name).toBe(false);
    }
  });

  test.concurrent("another code opens nothing", async ({ arrive }) => {
    const { page, open } = await arrive("calm");
    await open("/quiz-adhd/oto?tester=guess");
    expect(await screenAfter(page, "/quiz-adhd/oto")).toMatchObject({
      path: "/quiz-adhd/14-name",
      search: "",
    });
    await hydrated(page);
    expect(await flag(page)).toBeUndefined();
    expect(await panel(page).count()).toBe(0);
  });
});
