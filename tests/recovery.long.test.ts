import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "../server/db/open.ts";
import { freePort } from "./testing/free-port.ts";
import { installedPrograms, unprivileged } from "./testing/postgres.ts";

/** The recipes of docs/operations.md for PostgreSQL, on a machine that is lost. */
const programs = installedPrograms();
const here = programs !== null && existsSync(join(programs, "pg_basebackup"));
if (!here) console.warn("PostgreSQL is not installed: recovery is NOT tested");

const user = unprivileged();
const folder = mkdtempSync(join(tmpdir(), "funnels-recovery-"));
const archive = join(folder, "archive");
const running: ChildProcess[] = [];
if (user !== null) chownSync(folder, user.uid, user.gid);
afterAll(async () => {
  for (const server of running) {
    if (server.exitCode !== null || server.signalCode !== null) continue;
    const ended = once(server, "exit");
    server.kill("SIGINT");
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

function run(program: string, args: readonly string[]): void {
  const options = { cwd: folder, ...user };
  execFileSync(join(programs ?? "", program), args, {
    ...options,
    stdio: ["ignore", "ignore", "pipe"],
  });
}

async function start(
  data: string,
): Promise<{ server: ChildProcess; url: string }> {
  const port = await freePort();
  const settings = [
    "listen_addresses=127.0.0.1",
    `port=${port}`,
    `unix_socket_directories=${folder}`,
  ];
  const args = ["-D", data, ...settings.flatMap((one) => ["-c", one])];
  const server = spawn(join(programs ?? "", "postgres"), args, {
    cwd: folder,
    ...user,
    stdio: "ignore",
  });
  running.push(server);
  const url = `postgres://funnels@127.0.0.1:${port}/postgres`;
  await expect
    .poll(() =>
      ask(url, "select not pg_is_in_recovery() as done").then(
        ([row]) => row,
        () => null,
      ),
    )
    .toEqual({ done: true });
  return { server, url };
}

async function ask(
  url: string,
  query: string,
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

const countOf = async (url: string) =>
  Number((await ask(url, "select count(*) as n from limits_probe"))[0]?.["n"]);

async function makeFirst(): Promise<{ server: ChildProcess; url: string }> {
  const data = join(folder, "first");
  run("initdb", ["-D", data, "-U", "funnels", "-A", "trust", "-E", "UTF8"]);
  mkdirSync(archive);
  if (user !== null) chownSync(archive, user.uid, user.gid);
  appendFileSync(
    join(data, "postgresql.conf"),
    `archive_mode = on\narchive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'\n`,
  );
  const first = await start(data);
  const { close } = await openDatabase({ databaseUrl: first.url, dataDir: "" });
  await close();
  await ask(first.url, "create table limits_probe (n int)");
  return first;
}

test.runIf(here)(
  "a PostgreSQL that is lost comes back to the moment before a mistake, and from a dump",
  async () => {
    const { server, url } = await makeFirst();
    await ask(url, "insert into limits_probe select generate_series(1, 100)");
    run("pg_basebackup", [
      "-d",
      url,
      "-D",
      join(folder, "base"),
      "-X",
      "stream",
      "-c",
      "fast",
    ]);
    await ask(url, "insert into limits_probe select generate_series(1, 900)");
    run("pg_dump", ["-d", url, "-Fc", "-f", join(folder, "funnels.dump")]);
    await ask(url, "select pg_create_restore_point('before')");
    await ask(url, "delete from limits_probe");
    const [row] = await ask(
      url,
      "select pg_walfile_name(pg_switch_wal()) as file",
    );
    await expect
      .poll(() => existsSync(join(archive, String(row?.["file"]))))
      .toBe(true);
    const ended = once(server, "exit");
    server.kill("SIGKILL");
    await ended;
    rmSync(join(folder, "first"), { recursive: true });

    const second = join(folder, "second");
    cpSync(join(folder, "base"), second, { recursive: true });
    appendFileSync(
      join(second, "postgresql.conf"),
      `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_name = 'before'\nrecovery_target_action = promote\narchive_mode = off\n`,
    );
    writeFileSync(join(second, "recovery.signal"), "");
    if (user !== null)
      execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, second]);
    execFileSync("chmod", ["700", second]);
    const back = await start(second);
    expect(await countOf(back.url)).toBe(1_000);
    const { close } = await openDatabase({
      databaseUrl: back.url,
      dataDir: "",
    });
    await close();

    await ask(back.url, "create database again");
    const again = back.url.replace(/postgres$/, "again");
    run("pg_restore", [
      "-d",
      again,
      "--no-owner",
      join(folder, "funnels.dump"),
    ]);
    expect(await countOf(again)).toBe(1_000);
    const opened = await openDatabase({ databaseUrl: again, dataDir: "" });
    await opened.close();
  },
);
