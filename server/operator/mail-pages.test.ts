import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  rmSync,
  utimesSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createServices } from "../app.ts";
import { clean } from "../jobs/housekeeping.ts";
import { mailFolder } from "../mail/mail-folder.ts";
import { createMailer } from "../mail/mailer.ts";
import { buy, newEmail } from "../testing/buyer.ts";
import { hidden, operatorOf } from "../testing/operator.ts";
import { paidBy, useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";

const TOKEN = "correct-horse";
const dataDir = mkdtempSync(join(tmpdir(), "mail-pages-"));
afterAll(() => rmSync(dataDir, { recursive: true }));
const server = useServer(() => ({ adminToken: TOKEN, dataDir }));
const { open, send } = operatorOf(server, TOKEN);

describe("mails that lie here because no mail server takes them", () => {
  const mailer = createMailer(null, mailFolder(dataDir));
  const lay = (id: string, to: string) =>
    mailer.sendMail({
      id,
      to,
      subject: "Your <b>plan</b>",
      text: "Hello <script>x</script>",
      html: '<p style="color:red">Hello</p>',
      picture: null,
      sender: "Calm",
      replyTo: "help@calm.example",
      domain: "calm.example",
      unsubscribe: null,
    });
  const files = () =>
    readdirSync(mailFolder(dataDir)).filter((name) => name.endsWith(".txt"));
  beforeEach(() =>
    rmSync(mailFolder(dataDir), { recursive: true, force: true }),
  );

  test("are listed, the last one first, and none where there is no folder", async () => {
    expect((await open("/pages/mails")).text).toContain("None lies here");
    await lay("first", "ann@mail.example");
    await lay("second", "bob@mail.example");
    utimesSync(join(mailFolder(dataDir), "first.txt"), 1, 1);
    const { text } = await open("/pages/mails");
    expect(text).toContain("Your &lt;b&gt;plan&lt;/b&gt;");
    expect(text).toContain('href="/api/admin/pages/mails/first"');
    const at = (words: string) => text.indexOf(words);
    expect(at("bob@mail.example")).toBeLessThan(at("ann@mail.example"));
  });

  test("are shown as text and in a frame that runs nothing, which is written down", async () => {
    await lay("one", "ann@mail.example");
    const page = await open("/pages/mails/one");
    expect(page.text).toContain("To: ann@mail.example");
    expect(page.text).toContain("&lt;script&gt;x&lt;/script&gt;");
    expect(page.text).not.toContain("<script");
    expect(page.text).toMatch(/<iframe[^>]*\ssandbox\s[^>]*>/);
    expect(page.headers["content-security-policy"]).toContain(
      "frame-src 'self'",
    );
    const frame = await open("/pages/mails/one/html");
    expect(frame.text).toBe('<p style="color:red">Hello</p>');
    const policy = String(frame.headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/; sandbox(;|$)/);
    expect(policy).not.toContain("script-src");
    const actions = await server.db
      .selectFrom("operator_actions")
      .select(["action", "subject"])
      .where("action", "=", "mails.show")
      .execute();
    // Each look, whichever it is.
    const look = { action: "mails.show", subject: "one" };
    expect(actions).toEqual([look, look]);
  });

  test.each(["..%2F..%2Fpackage", "%2E%2E", "two", ".one", "one%00"])(
    "of the name %s there is none",
    async (name) => {
      await lay("one", "ann@mail.example");
      expect((await open(`/pages/mails/${name}`)).status).toBe(404);
      expect((await open(`/pages/mails/${name}/html`)).status).toBe(404);
    },
  );

  test.each(["mails", "mails/one", "mails/one/html"])(
    "%s is for operators alone",
    async (path) => {
      const closed = await server.send(`/api/admin/pages/${path}`);
      expect(closed.status).toBe(401);
    },
  );

  test("go with the person, to whichever of their addresses they went", async () => {
    const { id, email } = await buy(server, newEmail());
    await lay("rights-1", email.toUpperCase());
    await lay(`payment.taken-${id}`, "paid@mail.example");
    await lay("another", "bob@mail.example");
    const query = new URLSearchParams({ email }).toString();
    const form = hidden((await open(`/pages/people?${query}`)).text);
    const { text } = await send("people/erase", { ...form, again: email });
    expect(text).toContain("mail files");
    expect(files()).toEqual(["another.txt"]);
  });

  test("go with the person at the second try where the first one could not delete them", async () => {
    const { id, email } = await buy(server, newEmail());
    const name = `payment.taken-${id}`;
    await lay(name, "paid@mail.example");
    const page = join(mailFolder(dataDir), `${name}.html`);
    rmSync(page);
    // A folder is not deleted as a file is.
    mkdirSync(page);
    const query = new URLSearchParams({ email }).toString();
    const form = hidden((await open(`/pages/people?${query}`)).text);
    const erase = () => send("people/erase", { ...form, again: email });
    expect((await erase()).status).toBe(500);
    rmdirSync(page);
    expect((await erase()).text).toContain("mail files");
    expect(readdirSync(mailFolder(dataDir))).toEqual([]);
  });

  test("are deleted after thirty days", async () => {
    await lay("old", "ann@mail.example");
    await lay("new", "ann@mail.example");
    const day = 86_400;
    const now = server.clock.ms / 1_000;
    const at = (name: string, s: number) => {
      for (const ending of ["txt", "html"])
        utimesSync(join(mailFolder(dataDir), `${name}.${ending}`), s, s);
    };
    at("old", now - 30 * day - 1);
    at("new", now - 30 * day + 1);
    await clean(
      createServices({
        db: server.db,
        site: testSite,
        ...paidBy(),
        dataDir,
        now: () => new Date(server.clock.ms),
      }),
    );
    expect(files()).toEqual(["new.txt"]);
    expect(readdirSync(mailFolder(dataDir))).not.toContain("old.html");
  });
});
