import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { erasePerson } from "../db/erase.ts";
import { createOrigins } from "../http/origin.ts";
import { mail } from "../jobs/mail.ts";
import { createHosts } from "../site.ts";
import { arrive, readObject } from "../testing/calls.ts";
import { tablesWith } from "../testing/find-word.ts";
import { Pauses } from "../testing/pauses.ts";
import { useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { noMailPictures } from "./pictures.ts";
import { digest, systemRandom } from "../token.ts";
import type { Mail } from "./mailer.ts";

const server = useServer();
const DAY_MS = 86_400_000;
const { calm, other } = testSite.brands;
if (calm === undefined || other === undefined)
  throw new Error("there is no brand");
const ready = {
  moment: "contact.stored",
  funnel: "quiz",
  subject: "Your plan is ready",
  text: [
    {
      kind: "paragraph",
      children: [{ kind: "variable", name: "name", fallback: "friend" }],
    },
  ],
  button: "See it",
  leads: {
    "/quiz/4-email": "/quiz/5-you'll-see",
    "/quiz-mp/4-email": "/quiz-mp/5-you'll-see",
    "/onepage": "/onepage",
  },
} as const;
const site = {
  ...testSite,
  brands: {
    calm: { ...calm, mails: [ready] },
    other: { ...other, mails: [ready] },
  },
};

const sent: Mail[] = [];
let fault: Error | null = null;
/** Until when mails are under way. */
let underWay: Promise<void> | null = null;
afterEach(() => {
  sent.length = 0;
  fault = null;
  underWay = null;
  // A day later, nobody has got too many of them.
  server.clock.ms += DAY_MS;
});

const queue = mail({
  get db() {
    return server.db;
  },
  now: () => new Date(server.clock.ms),
  sender: { send: async () => {}, wake: () => {} },
  sendMail: async (one) => {
    if (fault !== null) throw fault;
    await underWay;
    sent.push(one);
  },
  services: () => ({
    hosts: createHosts(site),
    origins: createOrigins(site, false),
    apiOrigin: "",
    random: systemRandom,
    mailPictures: noMailPictures,
  }),
});

/** The jobs of all contacts that there are. */
async function jobs() {
  const rows = await server.db
    .selectFrom("outbox")
    .select("message_id")
    .where("kind", "=", "contact.stored")
    .orderBy("created_at")
    .execute();
  const { signal } = new AbortController();
  return rows.map(
    ({ message_id: id }) =>
      () =>
        queue.handle({ id, data: {}, isLast: false, signal }),
  );
}

/** Tries the mails of all contacts that there are; answers what the try of the last one has done. */
async function sendAll() {
  const did = [];
  for (const job of await jobs()) did.push(await job());
  return did.at(-1);
}

/** The same, all at once as several processes do; answers how many have to be tried again. */
async function sendAtOnce(): Promise<number> {
  const tried = await Promise.allSettled((await jobs()).map((job) => job()));
  return tried.filter(({ status }) => status === "rejected").length;
}

const LOCAL = "http://calm.localhost:4173";
type Visitor = Awaited<ReturnType<typeof arrive>>;
const leave = (
  visitor: Visitor,
  email: string,
  page = `${LOCAL}/quiz/4-email?utm_source=x`,
  name = "Ann",
  host = "calm.localhost",
) =>
  visitor.call("/api/visitor/store-contact-info", {
    method: "POST",
    headers: { host },
    body: {
      event_id: randomUUID(),
      email,
      name,
      brand: "other",
      funnel: "another",
      http_referer: encodeURIComponent(page),
    },
  });
const newEmail = () => `Ann+${randomUUID()}@mail.example`;
const comes = () => arrive(server, { "x-host": "calm.localhost" });

test("whoever leaves an email is written to once, and led back to the funnel by an address that tells nothing", async () => {
  const email = newEmail();
  const visitor = await comes();
  await leave(visitor, email);
  expect(await sendAll()).toBe("done");
  expect(await sendAll()).toBe("nothing");
  // Told again with what else is known, and with a mended name.
  await leave(visitor, email);
  await sendAll();
  expect(sent).toHaveLength(1);
  const [first] = sent;
  expect(first).toMatchObject({
    to: email,
    sender: "Brand calm",
    subject: "Your plan is ready",
  });
  expect(first?.text).toContain(`See it: ${LOCAL}/quiz/5-you'll-see\n`);
  expect(first?.text).toContain("Ann");
  expect(first?.text).not.toContain("utm_source");
  const links = [...(first?.html.matchAll(/href="([^"]+)"/g) ?? [])];
  for (const [, link = ""] of links)
    expect(link).not.toMatch(/ann(?:\+|%2b)|mail\.example/i);
  expect(first?.id).not.toContain(visitor.session);
  expect(first?.html).not.toMatch(/<img|src=/);
});

test.each([
  ["on the other mount", `${LOCAL}/quiz-mp/4-email`, `${LOCAL}/quiz-mp/5-`],
  ["at an address of its own", `${LOCAL}/onepage`, `${LOCAL}/onepage`],
  ["on a foreign host", "https://evil.example/quiz/4-email", "https://calm."],
  ["on another brand's", "http://other.localhost/quiz/4-email", "https://calm"],
])("an email left %s leads below it", async (_, page, address) => {
  await leave(await comes(), newEmail(), page);
  await sendAll();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.text).toContain(`See it: ${address}`);
});

test.each([
  ["a page that asks for a name alone", `${LOCAL}/quiz/3-name`],
  ["a page of the brand", `${LOCAL}/contact`],
  ["no page", "nowhere"],
  ["nonsense", "%E0%A4%A"],
])(
  "an email that is told again from %s is no reason to write",
  async (_, page) => {
    await leave(await comes(), newEmail(), page);
    // Such tries are many, and no sign that mail goes out.
    expect(await sendAll()).toBe("nothing");
    expect(sent).toEqual([]);
  },
);

test.each([
  "Ann",
  "Ann-Marie O’Neill, Jr.",
  "J. R. R. Müller",
  "Nguyễn Thị Ánh",
  "علی‌رضا",
  "王小明",
])("calls whoever left the email %s", async (name) => {
  await leave(await comes(), newEmail(), `${LOCAL}/quiz/4-email`, name);
  await sendAll();
  expect(sent[0]?.text).toContain(name);
});

test.each([
  ["an address", "at https://evil.example/pay"],
  ["a host", "at evil.example"],
  ["a host of another script", "at злой.рф"],
  ["an email", "or ask ann@evil.example"],
  ["a telephone number", "call 555 01 99"],
  ["lines", "Ann\n\nYour account is closed"],
  ["a letter", "Your account is closed. ".repeat(3)],
])(
  "passes no message on to strangers: a name that holds %s is not said",
  async (_, name) => {
    await leave(await comes(), newEmail(), `${LOCAL}/quiz/4-email`, name);
    await sendAll();
    expect(sent).toHaveLength(1);
    const { text = "", html = "" } = sent[0] ?? {};
    expect(text).toMatch(/^friend\n/);
    expect(text + html).not.toMatch(/evil|злой|555|closed/);
  },
);

test.each([
  (to: string) => `<${to}>`,
  (to: string) => `${to}>`,
  (to: string) => `\u0001${to}`,
  (to: string) => `${to}.`,
  (to: string) => `"${to.replace("@", '"@')}`,
  (to: string) => to.replace("mail.", "my。mail."),
  (to: string) => to.replace("mail", "ma\u00adil"),
  (to: string) => to.replace("mail", "ｍail"),
])(
  "another spelling of an email that mail servers put right is not written to, past what it has refused (%#)",
  async (spelt) => {
    await leave(await comes(), spelt(newEmail()));
    expect(await sendAll()).toBe("nothing");
    expect(sent).toEqual([]);
  },
);

test.each([
  "Jürgen.O'Neill+quiz@mail.example",
  "ann@straße.example",
  "ann@xn--strae-oqa.example",
  "用户@例子.example",
])("writes to %s", async (email) => {
  await leave(await comes(), email);
  await sendAll();
  expect(sent).toMatchObject([{ to: email }]);
});

test("is not sent a second time in a visit, and is in another", async () => {
  const email = newEmail();
  const visitor = await comes();
  await leave(visitor, newEmail());
  await leave(visitor, email);
  await leave(await comes(), email);
  await sendAll();
  expect(sent).toHaveLength(2);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(2);
});

/** The link of the last mail, as path and query. */
function linkSent(): string {
  const url = new URL(sent.at(-1)?.unsubscribe ?? "");
  return url.pathname + url.search;
}

test("can be refused by one POST that asks nothing, and by the page behind the link", async () => {
  const [email, other] = [newEmail(), newEmail()];
  await leave(await comes(), email);
  await sendAll();
  const link = linkSent();
  expect(sent[0]?.text).toContain(`No more of these mails: ${LOCAL}${link}`);
  for (let i = 0; i < 2; i += 1) {
    const page = await server.send(link);
    expect(page.status).toBe(200);
    expect(page.text).toContain("Stop these mails");
    expect(page.text).not.toContain(email);
  }
  // Looking has changed nothing.
  await leave(await comes(), email);
  await sendAll();
  expect(sent).toHaveLength(2);
  for (let i = 0; i < 2; i += 1) {
    const answer = await server.send(link, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        origin: "https://mailbox.example",
      },
      body: "List-Unsubscribe=One-Click",
    });
    expect(answer.status).toBe(200);
  }
  await leave(await comes(), email.toUpperCase());
  await leave(await comes(), other);
  await sendAll();
  expect(sent.map(({ to }) => to)).toEqual([email, email, other]);
  const query = new URLSearchParams({ email }).toString();
  const person = await server.send(`/api/admin/contacts/person?${query}`);
  expect(readObject(person.json)["mails"]).toMatchObject([{}, {}]);
  expect(readObject(person.json)["mails_refused"]).toMatchObject([
    { brand: "calm" },
  ]);
});

