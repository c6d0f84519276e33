import { site } from "../../generated/server.ts";
import { describe, expect } from "vitest";
import {
  type Address,
  calmPages,
  calmQuestions,
  datingPages,
  datingQuestions,
  spiritualPages,
  spiritualQuestions,
} from "../testing/paths.ts";
import { ask } from "../testing/ask.ts";
import { hydrated, screenAfter } from "../testing/screen.ts";
import { type BrandId, brands } from "../testing/content.ts";
import { test } from "../testing/visitor.ts";
import { NO_JOURNEY } from "../../runtime/core/journey.ts";
import { CONTACT_KEY } from "../../runtime/core/storage-keys.ts";
import { keyOf } from "../testing/stored.ts";

interface Funnel {
  readonly brand: BrandId;
  readonly mount: string;
  readonly addresses: readonly Address[];
}

const dating = [...datingQuestions, ...datingPages];
const funnels: readonly Funnel[] = [
  {
    brand: "calm",
    mount: "/quiz-adhd",
    addresses: [...calmQuestions, ...calmPages],
  },
  { brand: "dating", mount: "/quiz-exback", addresses: dating },
  { brand: "dating", mount: "/quiz-exbackwh", addresses: dating },
  { brand: "dating", mount: "/quiz-exback-str", addresses: dating },
  {
    brand: "spiritual",
    mount: "/quiz",
    addresses: [...spiritualQuestions, ...spiritualPages],
  },
];

const QUERY = "?utm_source=x&fbclid=y";
const routeOf = (mount: string, { route }: Address) =>
  `${mount}/${route ?? "{question}"}`;

describe("every address of a funnel", () => {
  test.concurrent.for(funnels)(
    "$brand $mount is served as it is, with its title and its words",
    async ({ brand, mount, addresses }) => {
      for (const address of addresses) {
        const { status, body } = await ask(brand, `${mount}/${address.path}`);
        const html = body.toString();
        expect(status, address.path).toBe(200);
        expect(html).toContain(
          `<main data-page="${address.page}" data-route="${routeOf(mount, address)}"`,
        );
        const title = address.title.replaceAll("&", "&amp;");
        expect(html).toContain(`<title>${title}</title>`);
        expect(html.match(/<h1[ >]/g)).not.toBeNull();
      }
    },
  );
});

describe("a guarded page", () => {
  // Which page asks for what is lacking is tested in memory, for every guarded page: tests/walk.test.ts.
  const ways = [
    { brand: "calm", at: "/quiz-adhd", has: {}, to: "14-name" },
    {
      brand: "dating",
      at: "/quiz-exback-str",
      has: { name: "Robin", pace: "5-minutes" },
      to: "26-email",
    },
  ] as const;

  test.concurrent.for(ways)(
    "$brand $at/oto leads to $to",
    async ({ brand, at, has, to }, { arrive }) => {
      const funnel = brand === "calm" ? "calm/adhd" : "dating/ex-back";
      const { page, open } = await arrive(brand, {
        stored: {
          [keyOf(funnel)]: { ...NO_JOURNEY, answers: has },
          ...("name" in has && { [CONTACT_KEY]: { name: has.name } }),
        },
      });
      await open(`${at}/oto${QUERY}`);
      await page.waitForURL(`**${at}/${to}${QUERY}`);
      expect(await screenAfter(page, `${at}/oto`)).toMatchObject({
        path: `${at}/${to}`,
      });
      expect(await page.locator('[data-action="buy"]').count()).toBe(0);
    },
  );

  test.concurrent("opens when everything is there, once the visitor is loaded", async ({
    arrive,
  }) => {
    const { page, open } = await arrive("spiritual");
    const loaded = page.waitForResponse(/\/visitor\/visitor-info/);
    await open(`/quiz/oto${QUERY}`);
    expect((await loaded).status()).toBe(200);
    expect(await screenAfter(page, null)).toMatchObject({
      page: "offer",
      search: QUERY,
    });
  });
});

