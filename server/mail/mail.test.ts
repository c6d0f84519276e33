import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { writeMessage } from "../db/outbox.ts";
import { findCheckout } from "../db/checkouts.ts";
import { countJobs } from "../db/jobs.ts";
import { recordTransaction } from "../db/payments.ts";
import { readEnv } from "../env.ts";
import { openEngine, type Sender } from "../jobs/engine.ts";
import { mail } from "../jobs/mail.ts";
import { GiveUp } from "../jobs/run-queue.ts";
import { createOrigins } from "../http/origin.ts";
import { systemRandom } from "../token.ts";
import { silentLog } from "../log.ts";
import { createHosts } from "../site.ts";
import {
  arrive,
  goodCard,
  initiate,
  openHosted,
  post,
} from "../testing/calls.ts";
import { useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { createMailer } from "./mailer.ts";

const server = useServer();
const folder = mkdtempSync(join(tmpdir(), "mail-"));
afterAll(() => rmSync(folder, { recursive: true }));
const DAY_MS = 86_400_000;
const PICTURE = { data: Buffer.from("a lake"), type: "image/png" };
const calm = testSite.brands["calm"];
if (calm === undefined) throw new Error("there is no brand");
const variable = (name: string, fallback: string | null = null) =>
  ({ kind: "variable", name, fallback }) as const;
const site = {
  ...testSite,
  brands: {
    ...testSite.brands,
    calm: {
      ...calm,
      mails: [
        {
          moment: "payment.taken",
          funnel: "another",
          subject: "Not ours",
          text: [],
          button: null,
        } as const,
        {
          moment: "subscription.cancelled",
          funnel: null,
          subject: "It ends",
          text: [],
          button: null,
        } as const,
        {
          moment: "subscription.cancelled",
          funnel: "quiz",
          subject: ["It ends on ", variable("ends")],
          text: [],
          button: null,
        } as const,
        {
          moment: "gift.taken",
          funnel: null,
          picture: "/assets/calm/lake.0123abcd.svg",
          subject: ["Your gift: ", variable("product")],
          text: [{ kind: "paragraph", children: [variable("gift-link")] }],
          button: "See it",
        } as const,
        {
          moment: "payment.taken",
          // The build that is served does not have it.
          picture: "/assets/calm/gone.0123abcd.svg",
          subject: ["Your receipt: ", variable("product")],
          text: [
            {
              kind: "paragraph",
              children: ["Dear ", variable("name", "friend"), ","],
            },
            {
              kind: "list",
              ordered: false,
              items: [
                [{ kind: "strong", children: [variable("amount")] }],
                [variable("renewal", "paid once")],
                [variable("renewal-date", "never again")],
              ],
            },
          ],
          button: "Go on",
        } as const,
      ],
      look: { colors: { accent: "#123456" }, font: "serif" as const },
    },
  },
};

/** A mail server, and how it treats what it is sent. */
let smtp: SMTPServer;
let url = "";
let answer: "takes" | "refuses" | "is busy" | "drops" | "drops afterwards";
const taken: string[] = [];
const delays: (() => void)[] = [];
let isSlow = false;
beforeEach(async () => {
  [answer, isSlow] = ["takes", false];
  taken.length = 0;
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onRcptTo: (_address, _session, done) => {
      if (answer === "drops")
        return smtp.connections.forEach((one) => one.close());
      if (answer === "refuses") return done(fault(550));
      if (answer === "is busy") return done(fault(451));
      done();
    },
    onData: (stream, _session, done) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        if (answer === "drops afterwards")
          return smtp.connections.forEach((one) => one.close());
        const take = () => {
          taken.push(Buffer.concat(parts).toString());
          done();
        };
        if (isSlow) delays.push(take);
        else take();
      });
    },
  });
  smtp.on("error", () => {});
  smtp.listen(0, "127.0.0.1");
  await once(smtp.server, "listening");
  url = `smtp://127.0.0.1:${String(Object(smtp.server.address()).port)}`;
});
afterEach(() => smtp.close());

const fault = (responseCode: number) =>
  Object.assign(new Error("no"), { responseCode });