test.each(["", "?token=", "?token=x", `?token=${"a".repeat(22)}`])(
  "a link with %j refuses nothing",
  async (query) => {
    const path = `/api/visitor/unsubscribe${query}`;
    expect((await server.send(path)).status).toBe(404);
    expect((await server.send(path, { method: "POST" })).status).toBe(404);
  },
);

test("a refusal holds for its brand and is kept by a digest, as long as the person", async () => {
  const email = newEmail();
  await leave(await comes(), email);
  await sendAll();
  await server.send(linkSent(), { method: "POST" });
  const rows = await server.db
    .selectFrom("unsubscribe_links")
    .selectAll()
    .execute();
  expect(JSON.stringify(rows)).not.toMatch(/ann\+/i);
  expect(JSON.stringify(rows)).not.toContain(linkSent().split("=")[1]);
  const erased = await server.send("/api/admin/contacts/erase", {
    method: "POST",
    body: { email },
  });
  expect(erased.json).toMatchObject({ deleted: { unsubscribe_links: 1 } });
  const page = await server.send(linkSent());
  expect(page.status).toBe(404);
});

test("each try has a link of its own, and none of them counts as another mail", async () => {
  const email = newEmail();
  await leave(await comes(), email);
  fault = new Error("busy");
  for (let i = 0; i < 5; i += 1)
    await expect(sendAll()).rejects.toThrow("busy");
  fault = null;
  await sendAll();
  expect(sent).toHaveLength(1);
  expect((await server.send(linkSent())).status).toBe(200);
});

