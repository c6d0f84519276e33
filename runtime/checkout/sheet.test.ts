// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openSheet } from "./sheet.ts";

const OWN = "https://calm.example/api/pay/stripe/c-1";
const END = "https://calm.example/api/payment-end";
const WAIT_MS = 15_000;

/** A page in the frame, as far as the page around it can see. */
interface Shown {
  readonly href: string;
  readonly readyState: DocumentReadyState;
  readonly status: number;
}
const BLANK: Shown = {
  href: "about:blank",
  readyState: "complete",
  status: 0,
};
const PARSED: Shown = { href: OWN, readyState: "interactive", status: 200 };

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(history, "back").mockImplementation(() => undefined);
  // No page is loaded into a frame here, which is said as an error.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

test("one of our own is ready once it is parsed, and stays where its load is held back", async () => {
  const { sheet, show, pass, ends } = open();
  show(BLANK);
  await pass(1_000);
  expect(sheet().dataset["sheet"]).toBe("loading");
  show({ ...PARSED, readyState: "loading" });
  await pass(1_000);
  expect(sheet().dataset["sheet"]).toBe("loading");
  show(PARSED);
  await pass(1_000);
  expect(sheet().dataset["sheet"]).toBe("ready");
  await pass(2 * WAIT_MS);
  expect(ends).toEqual([]);
  sheet().close();
  await pass(1_000);
  expect(ends).toEqual(["closed"]);
  expect(vi.getTimerCount()).toBe(0);
});

test.each<[string, Shown | null]>([
  ["nothing", BLANK],
  ["a part of a page", { ...PARSED, readyState: "loading" }],
  ["a page of another origin", null],
])(
  "with %s in it, it closes at the time limit and no sooner",
  async (_, shown) => {
    const { show, pass, ends } = open();
    show(shown);
    await pass(WAIT_MS - 1);
    expect(ends).toEqual([]);
    await pass(1_000);
    expect(ends).toEqual(["stayed"]);
    expect(document.querySelector("dialog")).toBeNull();
  },
);

test.each<[string, Shown, string]>([
  ["at its end", { ...PARSED, href: END }, "at-end"],
  ["of a proxy that reached nobody", { ...PARSED, status: 504 }, "stayed"],
])("a page %s closes it", async (_, shown, end) => {
  const { show, pass, ends } = open();
  show(shown);
  await pass(1_000);
  expect(ends).toEqual([end]);
});

test.each<[string, Shown | null, readonly string[]]>([
  ["elsewhere closes it, as the browser's own does", null, ["stayed"]],
  ["of our own is ready", { ...PARSED, readyState: "complete" }, []],
])("a page that is loaded %s", async (_, shown, expected) => {
  const { sheet, show, pass, ends } = open();
  const frame = sheet().querySelector("iframe");
  show(shown);
  frame?.dispatchEvent(new Event("load"));
  if (shown !== null) expect(sheet().dataset["sheet"]).toBe("ready");
  await pass(1_000);
  expect(ends).toEqual(expected);
});

/** Opens a sheet around a frame that shows what it is told to; null stands for a page of another origin. */
function open() {
  let shown: Shown | null = BLANK;
  const ends: string[] = [];
  const closed = openSheet({
    go: (frame) => fill(frame, () => shown),
    isAtEnd: ({ pathname }) => !pathname.startsWith("/api/pay/"),
    timeout: new Promise((resolve) => setTimeout(resolve, WAIT_MS)),
  });
  void closed.then((end) => ends.push(end));
  return {
    ends,
    sheet: () => {
      const dialog = document.querySelector("dialog");
      if (dialog === null) throw new Error("no sheet is open");
      return dialog;
    },
    show: (page: Shown | null) => {
      shown = page;
    },
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}

function fill(frame: HTMLIFrameElement, shown: () => Shown | null): void {
  const page = () => {
    const now = shown();
    if (now === null) throw new DOMException("", "SecurityError");
    return now;
  };
  const entries = () => [{ responseStatus: page().status }];
  const contentWindow = {
    get location() {
      return new URL(page().href);
    },
    performance: { getEntriesByType: entries },
    addEventListener: () => undefined,
  };
  Object.defineProperty(frame, "contentWindow", { value: contentWindow });
  Object.defineProperty(frame, "contentDocument", { get: shown });
}
