import { randomUUID } from "node:crypto";
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
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import {
  MAIL_PICTURES,
  mailPictureFile,
} from "../../generated/mail-pictures.ts";
import { readEnv } from "../env.ts";
import type { Log } from "../log.ts";
import { Refusal } from "../refusal.ts";
import { type RunningServer, startServer } from "../start.ts";
import { writeBuild } from "../testing/build.ts";
import { arrive } from "../testing/calls.ts";
import { openTestDatabase } from "../testing/database.ts";
import { send } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import { type Build, followBuild, readBuild } from "./build.ts";
import type { Site } from "../site.ts";

const root = mkdtempSync(join(tmpdir(), "build-test-"));
afterAll(() => rmSync(root, { recursive: true }));

/** The test site, in which the plan of calm has another price. */
function siteAt(price: number): Site {
  const { calm, ...brands } = testSite.brands;
  if (calm === undefined) throw new Error("the test site has no calm");
  const { plan, ...products } = calm.products;
  if (plan === undefined) throw new Error("calm sells no plan");
  const prices = { ...plan.prices, USD: price };
  const cheaper = { ...products, plan: { ...plan, prices } };
  return {
    ...testSite,
    brands: { ...brands, calm: { ...calm, products: cheaper } },
  };
}

/** Writes a build whose page names its price, and serves it by one rename as the compiler does. */
function build(dir: string, id: string, price: number, previous?: string) {
  writeBuild(join(dir, ".builds", id), {
    id,
    previous: previous ?? null,
    site: siteAt(price),
    pages: { "/calm/quiz/start": `costs ${price}` },
    assets: { [`${id}.js`]: id },
  });
  point(dir, id);
}
function point(dir: string, id: string) {
  symlinkSync(join(".builds", id), join(dir, "next"));
  renameSync(join(dir, "next"), join(dir, "dist"));
}

let folders = 0;
function newFolder(): string {
  const dir = join(root, `site-${(folders += 1)}`);
  mkdirSync(join(dir, ".builds"), { recursive: true });
  return dir;
}

describe("a running server", () => {
  const dir = newFolder();
  const log: Parameters<Log>[0][] = [];
  let server: RunningServer;
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeAll(async () => {
    build(dir, "one", 3999);
    database = await openTestDatabase();
    const env = readEnv({
      PORT: "0",
      DATA_DIR: join(dir, "data"),
      DATABASE_URL: database.url,
    });
    const dist = join(dir, "dist");
    server = await startServer({ env, dist, log: (line) => log.push(line) });
  });
  afterAll(async () => {
    await server.stop();
    await database.close();
  });

  const page = async () => {
    const { status, text } = await send(server.port, "/quiz/start");
    expect(status).toBe(200);
    return text;
  };
  /** Whether the server takes this for the plan's price. */
  const takes = async (price: number) => {
    const visitor = await arrive({
      send: (path, call) => send(server.port, path, call),
    });
    const event_id = randomUUID();
    const { status } = await visitor.call("/api/visitor/initiate-checkout", {
      method: "POST",
      body: { product: "plan", price, currency: "USD", event_id },
    });
    return status === 200;
  };
  const asset = async (name: string) =>
    (await send(server.port, `/assets/${name}`)).text;

  test("takes a new build up without a restart, and no request fails meanwhile", async () => {
    expect([await page(), await takes(3999), await takes(2999)]).toEqual([
      "costs 3999",
      true,
      false,
    ]);
    let asked = 0;
    const over = new AbortController();
    const visitors = Array.from({ length: 4 }, async () => {
      const seen = new Set<string>();
      while (!over.signal.aborted) {
        seen.add(await page());
        asked += 1;
      }
      return [...seen];
    });
    build(dir, "two", 2999, "one");
    await expect.poll(page).toBe("costs 2999");
    over.abort();
    // Each of them saw the old one, then the new one, and nothing else.
    for (const seen of await Promise.all(visitors))
      expect(["costs 3999,costs 2999", "costs 2999"]).toContain(seen.join());
    expect(asked).toBeGreaterThan(4);
    expect([await takes(3999), await takes(2999)]).toEqual([false, true]);
  });

  test("has its scripts, and nothing of another build that lies beside it", async () => {
    expect(await asset("two.js")).toBe("two");
    expect(await asset("../../one/calm/quiz/start/index.html")).not.toContain(
      "costs",
    );
  });

  test("stays at its build while another one is not whole, and says so once", async () => {
    const isNewest = async () =>
      /^newest_build_served (\d)$/m.exec(
        (await send(server.port, "/metrics")).text,
      )?.[1];
    expect(await isNewest()).toBe("1");
    const file = join(dir, ".builds/half/build.json");
    mkdirSync(join(dir, ".builds/half"));
    writeFileSync(file, '{"version":1,"id":"half"');
    point(dir, "half");
    const refusals = () =>
      log.filter(({ message }) => message === "build not taken");
    await expect.poll(refusals).toHaveLength(1);
    expect(await isNewest()).toBe("0");
    expect([await page(), await takes(2999)]).toEqual(["costs 2999", true]);
    build(dir, "three", 1999, "two");
    await expect.poll(page).toBe("costs 1999");
    await expect.poll(isNewest).toBe("1");
    expect(refusals()).toHaveLength(1);
  });
});

