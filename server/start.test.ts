import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { filesIn } from "./db/embedded-files.ts";
import { lockFolder } from "./db/lock.ts";
import { isNew } from "./db/open.ts";
import { readEnv } from "./env.ts";
import { jsonLog, silentLog } from "./log.ts";
import { Refusal } from "./refusal.ts";
import { pathOf, withCheckout } from "./http/safe-path.ts";
import { startServer } from "./start.ts";
import { send } from "./testing/server.ts";
import { expectProblem } from "./testing/calls.ts";
import { writeBuild } from "./testing/build.ts";
import { SESSION_HEADER } from "./sessions/session.ts";

const root = mkdtempSync(join(tmpdir(), "start-test-"));
const dist = join(root, "dist");
beforeAll(() => {
  writeBuild(dist, { id: "one", pages: { "/calm/quiz/start": "start" } });
});
afterAll(() => rmSync(root, { recursive: true }));

let folders = 0;
/** Made by the first start, opened again by the others: that is four times as fast. */
const used = join(root, "data");
const newFolder = () => join(root, `data-${(folders += 1)}`);

function start(
  variables: Record<string, string>,
  pages = dist,
  making = () => {},
) {
  const env = readEnv({ PORT: "0", DATA_DIR: newFolder(), ...variables });
  return startServer({ env, dist: pages, log: silentLog, making });
}