test("nobody is sent more than three in a day, whoever types their email", async () => {
  const email = newEmail();
  for (let i = 0; i < 5; i += 1) await leave(await comes(), email);
  await sendAll();
  expect(sent).toHaveLength(3);
});

test("nor by all brands together; who refuses one brand's is written to by the others", async () => {
  const [email, refusing] = [newEmail(), newEmail()];
  const leaveAt = async (host: string, whose: string) => {
    const visitor = await arrive(server, { host });
    const page = `http://${host}:4173/quiz/4-email`;
    await leave(visitor, whose, page, "Ann", host);
  };
  for (const host of ["calm", "other", "calm", "other"])
    await leaveAt(`${host}.localhost`, email);
  await sendAll();
  expect(sent.filter(({ to }) => to === email)).toHaveLength(3);

  await leaveAt("calm.localhost", refusing);
  await sendAll();
  await server.send(linkSent(), { method: "POST" });
  for (const host of ["calm", "other"])
    await leaveAt(`${host}.localhost`, refusing);
  await sendAll();
  const toRefusing = sent.filter(({ to }) => to === refusing);
  expect(toRefusing.map(({ sender }) => sender)).toEqual([
    "Brand calm",
    "Brand other",
  ]);
});

test("nor where all of them are written at once", async () => {
  const email = newEmail();
  for (let i = 0; i < 5; i += 1) await leave(await comes(), email);
  await sendAtOnce();
  expect(sent.filter(({ to }) => to === email)).toHaveLength(3);
});

test("a visit that is told of twice at once is written to once, and by the other where the first is not sent", async () => {
  const visitor = await comes();
  const [mistyped, email] = [newEmail(), newEmail()];
  await leave(visitor, mistyped);
  await leave(visitor, email);
  const ofVisit = () =>
    sent.filter(({ to }) => to === mistyped || to === email);
  let letGo = () => {};
  underWay = new Promise((resolve) => (letGo = resolve));
  const tried = (await jobs()).map((job) => job());
  await expect(Promise.all(tried)).rejects.toThrow("another message");
  expect(ofVisit()).toHaveLength(0);
  letGo();
  const ended = await Promise.allSettled(tried);
  expect(ended.filter(({ status }) => status === "rejected")).toHaveLength(1);
  expect(ofVisit()).toHaveLength(1);
  expect(await sendAtOnce()).toBe(0);
  expect(ofVisit()).toHaveLength(1);

  const other = await comes();
  await leave(other, mistyped);
  fault = new Error("busy");
  await sendAtOnce();
  fault = null;
  server.clock.ms += 120_000;
  await leave(other, email);
  await (await jobs()).at(-1)?.();
  expect(sent.at(-1)?.to).toBe(email);
  expect(ofVisit()).toHaveLength(2);
});

test("somebody who is erased while their mail is made is not known by a link of it", async () => {
  const pauses = new Pauses();
  pauses.watch(server.db);
  for (let pause = 0; ; pause += 1) {
    const email = newEmail();
    await leave(await comes(), email);
    const job = (await jobs()).at(-1);
    const isErased = await pauses.interrupt(
      pause,
      async () => job?.(),
      () => erasePerson(server.db, email, new Date(server.clock.ms)),
    );
    server.clock.ms += DAY_MS;
    if (!isErased) break;
    const left = await tablesWith(server.db, digest(email.toLowerCase()));
    expect(left, `pause ${pause}`).toEqual([]);
  }
  expect(sent.at(-1)?.unsubscribe).toBeTypeOf("string");
});