function queue(
  smtpUrl: string | null = url,
  folder = "",
  sender: Sender = { send: async () => {}, wake: () => {} },
) {
  const from = "orders@mail.example";
  const mailer = createMailer(
    smtpUrl === null ? null : { url: smtpUrl, from },
    folder,
  );
  const { signal } = new AbortController();
  const handler = mail({
    db: server.db,
    now: () => new Date(server.clock.ms),
    sender,
    sendMail: mailer.sendMail,
    services: () => ({
      hosts: createHosts(site),
      origins: createOrigins(site, false),
      apiOrigin: "",
      random: systemRandom,
      mailPictures: (address) =>
        address === "/assets/calm/lake.0123abcd.svg" ? PICTURE : null,
    }),
  });
  return {
    handler,
    /** One try of the mail that a message asks for. */
    send: (id: string) =>
      handler.handle({ id, data: {}, isLast: false, signal }),
    close: mailer.close,
  };
}

/** Somebody who buys, and the message about it. */
async function bought(product: "journal" | "gift" | "plan" = "journal") {
  const visitor = await arrive(server);
  await visitor.call("/api/visitor/store-contact-info", {
    method: "POST",
    body: {
      event_id: crypto.randomUUID(),
      email: "ann@mail.example",
      name: "<Ann>",
    },
  });
  const { url: page, id } =
    product === "plan"
      ? await openPlan(visitor)
      : await openHosted(visitor, product);
  await post(visitor, page, goodCard);
  return { order: id, message: await messageOf(id) };
}

async function openPlan(visitor: Awaited<ReturnType<typeof arrive>>) {
  await initiate(visitor, "plan");
  const answered = await visitor.call("/api/pay/make-stripe-subscription", {
    method: "POST",
    headers: { "idempotency-key": crypto.randomUUID() },
    body: {
      product: "plan",
      email: "ann@mail.example",
      return_path: "/quiz/oto?email=x",
    },
  });
  const { checkout_id, url: page } = Object(answered.json);
  return { id: String(checkout_id), url: String(page) };
}

async function messageOf(order: string): Promise<string> {
  const rows = await server.db
    .selectFrom("outbox")
    .select(["message_id", "payload"])
    .where("kind", "=", "payment.taken")
    .execute();
  const found = rows.find(({ payload }) => payload["checkout_id"] === order);
  if (found === undefined) throw new Error("nothing was told");
  return found.message_id;
}

test("a payment is followed by one receipt, however often it is told", async () => {
  const { order, message } = await bought("plan");
  const { send, close } = queue();
  await send(message);
  await send(message);
  // The same moment of the same order, told once more.
  await writeMessage(server.db, {
    kind: "payment.taken",
    payload: { checkout_id: order, amount: 3999 },
    now: new Date(server.clock.ms),
  });
  await send(await messageOf(order));
  close();
  expect(taken).toHaveLength(1);
  const [text = ""] = taken;
  expect(text).toContain("Subject: Your receipt: The plan, 4 weeks");
  expect(text).toContain(`Message-ID: <payment.taken-${order}@calm.example>`);
  expect(text).toContain("To: ann@mail.example");
  expect(text).toMatch(/From: .*<orders@mail\.example>/);
  expect(text).toContain("$39.99");
  expect(text).toContain("$29.99 every 4 weeks");
  expect(text).toContain("January 29, 2030");
  // To the product, and not to the page that sold it.
  expect(text).toContain("Go on: https://calm.example\r\n");
  expect(text).toContain("Company calm, 1 Example Quay\r\n");
  expect(text.replaceAll("=\r\n", "")).toContain(
    "Your orders, and how to cancel: http://calm.localhost/orders\r\n",
  );
  expect(text).not.toContain("/quiz/oto");
  expect(text).not.toContain("email=x");
  // Nothing shows when it is read, and what a visitor wrote is text.
  expect(text).not.toMatch(/<img|src=/);
  expect(text).toContain("&lt;Ann&gt;");
  expect(text).not.toContain("<Ann>,</p>");
});

test("a receipt names the next payment as the plan has it, and none where it ends", async () => {
  const changes = [
    [{ renews_at: new Date("2030-03-05T12:00:00Z") }, "March 5, 2030"],
    [{ amount: 4900, every_days: 30 }, "$49.00 every month"],
    [{ paused: true }, "$29.99 every 4 weeks"],
    [{ paused: true }, "never again"],
    [{ ends_at: new Date("2030-03-05T12:00:00Z") }, "never again"],
    [{ status: "cancelled" as const }, "never again"],
  ] as const;
  for (const [change, words] of changes) {
    const { order, message } = await bought("plan");
    await server.db
      .updateTable("subscriptions")
      .set(change)
      .where("checkout_id", "=", order)
      .execute();
    const { send, close } = queue();
    await send(message);
    close();
    expect(taken.at(-1)).toContain(words);
  }
});