async function refusalOf(work: () => unknown): Promise<Refusal> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("a start", () => {
  test("makes a database where there is none, in the folder alone", () => {
    const dataDir = newFolder();
    const isNewAt = (databaseUrl: string | null) =>
      isNew({ databaseUrl, dataDir });
    expect(isNewAt(null)).toBe(true);
    expect(isNewAt("postgres://db.example/funnels")).toBe(false);
    mkdirSync(filesIn(dataDir), { recursive: true });
    // One that was being made when the process ended.
    expect(isNewAt(null)).toBe(true);
    writeFileSync(join(filesIn(dataDir), "PG_VERSION"), "17");
    expect(isNewAt(null)).toBe(false);
  });

  test(
    "serves, stops, keeps what was stored, and gives the folder back",
    { tags: "long" },
    async () => {
      const path = "/api/visitor/visitor-info";
      const first = await start({ DATA_DIR: used });
      expect((await send(first.port, "/quiz/start")).text).toBe("start");
      const met = await send(first.port, path);
      for (const host of ["two words", "a@b", "a/b"])
        expectProblem(
          "headers-missing",
          await send(first.port, path, { headers: { host } }),
        );
      await first.stop();
      expect(existsSync(join(used, "lock"))).toBe(false);

      const second = await start({ DATA_DIR: used });
      const session = String(met.headers[SESSION_HEADER]);
      const again = await send(second.port, path, {
        headers: { [SESSION_HEADER]: session },
      });
      expect(again.json).toEqual(met.json);
      await second.stop();
    },
  );

  test(
    "can be stopped as soon as it answers, before its jobs have begun",
    { tags: "long" },
    async () => {
      const env = readEnv({ PORT: "0", DATA_DIR: used });
      const path = "/api/visitor/visitor-info";
      const stopped: Promise<number>[] = [];
      await startServer({
        env,
        dist,
        log: silentLog,
        opened: ({ port, stop }) => {
          const answered = send(port, path);
          stopped.push(
            answered.then(({ status }) => stop().then(() => status)),
          );
        },
      });
      expect(await Promise.all(stopped)).toEqual([200]);
      expect(existsSync(join(used, "lock"))).toBe(false);
    },
  );

  test(
    "refuses a taken port in a sentence, and gives the folder back",
    { tags: "long" },
    async () => {
      const other = createServer().listen(0);
      await once(other, "listening");
      const PORT = String(Object(other.address()).port);
      const refusal = await refusalOf(() => start({ DATA_DIR: used, PORT }));
      expect(refusal.message).toMatch(
        new RegExp(`^Port ${PORT} is taken: .*PORT=\\d+`),
      );
      expect(refusal.exitCode).toBe(1);
      expect(existsSync(join(used, "lock"))).toBe(false);
      other.close();
    },
  );

  test("refuses a data folder that another server has", async () => {
    const unlock = lockFolder(used);
    const refusal = await refusalOf(() => start({ DATA_DIR: used }));
    expect(refusal.message).toContain(`in use by process ${process.pid}`);
    expect(refusal.exitCode).toBe(1);
    unlock();
  });

  test("refuses pages that are not built, before it opens anything", async () => {
    const DATA_DIR = newFolder();
    const making = vi.fn<() => void>();
    const refusal = await refusalOf(() =>
      start({ DATA_DIR }, join(root, "nothing"), making),
    );
    expect(refusal.message).toContain("npm run build");
    expect(making).not.toHaveBeenCalled();
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  test.each<[string, Record<string, string>, number, string]>([
    ["an address of Stripe that is none", { STRIPE_API: "x" }, 1, "STRIPE_API"],
    ["a port that is none", { PORT: "80a" }, 1, 'PORT is "80a"'],
    ["a port too high", { PORT: "65536" }, 1, "0 to 65535"],
    ["an API host that is none", { API_HOST: "ftp://x" }, 1, "API_HOST"],
    [
      "a PostgreSQL that is not there",
      { DATABASE_URL: "postgres://u:secret@127.0.0.1:1/x" },
      1,
      "DATABASE_URL",
    ],
    ["an image service that is none", { IMAGE_API_URL: "x" }, 1, "IMAGE_API"],
    ["its key alone", { IMAGE_API_KEY: "secret" }, 1, "IMAGE_API_URL"],
    ["networks that are not there", { GEO_TABLE: "/none" }, 1, "GEO_TABLE"],
  ])("refuses %s", async (_, variables, exitCode, text) => {
    const refusal = await refusalOf(() =>
      start({ DATA_DIR: used, ...variables }),
    );
    expect(refusal.exitCode).toBe(exitCode);
    expect(refusal.message).toContain(text);
    expect(refusal.message).not.toContain("secret");
  });

  test("refuses a host of another machine", { tags: "long" }, async () => {
    const refusal = await refusalOf(() =>
      start({ DATA_DIR: used, HOST: "192.0.2.1" }),
    );
    expect(refusal.exitCode).toBe(1);
    expect(refusal.message).toContain("HOST");
  });

  test("refuses a data folder that cannot be written", async () => {
    const file = join(root, "a-file");
    writeFileSync(file, "");
    const refusal = await refusalOf(() => start({ DATA_DIR: file }));
    expect(refusal.message).toContain("cannot be written");
  });
});

describe("the lock of a data folder", () => {
  test("outlives no process: a killed holder's lock is taken over", async () => {
    const folder = newFolder();
    const holder = await holdElsewhere(folder);
    const refusal = await refusalOf(() => lockFolder(folder));
    expect(refusal.message).toContain(`in use by process ${holder.pid}`);
    holder.kill("SIGKILL");
    await once(holder, "exit");
    lockFolder(folder)();
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each<[string, object, number]>([
    ["a process id used again", { pid: process.pid, began: "1" }, 0],
    ["a process that is gone", { pid: 2 ** 22 + 1 }, 0],
    ["another machine, silent", { machine: "elsewhere" }, 60],
  ])("is taken over from %s", (_, holder, secondsAgo) => {
    const { folder, file } = lockOf(holder, secondsAgo);
    lockFolder(folder)();
    expect(existsSync(file)).toBe(false);
  });

  test("is left to another machine that still touches it", () => {
    const { folder } = lockOf({ machine: "elsewhere" }, 1);
    expect(() => lockFolder(folder)).toThrow(Refusal);
  });

  test.each(["", "{", "null", '{"pid":"x"}'])(
    "that says %j is nobody's",
    (text) => {
      const folder = newFolder();
      mkdirSync(folder);
      writeFileSync(join(folder, "lock"), text);
      const unlock = lockFolder(folder);
      expect(readFileSync(join(folder, "lock"), "utf8")).toContain(
        `${process.pid}`,
      );
      unlock();
    },
  );

  test("leaves nothing behind on a disk that is full", async () => {
    const folder = newFolder();
    // No file of this process may hold a byte.
    const child = runHolder(folder, ["sh", "-c", 'ulimit -f 0; exec "$@"', ""]);
    const [said] = await once(child.stdout, "data");
    child.kill("SIGKILL");
    expect(String(said)).toBe("refused");
    expect(readdirSync(folder)).toEqual([]);
  });

  test(
    "is given once when many ask at the same moment",
    { tags: "long" },
    async () => {
      const folder = newFolder();
      mkdirSync(folder);
      writeFileSync(join(folder, "lock"), "left behind");
      const children = Array.from({ length: 4 }, () => runHolder(folder));
      const said = await Promise.all(
        children.map(async (child) =>
          String((await once(child.stdout, "data"))[0]),
        ),
      );
      for (const child of children) child.kill("SIGKILL");
      expect(said.filter((text) => text === "held")).toHaveLength(1);
    },
  );
});

function lockOf(holder: object, secondsAgo: number) {
  const folder = newFolder();
  const file = join(folder, "lock");
  mkdirSync(folder);
  writeFileSync(
    file,
    JSON.stringify({
      token: "x",
      pid: 1,
      began: "",
      machine: hostname(),
      ...holder,
    }),
  );
  const then = new Date(Date.now() - secondsAgo * 1_000);
  utimesSync(file, then, then);
  return { folder, file };
}

function runHolder(folder: string, before: readonly string[] = []) {
  const lock = new URL("./db/lock.ts", import.meta.url);
  const code = `import { lockFolder } from ${JSON.stringify(lock.pathname)};
    try { lockFolder(${JSON.stringify(folder)}); process.stdout.write("held"); }
    catch { process.stdout.write("refused"); }
    setInterval(() => {}, 1000);`;
  const node = [process.execPath, "--import", "tsx", "--input-type=module"];
  const [program, ...rest] = [...before, ...node, "-e", code];
  return spawn(program, rest, { stdio: ["ignore", "pipe", "inherit"] });
}

async function holdElsewhere(folder: string): Promise<ChildProcess> {
  const child = runHolder(folder);
  const [said] = await once(child.stdout, "data");
  expect(String(said)).toBe("held");
  return child;
}

describe("the environment", () => {
  test("is optional, and an empty value counts as none", () => {
    const env = readEnv({ PORT: "", DATABASE_URL: " ", HOST: "" });
    expect(env).toMatchObject({
      port: 4173,
      host: null,
      databaseUrl: null,
      dataDir: ".data",
      providers: { main: { id: "sandbox" } },
    });
  });

  test.each([
    ["api.example", "https://api.example"],
    ["http://localhost:4000/", "http://localhost:4000"],
  ])("API_HOST=%s is %s", (API_HOST, origin) => {
    expect(readEnv({ API_HOST }).apiOrigin).toBe(origin);
  });
});

describe("ways back to a page", () => {
  test.each([
    ["/quiz/oto", "/quiz/oto?checkout=ID"],
    ["/quiz/oto?a=b%20c&checkout=old&d", "/quiz/oto?a=b%20c&d&checkout=ID"],
    ["/quiz/oto?a=b?c#plans", "/quiz/oto?a=b?c&checkout=ID#plans"],
    ["/quiz/oto?a=\\b", "/quiz/oto?a=\\b&checkout=ID"],
    ["//evil.example", "/"],
    ["/\\evil.example", "/"],
    ["/\t/evil.example", "/"],
    ["https://evil.example", "/"],
  ])("%s -> %s", (path, back) => {
    expect(withCheckout(path, "ID")).toBe(back);
  });

  test.each([
    ["http://calm.localhost:4173/quiz/upsell?x=1#top", "/quiz/upsell?x=1"],
    ["https://calm.example//evil.example", "/"],
    ["javascript:alert(1)", "/"],
    ["/quiz", "/"],
    [null, "/"],
  ])("%s is the path %s", (address, path) => {
    expect(pathOf(address)).toBe(path);
  });
});

test("a log line is one line of JSON with its time", () => {
  const lines: string[] = [];
  const log = jsonLog(
    (line) => lines.push(line),
    () => new Date(0),
  );
  log({ level: "info", message: "a\nb", status: 200 });
  expect(lines).toEqual([
    '{"time":"1970-01-01T00:00:00.000Z","level":"info","message":"a\\nb","status":200}\n',
  ]);
});
