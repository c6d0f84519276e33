import type { Page } from "playwright";
import { describe, expect } from "vitest";
import { someOf } from "../testing/long.ts";
import { hydrated, soon } from "../testing/screen.ts";
import { site } from "../../generated/server.ts";
import { test, type Visitor } from "../testing/visitor.ts";

const QUERY = "?utm_source=x&utm_campaign=y";

someOf(test.concurrent, ["calm", "dating", "face-care"] as const)(
  "a button of %s that is busy leaves its words where they are",
  async (brand, { arrive }) => {
    const { page, open } = await arrive(brand);
    await open("/your-data");
    await hydrated(page);
    const moved = await page.locator("main button").evaluateAll((buttons) =>
      buttons.flatMap((button) => {
        const place = () =>
          [button, ...button.querySelectorAll("span")].map((part) =>
            JSON.stringify(part.getBoundingClientRect()),
          );
        const before = place();
        button.setAttribute("aria-busy", "true");
        const after = place();
        return before.map((at, i) => [at, after[i]]);
      }),
    );
    expect(moved).not.toEqual([]);
    for (const [before, after] of moved) expect(after).toBe(before);
  },
);

describe("a page that asks for the email", () => {
  test.concurrent("leads into the product with a token", async ({ arrive }) => {
    const visitor = await arrive("calm");
    await visitor.open(`/contact${QUERY}`);
    await write(visitor, "known@example.com");
    await visitor.open(`/mp${QUERY}`);
    expect(await hydrated(visitor.page)).toMatchObject({
      page: "authorization",
      route: "/mp",
    });
    const product = site.brands.calm.homepageLink;
    const asked = await productPage(visitor, product);
    await logIn(visitor.page, "known@example.com");
    await soon(async () => expect(asked).toHaveLength(1));
    const { origin, searchParams } = new URL(asked[0] ?? "");
    expect(origin).toBe(product);
    expect([...searchParams.keys()]).toEqual(["token"]);
    expect(searchParams.get("token")).toMatch(/^[A-Za-z0-9_-]{22}$/);
  });

  test.concurrent("tells who is refused one whom to ask; it has a way into the quiz, the query kept", async ({
    arrive,
  }) => {
    const { page, open } = await arrive("dating");
    // Our own API tells customers and strangers the same; a service that knows them may say that it does not.
    await page.route("**/courses/auth/tokens/create", (route) =>
      route.fulfill({ json: { data: { data: { token: null } } } }),
    );
    await open(`/${QUERY}`);
    await hydrated(page);
    await logIn(page, "nobody@example.com");
    const alert = page.getByRole("alert");
    await alert.getByRole("link", { name: /^hello@/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
    await page.locator('[data-action="continue"]').click();
    await page.waitForURL(({ pathname }) => pathname.endsWith("/start"));
    expect(new URL(page.url()).search).toBe(QUERY);
  });
});

test.concurrent("a message arrives, or stays in the form", async ({
  arrive,
}) => {
  const visitor = await arrive("spiritual", {
    expected: /Failed to load|failed/,
  });
  const { page, open } = visitor;
  const calls = /\/visitor\/store-contact-info/;
  await open("/contact");
  await page.route(calls, (route) => route.abort());
  await fill(page, "later@example.com");
  await page.locator('[data-action="submit"]').click();
  await page.getByText("Your message has not arrived.").waitFor();
  await page.unroute(calls);
  const stored = page.waitForResponse(calls);
  await page.locator('[data-action="submit"]').click();
  expect((await stored).status()).toBe(200);
  await page.locator("main [role=status]:focus").waitFor();
  expect(await page.locator("textarea").count()).toBe(0);
});

test.concurrent("a visitor asks for their data from the footer, and hears the same whoever they are", async ({
  arrive,
}) => {
  const { page, open } = await arrive("woo");
  await open("/policy");
  await hydrated(page);
  const footer = page.getByRole("contentinfo");
  await footer.getByRole("link", { name: "Your data" }).click();
  await page.waitForURL("**/your-data");
  await hydrated(page);
  expect(await page.getByRole("alert").locator("svg").count()).toBe(0);
  await page.locator('input[name="email"]').fill("nobody@example.com");
  const asked = page.waitForResponse(/\/visitor\/ask-for-data/);
  await page.getByRole("button", { name: "Delete my data" }).click();
  expect((await asked).status()).toBe(200);
  await page.locator("main [role=status]:focus").waitFor();
});

test.concurrent("no link of a footer stands alone in its row on a phone", async ({
  arrive,
}) => {
  // One page is centred, the other is not.
  for (const brand of ["spiritual", "calm"] as const) {
    const { page, open } = await arrive(brand);
    await open("/orders");
    await hydrated(page);
    const footer = page.getByRole("contentinfo");
    expect(await footer.evaluate(linksInRows), brand).toEqual([3, 3]);
  }
});

/** How many links stand in each row; runs in the browser. */
function linksInRows(footer: HTMLElement): number[] {
  const tops = [...footer.children]
    .map((link) => link.getBoundingClientRect())
    .filter(({ height }) => height > 0)
    .map(({ top, height }) => Math.round(top + height / 2));
  return [...new Set(tops)].map(
    (row) => tops.filter((top) => top === row).length,
  );
}

async function fill(page: Page, email: string): Promise<void> {
  await hydrated(page);
  await page.locator('input[name="name"]').fill("Robin");
  await page.locator('input[name="email"]').fill(email);
  await page.locator("textarea").fill("A question,\nin two lines.");
}

async function write({ page }: Visitor, email: string): Promise<void> {
  await fill(page, email);
  const stored = page.waitForResponse(/\/visitor\/store-contact-info/);
  await page.locator('[data-action="submit"]').click();
  expect((await stored).status()).toBe(200);
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.locator('input[name="email"]').fill(email);
  await page.locator('[data-action="submit"]').click();
}

/** Stands in for the product, which is not ours; notes the addresses that were asked for. */
async function productPage(
  { page }: Visitor,
  product: string,
): Promise<readonly string[]> {
  const asked: string[] = [];
  await page.route(`${product}/**`, (route) => {
    asked.push(route.request().url());
    return route.fulfill({
      contentType: "text/html",
      body: '<link rel="icon" href="data:,">Welcome',
    });
  });
  return asked;
}