test("a mail brings its picture with it, to a mail server and into a file", async () => {
  const { order, message } = await bought("gift");
  const data = PICTURE.data.toString("base64");
  const sent = queue();
  await sent.send(message);
  sent.close();
  const [text = ""] = taken;
  expect(text).toContain('<img src=3D"cid:picture" alt=3D""');
  expect(text).toMatch(/Content-ID: <picture>/i);
  expect(text).toContain("Content-Disposition: inline");
  expect(text).toContain(data);
  // The file is a page that holds all of it.
  await server.db.deleteFrom("mails").execute();
  const written = queue(null, folder);
  await written.send(message);
  written.close();
  const page = readFileSync(
    join(folder, `payment.taken-${order}.html`),
    "utf8",
  );
  expect(page).toContain(`<img src="data:image/png;base64,${data}" alt=""`);
});

test("what was taken once too often is followed by a word that it goes back, and by no second receipt", async () => {
  const { order, message } = await bought();
  const checkout = await findCheckout(server.db, order);
  if (checkout === null) throw new Error("nothing was bought");
  const random = systemRandom;
  const now = new Date(server.clock.ms);
  for (const transaction of ["t-1", "t-2", "t-2"])
    await recordTransaction(server.db, checkout, { transaction, now, random });
  const rows = await server.db
    .selectFrom("outbox")
    .select(["message_id", "payload"])
    .where("kind", "=", "payment.taken")
    .execute();
  const about = rows.filter(({ payload }) => payload["checkout_id"] === order);
  expect(about).toHaveLength(2);
  const { send, close } = queue();
  for (const { message_id } of [...about, ...about]) await send(message_id);
  close();
  expect(taken).toHaveLength(2);
  const receipt = taken.find((text) => text.includes(`-${order}@`));
  const word = taken.find((text) => text !== receipt)?.replaceAll("=\r\n", "");
  expect(receipt).toContain("Your receipt");
  expect(word).toContain("Subject: You paid twice for The journal");
  expect(word).toContain("$9.99");
  expect(word).toContain(order);
  expect(word).not.toContain("Your receipt");
  expect(word).not.toContain(message);
});

test("a funnel's own mail comes before the brand's, and says when a plan ends", async () => {
  const { order } = await bought("plan");
  await writeMessage(server.db, {
    kind: "subscription.cancelled",
    payload: { checkout_id: order, ends_at: "2030-02-26T12:00:00.000Z" },
    now: new Date(server.clock.ms),
  });
  const { message_id } = await server.db
    .selectFrom("outbox")
    .select("message_id")
    .where("kind", "=", "subscription.cancelled")
    .executeTakeFirstOrThrow();
  const { send, close } = queue();
  await send(message_id);
  close();
  expect(taken).toHaveLength(1);
  expect(taken[0]).toContain("Subject: It ends on February 26, 2030");
  expect(taken[0]).not.toContain("List-Unsubscribe");
});

test.each([
  ["where it was ordered", "https://staging.calm.example"],
  ["to the brand's own host where that is none", "https://evil.example"],
  ["to the brand's own host where nobody knows it any more", null],
])("the receipt of a gift is the mail with its link, %s", async (_, page) => {
  const { order, message } = await bought("gift");
  await server.db
    .updateTable("checkouts")
    .set({ page_origin: page })
    .where("checkout_id", "=", order)
    .execute();
  const { send, close } = queue(null, folder);
  await send(message);
  await send(message);
  close();
  const { token } = await server.db
    .selectFrom("gifts")
    .select("token")
    .where("checkout_id", "=", order)
    .executeTakeFirstOrThrow();
  const origin = page?.includes("calm") ? page : "https://calm.example";
  const link = `${origin}/api/visitor/gift?token=${token}`;
  const text = readFileSync(join(folder, `payment.taken-${order}.txt`), "utf8");
  expect(text).toContain("Subject: Your gift: The journal\n");
  expect(text).toContain(`\n\n${link}\n\nSee it: ${link}\n`);
});

test("the receipt of a gift that was paid back is written without its link, which opens nothing", async () => {
  const { order, message } = await bought("gift");
  await server.db
    .updateTable("payments")
    .set({ state: "refunded" })
    .where("checkout_id", "=", order)
    .execute();
  const { send, close } = queue(null, folder);
  await send(message);
  close();
  const text = readFileSync(join(folder, `payment.taken-${order}.txt`), "utf8");
  expect(text).toContain("Subject: Your receipt: The journal\n");
  expect(text).not.toContain("/api/visitor/gift");
});

