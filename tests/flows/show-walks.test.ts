// @module-tag long
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Browser } from "playwright";
import { loadCompiler } from "../../compiler/workspace/load-compiler.ts";
import { ROOT } from "../../compiler/testing/root.ts";
import { browse } from "../../compiler/walk/browse.ts";
import { contactSheet } from "../../compiler/walk/contact-sheet.ts";
import { walkRequests } from "../../compiler/walk/request.ts";
import { readContent } from "../../compiler/workspace/content.ts";
import type { WalkRequest } from "../../generated/walk-contract.ts";
import { declined, walk } from "../../runtime/walk/walk.ts";
import { launchBrowser } from "../testing/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test("few walks show every screen of a funnel, each side of it, without a complaint", async () => {
  const { program } = (await loadCompiler(ROOT, "funnels"))(
    readContent("funnels"),
  );
  const nodes = (program?.funnels ?? []).filter(
    ({ key }) => key === "dating/profile-tips",
  );
  if (program === null) throw new Error("the content has mistakes");
  const random = { seed: 1, walks: 1 };
  const [asked] = walkRequests(program, nodes, random);
  if (asked === undefined) throw new Error("there is no such funnel");
  const { node } = asked;
  const request: WalkRequest = JSON.parse(JSON.stringify(asked.request));
  const { routes } = walk(request);
  const port = inject("port");
  const browsed = await browse(browser, node, routes, {
    port,
    stored: declined,
  });
  expect(browsed.faults).toEqual([]);
  const screens = browsed.shots.map(({ step, side }) => `${step} ${side}`);
  expect(screens.toSorted()).toEqual(
    node.funnel.steps
      .flatMap(({ id, variant }) =>
        variant === null ? [`${id} null`] : [`${id} A`, `${id} B`],
      )
      .toSorted(),
  );
  const sheet = contactSheet(node, browsed);
  const order = [...sheet.matchAll(/<b>\d+\. ([^ <]+)/g)].map(([, id]) => id);
  expect([...new Set(order)]).toEqual(node.funnel.steps.map(({ id }) => id));
});
