import type { Page } from "playwright";
import { describe, expect } from "vitest";
import { href } from "../../generated/address.ts";
import { type BrandId, brands, funnelsOf } from "../testing/content.ts";
import { BUY, PAYMENT_PAGE, sheetOf } from "../testing/pay.ts";
import { alive, soon } from "../testing/screen.ts";
import { calmStored, storedOf } from "../testing/stored.ts";
import { test } from "../testing/visitor.ts";
import { someOf } from "../testing/long.ts";

const SUBMIT = 'main :is([data-action="submit"], [data-action="continue"])';

const TYPED = "textarea, input:not([type=radio], [type=checkbox])";

/** Pages with a form that can be filled in wrongly, one of each kind. */
const FORMS = [
  "text",
  "number",
  "date",
  "registration",
  "contact",
  "data-request",
] as const;

// What a screen reader is told, as the browser's accessibility tree has it (WCAG 3.3.1, 4.1.3).
describe("what is wrong with a field is announced, and the first wrong one is where the visitor goes on", () => {
  someOf(test.concurrent, FORMS)(
    "on a page of %s",
    async (kind, { arrive }) => {
      const { brand, path } = await pageOf(kind);
      const { page, open } = await arrive(brand, {
        stored: await storedOf(brand),
      });
      await open(path);
      await alive(page);
      const typed = page.locator("main").locator(TYPED);
      for (const field of await typed.all()) await field.fill("");
      await page.locator(SUBMIT).first().click();
      await soon(() => expectAnnounced(page));
    },
  );

  test.concurrent("where a card is asked for", async ({ arrive }) => {
    const { page, open } = await arrive("calm", {
      stored: calmStored(),
      expected: /status of 422/,
    });
    await open("/quiz-adhd/oto");
    await page.locator(BUY).first().click();
    const sheet = sheetOf(page);
    await sheet.getByRole("button", { name: /^Pay/ }).click();
    await sheet.locator("[aria-invalid]").first().waitFor();
    const { alerts, description } = await treeOf(page, PAYMENT_PAGE);
    expect(alerts.join(" ")).toContain("Nothing was charged");
    expect(description).toMatch(/\w+/);
  });
});

async function expectAnnounced(page: Page) {
  const { alerts, description } = await treeOf(page);
  expect(description).toMatch(/\w+/);
  const said = description ?? "";
  // What is wrong comes first; the help of the field may follow.
  expect(alerts.some((alert) => said.startsWith(alert))).toBe(true);
}

async function pageOf(
  kind: (typeof FORMS)[number],
): Promise<{ readonly brand: BrandId; readonly path: string }> {
  for (const brand of brands)
    for (const { mounts, steps } of await funnelsOf(brand)) {
      const step = steps.find(({ page }) => page === kind);
      const [mount] = mounts;
      if (step !== undefined)
        return {
          brand,
          path: mount === undefined ? step.path : href(mount, step.path),
        };
    }
  throw new Error(`there is no page of ${kind}`);
}

/**
 * What the browser tells assistive technology of the field in focus, and what its alerts say; of the page, or of what a
 * frame in it shows.
 */
async function treeOf(page: Page, shown?: RegExp) {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send("Page.getFrameTree");
  const frames = frameTree.childFrames?.map(({ frame }) => frame) ?? [];
  const frame = frames.find(({ url }) => shown?.test(url));
  const { nodes } = await session.send(
    "Accessibility.getFullAXTree",
    frame && { frameId: frame.id },
  );
  await session.detach();
  const told = nodes.map(({ nodeId, parentId, role, name, ...node }) => ({
    nodeId,
    parentId,
    role: String(role?.value),
    name: String(name?.value ?? ""),
    description: String(node.description?.value ?? ""),
    has: (property: string) =>
      node.properties?.some(
        (one) => one.name === property && String(one.value.value) === "true",
      ) ?? false,
  }));
  const textIn = (id: string): string =>
    told
      .filter(({ parentId }) => parentId === id)
      .map(({ nodeId, role, name }) =>
        role === "StaticText" ? name : textIn(nodeId),
      )
      .join("");
  const focused = told.find(
    ({ role, has }) => role !== "RootWebArea" && has("focused"),
  );
  // Of a date, a part is in focus: what is told belongs to the field around it.
  let field = focused;
  while (field !== undefined && !field.has("invalid")) {
    const { parentId } = field;
    field = told.find(({ nodeId }) => nodeId === parentId);
  }
  return {
    alerts: told
      .filter(({ role }) => role === "alert")
      .map(({ nodeId }) => textIn(nodeId)),
    /** Of the wrong field that is in focus; null where none is. */
    description: field?.description ?? null,
  };
}
