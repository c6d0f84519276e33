// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { variantOf } from "../core/experiments.ts";
import { CHECKOUT_KEY, EXPERIMENTS_KEY } from "../core/storage-keys.ts";
import { openStorage } from "../core/storage.ts";
import { experimentsStored } from "../state/experiments.ts";
import { type LocalServer, localServer } from "../testing/local-server.ts";
import { testVisit } from "../testing/visit.ts";

const NAME = "ab_dat2_oto_22";
const html = document.documentElement;

let server: LocalServer;
beforeEach(async () => {
  server = await localServer();
});
afterEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  delete html.dataset["experiment"];
  delete html.dataset["side"];
  delete html.dataset["key"];
  delete html.dataset["restoring"];
  delete html.dataset["paidBefore"];
  delete html.dataset["paid"];
  await server.close();
});

/** Runs the scripts of the document's head at an address; the side that it has picked. */
async function pickEarly(search: string): Promise<string | undefined> {
  history.replaceState(null, "", `/quiz/oto${search}`);
  html.dataset["experiment"] = NAME;
  vi.resetModules();
  await import("./prehydration.ts");
  await import("./pick-side.ts");
  await import("./keep-room.ts");
  return html.dataset["side"];
}

/** The side that the runtime goes by, at the same address and with the same storage. */
function pickLate(search: string): string | null {
  const { store, restore } = testVisit(server, {
    href: `https://calm.example/quiz/oto${search}`,
    storage: openStorage(() => localStorage),
    random: Math.random,
    dataset: html.dataset,
  });
  restore();
  return variantOf(store.get(experimentsStored.state), NAME);
}

const seen = (value: string) =>
  JSON.stringify({
    variants: { [NAME]: { value } },
    lastUsedExperiment: { name: NAME, value },
  });

test.each([
  ["?abtest=a", null, "A"],
  ["?abtest=b", null, "B"],
  ["?abtest=b", "A", "B"],
  ["?abtest=a", "B", "A"],
  // Only a lower-case letter, and the first of two, changes what was seen before.
  ["?abtest=b&abtest=a", "A", "B"],
  ["?abtest=a&abtest=B", "B", "A"],
  ["?abtest=A&abtest=b", "A", "A"],
  ["?abtest=B", "A", "A"],
  ["?ABTEST=b", "A", "A"],
  ["", "B", "B"],
  ["", "C", null],
  ["", null, null],
])(
  "%j with %j stored: the same side before and after React",
  async (search, stored, expected) => {
    if (stored !== null) localStorage.setItem(EXPERIMENTS_KEY, seen(stored));
    const early = await pickEarly(search);
    expect(early).toBe(expected ?? early);
    expect(early).toMatch(/^[AB]$/);
    expect(pickLate(search)).toBe(early);
    // On the next page as well.
    expect(await pickEarly("")).toBe(early);
  },
);

test.each([null, "A", "B"])(
  "a side that the address chose stays told apart where the page is left before React: %j stored",
  async (stored) => {
    if (stored !== null) localStorage.setItem(EXPERIMENTS_KEY, seen(stored));
    await pickEarly("?abtest=b");
    // The next one is opened without it.
    expect(pickLate("")).toBe("B");
    const kept = localStorage.getItem(EXPERIMENTS_KEY) ?? "null";
    expect(JSON.parse(kept)).toMatchObject({
      variants: { [NAME]: { value: "B", forced: true } },
    });
  },
);

test("with storage blocked, the page goes by the side that it shows", async () => {
  const blocked = () => {
    throw new Error("blocked");
  };
  vi.stubGlobal("localStorage", { getItem: blocked, setItem: blocked });
  vi.stubGlobal("sessionStorage", { getItem: blocked, setItem: blocked });
  for (const [random, side] of [
    [0.1, "A"],
    [0.9, "B"],
  ] as const) {
    vi.spyOn(Math, "random").mockReturnValue(random);
    expect(await pickEarly("")).toBe(side);
    vi.mocked(Math.random).mockReturnValue(1 - random);
    expect(pickLate("")).toBe(side);
  }
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("words of the visitor are hidden where something is stored", async () => {
  html.dataset["key"] = "funnel:calm/adhd";
  await pickEarly("");
  expect(html.dataset["restoring"]).toBeUndefined();
  sessionStorage.setItem("funnel:calm/adhd", "{}");
  await pickEarly("");
  expect(html.dataset["restoring"]).toBe("");
});

const paid = (product: string) => ({ order: { product }, paid: true });
const begun = (product: string) => ({ order: { product }, paid: false });

test.each([
  ["who came by paying", [paid("plan")], true],
  ["who paid another plan that leads here", [paid("trial")], true],
  ["who began another payment since", [paid("plan"), begun("extra")], true],
  ["who paid something else since", [paid("plan"), paid("extra")], false],
  ["who has paid nothing", [begun("plan")], false],
  ["whose storage holds nonsense", [null, { paid: true }, "plan"], false],
  ["who comes by a link", null, false],
])(
  "room for a payment is kept for those alone %s",
  async (_, attempts, isKept) => {
    html.dataset["paidBefore"] = "trial plan";
    if (attempts !== null)
      localStorage.setItem(CHECKOUT_KEY, JSON.stringify({ attempts }));
    await pickEarly("");
    expect(html.dataset["paid"]).toBe(isKept ? "" : undefined);
  },
);

test("where no payment leads, none is looked for", async () => {
  localStorage.setItem(
    CHECKOUT_KEY,
    JSON.stringify({ attempts: [paid("plan")] }),
  );
  await pickEarly("");
  expect(html.dataset["paid"]).toBeUndefined();
});