describe("the build that is served", () => {
  test("stays itself when the link leads elsewhere", async () => {
    const dir = newFolder();
    build(dir, "one", 3999);
    const { id, files } = readBuild(join(dir, "dist"));
    build(dir, "two", 2999, "one");
    const found = await files.find("/calm/quiz/start/index.html", []);
    expect([id, String(found?.body)]).toEqual(["one", "costs 3999"]);
  });

  test("is looked at once where it is a link, and again where it is a plain folder", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const dir = newFolder();
    build(dir, "one", 3999);
    const page = "/calm/quiz/start/index.html";
    const plain = join(dir, ".builds/one");
    for (const [dist, later] of [
      [join(dir, "dist"), "costs 3999"],
      [plain, undefined],
    ] as const) {
      const { files } = readBuild(dist);
      expect(files.kept(page, [])).toBeNull();
      await files.find(page, []);
      expect(String(files.kept(page, [])?.body)).toBe("costs 3999");
      vi.advanceTimersByTime(3_600_000);
      expect(files.kept(page, [])?.body.toString()).toBe(later);
    }
  });

  test("may be a plain folder, whose next build is taken up too", async () => {
    const dist = join(newFolder(), "dist");
    writeBuild(dist, { id: "one" });
    const taken: Build[] = [];
    const rest = { log: () => {}, isNewest: () => {}, everyMs: 5 };
    const take = (next: Build) => void taken.push(next);
    const stop = followBuild(dist, { id: "one" }, take, rest);
    onTestFinished(stop);
    writeBuild(dist, { id: "two" });
    await expect.poll(() => taken.map(({ id }) => id)).toEqual(["two"]);
  });

  test("is taken up once the pictures of its mails are there, which are read with it", async () => {
    const dist = join(newFolder(), "dist");
    const { calm } = testSite.brands;
    if (calm === undefined) throw new Error("the test site has no calm");
    const picture = "/assets/calm/boat.12345678.svg";
    const mail = {
      moment: "payment.taken",
      button: null,
      subject: [],
      text: [],
      picture,
    } as const;
    const brands = { calm: { ...calm, mails: [mail] } };
    writeBuild(dist, { id: "two", site: { ...testSite, brands } });
    expect(() => readBuild(dist)).toThrow(Refusal);
    expect(() => readBuild(dist)).toThrow(picture);
    const taken: Build[] = [];
    const told: boolean[] = [];
    const isNewest = (isIt: boolean) => void told.push(isIt);
    const rest = { log: () => {}, isNewest, everyMs: 5 };
    const take = (next: Build) => void taken.push(next);
    onTestFinished(followBuild(dist, { id: "one" }, take, rest));
    await expect.poll(() => told.length).toBeGreaterThan(2);
    expect([taken, told.at(-1)]).toEqual([[], false]);
    mkdirSync(join(dist, MAIL_PICTURES), { recursive: true });
    writeFileSync(join(dist, MAIL_PICTURES, mailPictureFile(picture)), "boat");
    await expect.poll(() => taken).toHaveLength(1);
    expect(taken[0]?.mailPictures(picture)?.data.toString()).toBe("boat");
  });

  test("is tried again where it was read and could not be taken", async () => {
    const dist = join(newFolder(), "dist");
    writeBuild(dist, { id: "two" });
    const told: boolean[] = [];
    const isNewest = (isIt: boolean) => void told.push(isIt);
    const rest = { log: () => {}, isNewest, everyMs: 5 };
    const take = vi.fn<(next: Build) => void>(() => {});
    take.mockImplementationOnce(() => {
      throw new Error("not now");
    });
    onTestFinished(followBuild(dist, { id: "one" }, take, rest));
    await expect.poll(() => told.slice(0, 3)).toEqual([true, false, true]);
    expect(take).toHaveBeenCalledTimes(2);
    rmSync(dist, { recursive: true });
    await expect.poll(() => told.at(-1)).toBe(false);
  });

  test.each([
    ["nothing", () => {}, "There are no built pages in"],
    [
      "a folder of something else",
      (dist: string) => mkdirSync(dist),
      "There are no built pages in",
    ],
    [
      "a build without the pages of a brand",
      (dist: string) => {
        writeBuild(dist, { id: "one" });
        rmSync(join(dist, "calm"), { recursive: true });
      },
      'There are no built pages of "calm"',
    ],
    [
      "a build of another time",
      (dist: string) => {
        mkdirSync(dist);
        writeFileSync(join(dist, "build.json"), '{"version":2}');
      },
      "cannot be read",
    ],
  ])("is refused when it is %s", (_, make, said) => {
    const dist = join(newFolder(), "dist");
    make(dist);
    expect(() => readBuild(dist)).toThrow(Refusal);
    expect(() => readBuild(dist)).toThrow(said);
    expect(() => readBuild(dist)).toThrow("npm run build");
  });
});
