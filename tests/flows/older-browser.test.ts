// @module-tag long
import { expect } from "vitest";
import { test } from "../testing/visitor.ts";
import { walk } from "../testing/walk.ts";

// Phones that get no newer system stay with the browser of its year, and so do the windows of apps on them.
test.concurrent("whoever comes with a browser of 2022 gets through, and buys", async ({
  arrive,
}) => {
  const { page, context, open } = await arrive("woo", {
    clock: true,
    own: {},
  });
  await context.addInitScript(forgetWhatCameLater);
  await open("/quiz?utm_source=x");
  const { screens, taken } = await walk(page, { takes: () => true });
  expect(screens.at(-1)?.page).toBe("thank-you");
  expect(taken).not.toEqual([]);
});

/** Runs in the browser: what Safari 16.0 and Chrome 110 do not both have. */
function forgetWhatCameLater(): void {
  const later: readonly (readonly [object, readonly string[]])[] = [
    [URL, ["canParse", "parse"]],
    [URLSearchParams.prototype, ["size"]],
    [Object, ["groupBy"]],
    [Map, ["groupBy"]],
    [Promise, ["withResolvers", "try"]],
    [Array, ["fromAsync"]],
    [AbortSignal, ["any"]],
    [String.prototype, ["isWellFormed", "toWellFormed"]],
    [
      Object.getPrototypeOf(Object.getPrototypeOf([].values())),
      "drop every filter find flatMap forEach map reduce some".split(" "),
    ],
    [
      Set.prototype,
      "difference intersection isSubsetOf isSupersetOf union".split(" "),
    ],
    [Document.prototype, ["startViewTransition"]],
    [Element.prototype, ["checkVisibility", "setHTMLUnsafe"]],
    [HTMLElement.prototype, ["showPopover", "hidePopover", "togglePopover"]],
    [globalThis, ["requestIdleCallback", "scheduler", "navigation"]],
  ];
  for (const [owner, names] of later)
    for (const name of names) Reflect.deleteProperty(owner, name);
}
