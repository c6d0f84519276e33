// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, test, vi } from "vitest";

const scrollIntoView = vi.fn<(how: object) => void>();

/** Has no types: browsers get it as it stands. */
const SCRIPT: string = "../server/payments/sandbox/card-form.js";

beforeAll(async () => {
  await import(SCRIPT);
});

beforeEach(() => {
  document.body.innerHTML =
    '<form action="/api/pay/sandbox/1"><button>Pay</button></form>';
  scrollIntoView.mockClear();
  Element.prototype.scrollIntoView = scrollIntoView;
});

const send = async (status: number, answer: object) => {
  const fetched = vi.fn<typeof fetch>(async () =>
    Response.json(answer, { status }),
  );
  vi.stubGlobal("fetch", fetched);
  const form = document.querySelector("form");
  form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  await expect.poll(() => form?.hasAttribute("aria-busy")).toBe(false);
};

test("what could not be sent is said where it is seen", async () => {
  await send(503, { title: "Away" });
  const note = document.querySelector("[role=alert]");
  expect(note?.textContent).toMatch(/could not be sent/);
  expect(scrollIntoView.mock.contexts).toEqual([note]);
});

test("a page of another visit says so, and asks for nothing again", async () => {
  const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
  await send(404, { title: "This payment page does not exist" });
  expect(reload).toHaveBeenCalledOnce();
  expect(document.querySelector("[role=alert]")).toBeNull();
});
