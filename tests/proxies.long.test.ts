import {
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answered, answersOf, differences } from "./proxies/answered.ts";
import { API_HOST, askedOfApi, everythingAsked } from "./proxies/asked.ts";
import { KNOWN, type Known, type Proxy, reasonsFor } from "./proxies/known.ts";
import { isInstalled, startProxy } from "./proxies/start.ts";
import { CONTACT_KEY } from "../runtime/core/storage-keys.ts";
import { launchBrowser } from "./testing/browser.ts";
import { freePort } from "./testing/free-port.ts";
import { BUY } from "./testing/pay.ts";
import { screenAfter } from "./testing/screen.ts";
import { type RunningServer, startServer } from "./testing/server.ts";
import { someEmail, storedOf } from "./testing/stored.ts";
import { walk } from "./testing/walk.ts";

/** Addresses, and what a log may say of them. */
const LOGGED = [
  [
    "/quiz-exback-new/21-step?email=robin%40example.com",
    "/quiz-exback-new/step",
  ],
  ["/quiz-exback-new/21%2Dstep/", "/quiz-exback-new/step"],
  ["/quiz-exback-new/start?device_id=abc", "/quiz-exback-new/start"],
  ["/quiz-exback-new/robin%40example.com", "(hidden)"],
  ["/quiz-exback-new/robin%2540example.com", "(hidden)"],
  ["/nothing/here?a=b", "/nothing/here"],
  ["/api/pre-registration-data/abc?token=def", "/api/"],
] as const;

/**
 * Every address of every brand, through real servers that were told of the build, against our own: status, headers and
 * bytes are the same, or the difference is known and has a reason.
 */
const asked = [...everythingAsked(), ...askedOfApi()];
let server: RunningServer;
let ours: Answered[];
beforeAll(async () => {
  server = await startServer(undefined, {
    NODE_ENV: "production",
    API_HOST: `https://${API_HOST}`,
  });
  ours = await answersOf(server.port, asked);
});
afterAll(() => server.stop());

test.runIf(isInstalled("nginx"))(
  "nginx logs neither what visitors typed nor where their answers led",
  async () => {
    const running = await startProxy("nginx", server.port);
    const host = "dating.localhost";
    // One after another, as the lines will be.
    for (const [path] of LOGGED)
      await answersOf(running.port, [
        { method: "GET", host, path, headers: {} },
      ]);
    const text = await running.stop();
    const lines = text.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toMatchObject(
      LOGGED.map(([, path]) => ({ method: "GET", path, brand: "dating" })),
    );
    expect(text).not.toMatch(/robin|email|device_id|abc|token|21(?:-|%2D)step/);
  },
);

test.runIf(isInstalled("nginx"))(
  "nginx serves the pages of the build that a link leads to, without a reload",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "funnels-link-"));
    const root = join(folder, "dist");
    const place = (build: string) => {
      const page = join(folder, build, "calm/quiz/start");
      mkdirSync(page, { recursive: true });
      writeFileSync(join(page, "index.html"), `of the ${build} build`);
      symlinkSync(build, join(folder, "link"));
      renameSync(join(folder, "link"), root);
    };
    place("first");
    const running = await startProxy("nginx", server.port, root);
    const served = async () => {
      const [answer] = await answersOf(running.port, [
        {
          method: "GET",
          host: "calm.localhost",
          path: "/quiz/start",
          headers: {},
        },
      ]);
      expect(answer?.status).toBe(200);
      return answer?.body;
    };
    try {
      const first = await served();
      expect(await served()).toBe(first);
      place("second");
      await expect.poll(served).not.toBe(first);
    } finally {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

describe.each<Proxy>(["nginx", "Caddy"])("%s", (proxy) => {
  const here = isInstalled(proxy);
  if (!here)
    console.warn(`${proxy} is not installed: what it answers is NOT compared`);

  test.runIf(here)(
    `answers ${asked.length} requests as our own server does`,
    async () => {
      const running = await startProxy(proxy, server.port);
      const theirs = await answersOf(running.port, asked).finally(running.stop);
      const unknown: string[] = [];
      const met = new Set<Known>();
      for (const [at, request] of asked.entries()) {
        const [our, their] = [ours[at], theirs[at]];
        if (our === undefined || their === undefined)
          throw new Error("an answer is missing");
        const parts = differences(our, their);
        const reasons = reasonsFor(proxy, request, [our, their], parts);
        if (reasons === null)
          unknown.push(
            `${request.method} ${request.host}${request.path} ${JSON.stringify(request.headers)}: ${our.status}, ${their.status}: ${parts.join()}`,
          );
        for (const reason of reasons ?? []) met.add(reason);
      }
      expect(unknown).toEqual([]);
      const stale = KNOWN.filter(
        (known) => known.of.length === 1 && known.of[0] === proxy,
      ).filter((known) => !met.has(known));
      expect(stale).toEqual([]);
    },
  );

  test.runIf(here)(
    "with the API and the database away, leads a visitor to the offer, which says what is missing",
    async () => {
      const running = await startProxy(proxy, await freePort());
      const browser = await launchBrowser();
      try {
        const page = await browser.newPage();
        const stored = { ...(await storedOf("woo")), [CONTACT_KEY]: {} };
        await page.addInitScript((entries) => {
          if (localStorage.length > 0) return;
          for (const [key, value] of entries)
            localStorage.setItem(key, JSON.stringify(value));
        }, Object.entries(stored));
        await page.goto(`http://woo.localhost:${running.port}/quiz/13-still`);
        await screenAfter(page, null);
        const { screens } = await walk(page, {
          name: "Robin",
          email: someEmail(),
          heard: false,
          takes: () => false,
        });
        expect(screens.map(({ page: kind }) => kind)).toEqual([
          "slider",
          "single",
          "single",
          "text",
          "analyzing",
          "registration",
          "offer",
          "thank-you",
        ]);
        await page.goto(`http://woo.localhost:${running.port}/quiz/oto`);
        await page.locator(BUY).first().click();
        await page
          .locator("[data-outcome]")
          .getByText(/charged/)
          .waitFor();
      } finally {
        await browser.close();
        await running.stop();
      }
    },
  );
});