describe("addresses that lead elsewhere", () => {
  const redirects = [
    ["calm", "/quiz-adhd", "/quiz-adhd/start"],
    ["calm", "/quiz-adhd/", "/quiz-adhd/start"],
    ["calm", "/quiz-adhd/99-unknown", "/quiz-adhd/start"],
    ["dating", "/quiz-exback", "/quiz-exback/start"],
    ["dating", "/quiz-exbackwh", "/quiz-exbackwh/start"],
    ["dating", "/quiz-exback-str", "/quiz-exback-str/start"],
    ["dating", "/quiz-exbackwh/xyz", "/quiz-exbackwh/start"],
    ["dating", "/quiz-exback-str/upsell/xyz", "/quiz-exback-str/start"],
    ["spiritual", "/", "/quiz/start"],
    ["spiritual", "/quiz", "/quiz/start"],
    ["spiritual", "/quiz/unheard-of", "/quiz/start"],
    ["spiritual", "/oto", "/quiz/oto"],
    ["spiritual", "/quiz/start/", "/quiz/start"],
  ] as const;

  test.concurrent.for(redirects)(
    "%s%s leads to %s, the query kept",
    async ([brand, from, to]) => {
      const query = "?utm_source=x&utm_campaign=y%20z&abtest=a";
      const answer = await ask(brand, from + query);
      expect([301, 302]).toContain(answer.status);
      expect(answer.location).toBe(to + query);
    },
  );

  test.concurrent.for([
    ["calm", "/quiz-boost /quiz-exback/start"],
    ["dating", "/quiz-adhd/start /free/nothing/here"],
    ["spiritual", "/quiz/start/more /favicon"],
  ] as const)("%s: %s do not exist", async ([brand, paths]) => {
    for (const path of paths.split(" ")) {
      const { status, body } = await ask(brand, path);
      expect(status, path).toBe(404);
      const main = /<main data-page="not-found".*<\/main>/s.exec(
        body.toString(),
      );
      expect(main?.[0], path).toContain('href="/"');
    }
  });

  test.concurrent("an unknown question is left by the router as well", async ({
    arrive,
  }) => {
    const { page, open } = await arrive("calm");
    await open("/quiz-adhd/2-area?utm_source=x");
    await hydrated(page);
    await page.evaluate(() => {
      history.pushState(null, "", "/quiz-adhd/zzz?utm_source=x");
      dispatchEvent(new PopStateEvent("popstate"));
    });
    await page.waitForURL("**/quiz-adhd/start?utm_source=x");
    expect(await screenAfter(page, null)).toMatchObject({ page: "single" });
  });
});

describe("pages of a brand", () => {
  const titles = [
    ["/terms", "Terms of Use", "article"],
    ["/policy", "Privacy Policy", "article"],
    ["/contact", "Contact Us", "contact"],
  ] as const;

  test.concurrent.for(brands)(
    "%s: terms, policy and contact",
    async (brand) => {
      const { projectName } = site.brands[brand];
      for (const [path, title, page] of titles) {
        const html = (await ask(brand, path)).body.toString();
        expect(html).toContain(`<title>${title} - ${projectName}</title>`);
        const main = /<main .*<\/main>/s.exec(html)?.[0] ?? "";
        expect(main).toContain(`data-page="${page}" data-route="${path}"`);
        const text = main.replaceAll(/<[^>]*>/g, "");
        if (page === "article") expect(text.length).toBeGreaterThan(1_000);
      }
    },
  );

  test.concurrent("one leads to the other", async ({ arrive }) => {
    const { page, open } = await arrive("dating");
    await open("/terms");
    expect(await hydrated(page)).toMatchObject({ page: "article" });
    expect(await page.title()).toBe("Terms of Use - Second Draft");
    const footer = page.locator("footer");
    await footer.getByRole("link", { name: "Contact", exact: true }).click();
    await page.waitForURL("**/contact");
    expect(await hydrated(page)).toMatchObject({ page: "contact" });
    expect(await page.title()).toBe("Contact Us - Second Draft");
  });
});
