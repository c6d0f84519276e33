import { expect, test } from "vitest";
import { appOver, useServer } from "../testing/server.ts";

const server = useServer();

/** So many calls of one address, 40 at a time, dealt out to processes; answers how many were let through. */
async function callAll(
  apps: readonly ReturnType<typeof appOver>[],
  calls: number,
  address: string,
): Promise<number> {
  let [begun, passed] = [0, 0];
  const caller = async () => {
    while (begun < calls) {
      const app = apps[begun % apps.length];
      begun += 1;
      const headers = { "x-forwarded-for": address };
      const answer = await app?.request("/api/nothing", { headers });
      if (answer?.status !== 429) passed += 1;
    }
  };
  await Promise.all(Array.from({ length: 40 }, caller));
  return passed;
}

/** A process of its own, and how many statements it sent. */
function startProcess() {
  const sent = { statements: 0 };
  const db = server.db.withPlugin({
    transformQuery: ({ node }) => {
      sent.statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const options = {
    addressHeader: "x-forwarded-for",
    now: () => new Date(server.clock.ms),
  };
  return { app: appOver({ db }, options), sent };
}

test("the budget is the budget, however calls arrive", async () => {
  const { app, sent } = startProcess();
  expect(await callAll([app], 1_000, "192.0.2.1")).toBe(600);
  // Eleven blocks, and one that there is no more: whoever goes on costs nothing.
  expect(sent.statements).toBe(12);
  server.clock.ms += 60_000;
  expect(await callAll([app], 700, "192.0.2.1")).toBe(600);
});

test("it is common to all processes, but for the block that each gives away", async () => {
  const apps = [startProcess().app, startProcess().app];
  const passed = await callAll(apps, 1_000, "192.0.2.2");
  expect(passed).toBeGreaterThanOrEqual(600);
  expect(passed).toBeLessThanOrEqual(650);
});

test("a visitor who asks for little costs no statement", async () => {
  const { app, sent } = startProcess();
  expect(await callAll([app], 50, "192.0.2.3")).toBe(50);
  expect(sent.statements).toBe(0);
});
