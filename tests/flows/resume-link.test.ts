/** A visitor goes on with an offer in another browser, by a link that they made. */
import { expect } from "vitest";
import type { Answers } from "../../runtime/core/answers.ts";
import { BARE, complaintsAt, DESKTOP, PHONE } from "../testing/axe.ts";
import { hydrated } from "../testing/screen.ts";
import { calmStored, keyOf } from "../testing/stored.ts";
import { test, type Visitor } from "../testing/visitor.ts";

const OFFER = "/quiz-adhd/oto";
const EMAIL = "/quiz-adhd/36-email";

test("an offer's link brings the answers to another browser, but for sensitive ones, and asks for the email there", async ({
  arrive,
}) => {
  const first = await arrive("calm", { own: BARE, stored: calmStored() });
  await first.open(`${OFFER}?utm_source=ad`);
  await hydrated(first.page);
  const link = await linkOf(first);
  expect(link.startsWith(`${first.origin}${OFFER}?utm_source=ad#`)).toBe(true);
  expect(link).not.toContain("robin");
  expect(
    await complaintsAt([PHONE, DESKTOP], first.page, "the link's panel"),
  ).toEqual([]);

  const { page, origin } = await arrive("calm", { own: {} });
  const sent: string[] = [];
  page.on("request", (request) => {
    sent.push(`${request.url()} ${request.postData() ?? ""}`);
  });
  await page.goto(link);
  await hydrated(page);
  expect(page.url()).toBe(`${origin}${EMAIL}?utm_source=ad`);
  const written = new URL(link).hash.slice(1);
  expect(sent.filter((one) => one.includes(written))).toEqual([]);
  const { professional, ...open } = await keptBy(first);
  expect(professional).toBeDefined();
  expect(await keptBy({ page })).toEqual(open);
});

/** The answers that a browser holds. */
function keptBy({ page }: Pick<Visitor, "page">): Promise<Answers> {
  return page.evaluate(
    (key) => JSON.parse(localStorage.getItem(key) ?? "{}").answers,
    keyOf("calm/adhd"),
  );
}

/** Opens the panel, and reads the link where it is mailed. */
async function linkOf({ page }: Visitor): Promise<string> {
  await page.getByText("Continue on another device").click();
  const mail = page.getByRole("link", { name: "Mail it to yourself" });
  const address = await mail.getAttribute("href");
  return new URLSearchParams(address?.replace(/^[^?]*/, "")).get("body") ?? "";
}
