import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { Client } from "pg";

export interface Postgres {
  readonly url: string;
  /** Its version, for people. */
  readonly version: string;
  stop(): Promise<void>;
}

/** Package managers that have a PostgreSQL, and how each installs it. */
const INSTALLERS = [
  {
    command: "apt-get",
    runs: [
      ["apt-get", "update"],
      ["apt-get", "install", "-y", "--no-install-recommends", "postgresql"],
    ],
  },
  { command: "dnf", runs: [["dnf", "install", "-y", "postgresql-server"]] },
  { command: "apk", runs: [["apk", "add", "postgresql"]] },
  { command: "pacman", runs: [["pacman", "-S", "--noconfirm", "postgresql"]] },
  { command: "brew", runs: [["brew", "install", "postgresql@16"]] },
] as const;

const START_MS = 60_000;

/**
 * A real PostgreSQL: the one at `DATABASE_URL`, else a fresh one that runs until `stop`, from what is installed or what
 * the system's package manager installs. `durable` says whether it waits for the disk. null when there is none to be
 * had.
 */
export async function providePostgres({
  durable,
}: {
  readonly durable: boolean;
}): Promise<Postgres | null> {
  const given = process.env["DATABASE_URL"] ?? "";
  if (given !== "")
    return { url: given, version: await waitFor(given), stop: async () => {} };
  if (findPrograms() === null) {
    console.log("no PostgreSQL on this machine: installing one");
    installFromSystem();
  }
  const programs = findPrograms();
  return programs === null ? null : start(programs, durable);
}

/** The folder of `initdb` and `postgres`, of the newest version. */
function findPrograms(): string | null {
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

async function start(programs: string, durable: boolean): Promise<Postgres> {
  const user = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), "postgres-"));
  if (user !== null) chownSync(folder, user.uid, user.gid);
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
  try {
    return { url, version: await waitFor(url), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** PostgreSQL refuses to run as root: somebody else has to. */
function unprivileged(): { uid: number; gid: number } | null {
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
async function waitFor(url: string): Promise<string> {
  const until = Date.now() + START_MS;
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

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" ? (address?.port ?? 0) : 0;
      server.close(() => done(port));
    });
  });
}

function installFromSystem(): void {
  const installer = INSTALLERS.find(
    ({ command }) => spawnSync(command, ["--version"]).error === undefined,
  );
  for (const [command, ...args] of installer?.runs ?? []) {
    const direct = process.getuid?.() === 0 || installer?.command === "brew";
    const [program, rest] = direct
      ? [command, args]
      : ["sudo", ["-n", command, ...args]];
    // What is missing in the end is said once.
    spawnSync(program, rest, { stdio: "inherit" });
  }
}