test("a receipt counts as the list of prices does, where everyday use has other digits", async () => {
  const { order, message } = await bought("plan");
  await server.db
    .updateTable("checkouts")
    .set({ currency: "HUF" })
    .where("checkout_id", "=", order)
    .execute();
  const { send, close } = queue();
  await send(message);
  close();
  const text = taken[0]?.replaceAll("=\r\n", "");
  expect(text).toContain("HUF=C2=A039.99");
  expect(text).toContain("HUF=C2=A029.99 every 4 weeks");
});

test("two processes send one mail for an order that was paid", async () => {
  const { order } = await bought();
  const engines = [];
  for (let i = 0; i < 2; i += 1) {
    const engine = await openEngine({ db: server.db, log: silentLog });
    await engine.work([queue(url, "", engine).handler]);
    engines.push(engine);
  }
  const sent = () => taken.filter((text) => text.includes(`-${order}@`)).length;
  for (const engine of engines) engine.wake("mail");
  await expect.poll(sent).toBe(1);
  await expect.poll(() => countJobs(server.db)).toEqual([]);
  for (const engine of engines) await engine.stop(1_000);
  expect(sent()).toBe(1);
});

test.each<[string, typeof answer, boolean]>([
  ["that refuses the address is not asked again", "refuses", true],
  ["that is busy is asked again", "is busy", false],
  ["that drops the connection is asked again", "drops", false],
  [
    "that drops it instead of an answer is asked again",
    "drops afterwards",
    false,
  ],
])("a mail server %s", async (_, how, isFinal) => {
  const { message } = await bought();
  const { send, close } = queue();
  answer = how;
  const failed: unknown = await send(message).catch((error: unknown) => error);
  expect(failed instanceof GiveUp).toBe(isFinal);
  expect(failed).toBeInstanceOf(Error);
  expect(String(failed)).not.toContain("ann@");
  answer = "takes";
  if (!isFinal) await send(message);
  await send(message).catch(() => {});
  close();
  expect(taken).toHaveLength(1);
});

test("one that is slow is waited for", async () => {
  const { message } = await bought();
  const { send, close } = queue();
  isSlow = true;
  const sent = send(message);
  await expect.poll(() => delays.length).toBe(1);
  delays.splice(0).forEach((end) => end());
  await sent;
  close();
  expect(taken).toHaveLength(1);
});

test("one that is away is tried again", async () => {
  const { message } = await bought();
  const { send } = queue("smtp://127.0.0.1:9");
  await expect(send(message)).rejects.toThrow(/ECONN|ESOCKET/);
});

test("without one, mail lies in a folder to be read", async () => {
  const { order, message } = await bought();
  const { send } = queue(null, join(folder, "mail"));
  await send(message);
  await send(message);
  const names = readdirSync(join(folder, "mail")).toSorted();
  expect(names).toEqual([
    `payment.taken-${order}.html`,
    `payment.taken-${order}.txt`,
  ]);
  const text = readFileSync(join(folder, "mail", names[1] ?? ""), "utf8");
  expect(text).toContain("To: ann@mail.example\n");
  expect(text).toContain("- $9.99\n- paid once\n- never again");
});

test("nothing is sent of what is long past, or to nobody, or without a text", async () => {
  const { send, close } = queue();
  const late = await bought();
  server.clock.ms += 8 * DAY_MS;
  await send(late.message);
  const nobody = await arrive(server);
  const { url: page, id } = await openHosted(nobody);
  await post(nobody, page, goodCard);
  await send(await messageOf(id));
  const { order } = await bought();
  await writeMessage(server.db, {
    kind: "payment.refunded",
    payload: { checkout_id: order, amount: 999 },
    now: new Date(server.clock.ms),
  });
  const { message_id } = await server.db
    .selectFrom("outbox")
    .select("message_id")
    .where("kind", "=", "payment.refunded")
    .executeTakeFirstOrThrow();
  await send(message_id);
  close();
  expect(taken).toEqual([]);
});

test.each([
  [{ MAIL_URL: "smtp://x" }, "MAIL_FROM"],
  [{ MAIL_URL: "http://u:secret@x", MAIL_FROM: "a@b.example" }, "MAIL_URL"],
  [{ MAIL_URL: "smtp://x", MAIL_FROM: "Shop <a@b.example>" }, "MAIL_FROM"],
])("%j is refused", (variables, name) => {
  expect(() => readEnv(variables)).toThrow(name);
  expect(() => readEnv(variables)).not.toThrow("secret");
});
