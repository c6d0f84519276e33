import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../compiler/testing/root.ts";
import {
  type RunningServer,
  startSandbox,
} from "../compiler/walk/sandbox-server.ts";
import { SESSION_HEADER } from "../generated/call.ts";
import { createDatabase } from "../server/testing/database.ts";
import { field, send } from "./bench/api/load.ts";
import { linkPackages, newServedCheckout } from "./checkouts/copy.ts";
import { build } from "./checkouts/served.ts";
import { providePostgres } from "./testing/postgres.ts";

/**
 * A deploy and its way back, with releases of the past: each served its visitors on the schema of its day, and has to on
 * today's, beside and after today's server. Older ones cannot be built with the packages of today.
 */
const RELEASES = {
  "before countdowns were extended": "def80704^",
  "before messages were counted": "e9c1e6d5^",
  "before choices of privacy were kept": "0da7736d^",
};
const ADMIN_TOKEN = "of-a-test";
const root = realpathSync(mkdtempSync(join(tmpdir(), "funnels-releases-")));
const today = join(root, "today");
const postgres = await providePostgres({ durable: false });

beforeAll(async () => {
  newServedCheckout(today);
  await build(today);
}, 600_000);
afterAll(async () => {
  await postgres?.stop();
  rmSync(root, { recursive: true, force: true });
});

function run(cwd: string, command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  expect(status, `${command} ${args.join(" ")}\n${stdout}${stderr}`).toBe(0);
  return stdout;
}

/** A shallow clone holds no release but the newest: its tests are told as skipped. */
function isHere(commit: string): boolean {
  const { status } = spawnSync("git", ["cat-file", "-e", commit], {
    cwd: ROOT,
  });
  return status === 0;
}

/** A release with the small content of its day, built. */
async function checkOut(commit: string, name: string): Promise<string> {
  const dir = join(root, name);
  mkdirSync(dir);
  const archive = join(root, `${name}.tar`);
  run(ROOT, "git", ["archive", "--output", archive, commit]);
  run(dir, "tar", ["-xf", archive]);
  rmSync(join(dir, "funnels"), { recursive: true });
  cpSync(join(dir, "tests/cases/_base"), join(dir, "funnels"), {
    recursive: true,
  });
  linkPackages(dir);
  await build(dir);
  return dir;
}

/** Somebody who has left an email and bought something, by one release, and is known by the other. */
interface Buyer {
  readonly email: string;
  readonly session: string;
  readonly checkout: string;
}

const DEVICE = { host: "demo.localhost", "x-device-id": randomUUID() };

async function buyAt({ port }: RunningServer): Promise<Buyer> {
  const email = `${randomUUID()}@mail.example`;
  const first = await send(port, "/api/visitor/visitor-info", {
    headers: DEVICE,
  });
  const headers = { ...DEVICE, [SESSION_HEADER]: first.session };
  const call = async (path: string, body: unknown) => {
    const { status, json } = await send(port, path, {
      method: "POST",
      headers: { ...headers, "idempotency-key": randomUUID() },
      body,
    });
    expect(status, `${path} ${JSON.stringify(json)}`).toBe(200);
    return json;
  };
  const event_id = randomUUID();
  await call("/api/visitor/store-contact-info", { event_id, email });
  await call("/api/visitor/initiate-checkout", {
    product: "small",
    price: 999,
    currency: "USD",
    event_id: randomUUID(),
  });
  const opened = await call("/api/pay/make-stripe-checkout", {
    product: "small",
    return_path: "/quiz/small",
  });
  const { pathname } = new URL(field(opened, "url"), "http://demo.localhost");
  const paid = await send(port, pathname, {
    method: "POST",
    headers: {
      ...headers,
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "same-origin",
    },
    body: new URLSearchParams({
      number: "4242 4242 4242 4242",
      expiry: "12/34",
      cvc: "123",
    }).toString(),
  });
  expect(paid.status).toBe(303);
  return {
    email,
    session: first.session,
    checkout: field(opened, "checkout_id"),
  };
}

/** What a server answers a buyer of whichever release, and tells its operator of them. */
async function toldOf(
  { port }: RunningServer,
  { email, session, checkout }: Buyer,
) {
  const headers = { ...DEVICE, [SESSION_HEADER]: session };
  const asked = (path: string) => send(port, path, { headers });
  const status = await asked(
    `/api/pay/checkout-status?checkout_id=${checkout}`,
  );
  const { json } = await asked("/api/pay/purchases");
  const person = await send(
    port,
    `/api/admin/contacts/person?email=${encodeURIComponent(email)}`,
    { headers: { ...DEVICE, authorization: `Bearer ${ADMIN_TOKEN}` } },
  );
  return {
    status: field(status.json, "status"),
    purchases: JSON.stringify(json),
    isFound: JSON.stringify(person.json).includes(checkout),
  };
}

const PAID = {
  status: "paid",
  purchases: expect.stringMatching(/^[^[]*\[\{[^}]*"amount":999,[^}]*\}\]\}$/),
  isFound: true,
};

describe.skipIf(postgres === null)("on one database", () => {
  test.for(Object.entries(RELEASES))(
    "a release %s runs before, beside and after today's",
    { timeout: 600_000 },
    async ([, commit], { skip }) => {
      if (postgres === null || !isHere(commit)) return skip();
      const past = await checkOut(commit, commit.replace("^", ""));
      const database = await createDatabase(postgres.url);
      const start = (checkout: string) =>
        startSandbox(checkout, { DATABASE_URL: database.url, ADMIN_TOKEN });

      const before = await start(past);
      const ofPast = await buyAt(before);
      expect(await toldOf(before, ofPast)).toEqual(PAID);
      await before.stop();

      const deployed = await start(today);
      expect(await toldOf(deployed, ofPast)).toEqual(PAID);
      const ofToday = await buyAt(deployed);

      const beside = await start(past);
      for (const server of [beside, deployed])
        for (const buyer of [ofPast, ofToday])
          expect(await toldOf(server, buyer)).toEqual(PAID);
      const ofBoth = await buyAt(beside);
      expect(await toldOf(deployed, ofBoth)).toEqual(PAID);
      await deployed.stop();

      const rolledBack = await buyAt(beside);
      expect(await toldOf(beside, rolledBack)).toEqual(PAID);
      await beside.stop();

      const again = await start(today);
      for (const buyer of [ofPast, ofToday, ofBoth, rolledBack])
        expect(await toldOf(again, buyer)).toEqual(PAID);
      await again.stop();
      await database.drop();
    },
  );
});
