import { describe, expect, test } from "vitest";
import {
  arrive,
  goodCard,
  openHosted,
  post,
  statusOf,
} from "../../testing/calls.ts";
import { appOver, useServer } from "../../testing/server.ts";

const server = useServer();
const ASKS_THE_BANK = { ...goodCard, number: "4000002500003155" };
const UNKNOWN = "/api/pay/sandbox/0123456789abcdefghijkl";

async function atPaymentPage(card?: Readonly<Record<string, string>>) {
  const visitor = await arrive(server);
  const { id, url } = await openHosted(visitor);
  if (card !== undefined) await post(visitor, url, card);
  const status = async () => (await statusOf(visitor, id))["status"];
  return {
    visitor,
    url,
    status,
    back: `/quiz/oto?utm_source=x&checkout=${id}`,
  };
}

describe("the sandbox's page", () => {
  test("that is none cannot be cancelled or confirmed", async () => {
    const visitor = await arrive(server);
    for (const path of ["/cancel", "/confirm", ""]) {
      const answer = await post(visitor, UNKNOWN + path, {});
      expect(answer.status, path).toBe(404);
    }
  });

  test("is shown to whoever comes from elsewhere, and takes no form from there", async () => {
    const { visitor, url, status } = await atPaymentPage();
    const headers = {
      "sec-fetch-site": "cross-site",
      origin: "https://elsewhere.example",
    };
    expect((await visitor.call(url, { headers })).status).toBe(200);
    const body = new URLSearchParams(goodCard).toString();
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const sent = await visitor.call(url, {
      method: "POST",
      body,
      headers: { ...headers, ...type },
    });
    expect(sent.status).toBe(403);
    expect(await status()).toBe("open");
  });

  test("takes no form that is too large to be its own", async () => {
    const { visitor, url, status } = await atPaymentPage();
    const large = { ...goodCard, more: "x".repeat(10_000) };
    expect((await post(visitor, url, large)).status).toBe(403);
    expect(await status()).toBe("open");
    const room = new URLSearchParams({ ...goodCard, more: "" }).toString();
    const most = { ...goodCard, more: "x".repeat(10_000 - room.length) };
    expect((await post(visitor, url, most)).status).toBe(303);
    expect(await status()).toBe("paid");
  });

  test("asks for a confirmation only where a bank does, and leads on otherwise", async () => {
    const { visitor, url, status, back } = await atPaymentPage();
    const early = await visitor.call(`${url}/confirm`);
    expect([early.status, early.headers.location]).toEqual([303, url]);
    const forged = await post(visitor, `${url}/confirm`, {
      decision: "confirm",
    });
    expect([forged.status, forged.headers.location]).toEqual([303, url]);
    expect(await status()).toBe("open");
    await post(visitor, url, goodCard);
    const late = await post(visitor, `${url}/confirm`, { decision: "refuse" });
    expect([late.status, late.headers.location]).toEqual([303, back]);
    expect(await status()).toBe("paid");
  });

  test.each([
    ["confirm", "paid"],
    ["refuse", "declined"],
    ["", "needs_authentication"],
  ])("does what the bank is told: %j", async (decision, wanted) => {
    const { visitor, url, status, back } = await atPaymentPage(ASKS_THE_BANK);
    const answer = await post(visitor, `${url}/confirm`, { decision });
    expect(await status()).toBe(wanted);
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      decision === "" ? `${url}/confirm` : back,
    ]);
  });

  test("cancels what is open, and nothing that is paid", async () => {
    const open = await atPaymentPage();
    await post(open.visitor, `${open.url}/cancel`, {});
    expect(await open.status()).toBe("cancelled");
    const asked = await atPaymentPage(ASKS_THE_BANK);
    await post(asked.visitor, `${asked.url}/cancel`, {});
    expect(await asked.status()).toBe("cancelled");
    const paid = await atPaymentPage(goodCard);
    const answer = await post(paid.visitor, `${paid.url}/cancel`, {});
    expect(answer.headers.location).toBe(paid.back);
    expect(await paid.status()).toBe("paid");
  });
});

test.each<[string, Readonly<Record<string, string>>]>([
  ["", goodCard],
  ["/confirm", { decision: "confirm" }],
])(
  "what another tab closes while a form is sent to %j takes no money",
  async (path, fields) => {
    const asked = path === "" ? undefined : ASKS_THE_BANK;
    const { visitor, url, status } = await atPaymentPage(asked);
    const form = new URLSearchParams(fields).toString();
    const body = new ReadableStream(
      {
        // The page has found its order before it reads the form.
        pull: async (controller) => {
          await post(visitor, `${url}/cancel`, {});
          controller.enqueue(new TextEncoder().encode(form));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const { pathname, search } = new URL(url, "http://calm.localhost");
    const answer = await appOver(server).request(
      `http://calm.localhost${pathname}${search}${path}`,
      {
        method: "POST",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "content-length": String(form.length),
        },
        body,
        duplex: "half",
      },
    );
    expect(answer.status).toBe(303);
    expect(await status()).toBe("cancelled");
  },
);
