import {
  mkdirSync,
  readFileSync,
  writeFileSync,
  chmodSync,
  chownSync,
} from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { freePort } from "../../testing/free-port.ts";
import { installedPrograms } from "../../testing/postgres.ts";
import { asUnprivileged, launch, type Running, until } from "./programs.ts";

/** Patroni takes nothing shorter: a machine that is lost is missed after so many seconds. */
const TTL_S = 20;
const ETCD_NAME = "etcd";

/** A PostgreSQL with the Patroni that decides what it is. */
export interface Node {
  readonly name: string;
  /** Of PostgreSQL, and of Patroni's REST interface, which says what the node is. */
  readonly port: number;
  readonly rest: number;
  /** Ends PostgreSQL alone, as when it crashes. */
  crash(): void;
  /** Ends Patroni and PostgreSQL at once, as when the machine is lost. */
  lose(): void;
  /** Starts Patroni anew on the folder that was left. */
  start(): void;
}

export interface ReplicatedDatabase {
  readonly nodes: readonly Node[];
  /** The node that takes writes. */
  primary(): Promise<Node>;
  /** Resolves when a primary has a replica that every commit waits for. */
  replicated(): Promise<void>;
  stop(): Promise<void>;
}

/** A primary with a synchronous replica under Patroni, which agrees with itself by etcd. */
export async function startDatabase(
  folder: string,
): Promise<ReplicatedDatabase> {
  const etcd = await startEtcd(folder);
  const nodes: OwnNode[] = [];
  for (const name of ["one", "two"])
    nodes.push(await createNode(name, { folder, etcd: etcd.port }));
  for (const node of nodes) node.start();
  const primary = async () => {
    for (const node of nodes) if (await says(node, "/primary")) return node;
    throw new Error("there is no primary");
  };
  const database = {
    nodes,
    primary,
    replicated: () =>
      until("a primary with a synchronous replica", async () => {
        const first = await primary();
        const second = nodes.find((node) => node !== first);
        return second !== undefined && (await says(second, "/synchronous"));
      }),
    stop: async () => {
      for (const node of nodes) await node.stop();
      etcd.running.signal("SIGKILL");
      await etcd.running.ended();
    },
  };
  try {
    await database.replicated();
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function says({ rest }: Node, path: string): Promise<boolean> {
  const url = `http://127.0.0.1:${rest}${path}`;
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

async function startEtcd(
  folder: string,
): Promise<{ port: number; running: Running }> {
  const port = await freePort();
  const peers = `http://127.0.0.1:${await freePort()}`;
  const clients = `http://127.0.0.1:${port}`;
  const flags = {
    "--name": ETCD_NAME,
    "--data-dir": join(folder, ETCD_NAME),
    "--listen-client-urls": clients,
    "--advertise-client-urls": clients,
    "--listen-peer-urls": peers,
    "--initial-advertise-peer-urls": peers,
    "--initial-cluster": `${ETCD_NAME}=${peers}`,
  };
  const running = launch(ETCD_NAME, ["etcd", ...Object.entries(flags).flat()], {
    folder,
  });
  await until("etcd", async () => (await fetch(`${clients}/health`)).ok);
  return { port, running };
}

interface OwnNode extends Node {
  stop(): Promise<void>;
}

async function createNode(
  name: string,
  { folder, etcd }: { readonly folder: string; readonly etcd: number },
): Promise<OwnNode> {
  const own = join(folder, name);
  mkdirSync(own);
  const user = asUnprivileged();
  if (user.uid !== undefined && user.gid !== undefined)
    chownSync(own, user.uid, user.gid);
  chmodSync(own, 0o700);
  const [port, rest] = [await freePort(), await freePort()];
  const data = join(own, "data");
  const file = join(folder, `${name}.json`);
  // What YAML reads is JSON as well.
  writeFileSync(
    file,
    JSON.stringify(settingsOf({ name, own, data, port, rest, etcd })),
  );
  let running: Running | null = null;
  const crash = () => kill(postmasterOf(data));
  const lose = () => {
    running?.signal("SIGKILL");
    crash();
  };
  // PostgreSQL has a process group of its own.
  process.once("exit", lose);
  return {
    name,
    port,
    rest,
    crash,
    lose,
    start: () => {
      running = launch(name, ["patroni", file], {
        folder,
        ...user,
        env: { ...process.env, HOME: own },
      });
    },
    stop: async () => {
      lose();
      await running?.ended();
      await until(`the end of ${name}`, async () => !(await isListening(port)));
    },
  };
}

async function isListening(port: number): Promise<boolean> {
  const client = new Client({ host: "127.0.0.1", port, user: "funnels" });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    return !String(error).includes("ECONNREFUSED");
  }
}

function settingsOf(node: {
  readonly name: string;
  readonly own: string;
  readonly data: string;
  readonly port: number;
  readonly rest: number;
  readonly etcd: number;
}): object {
  const login = (username: string) => ({ username, password: "unused" });
  return {
    scope: "funnels",
    name: node.name,
    restapi: {
      listen: `127.0.0.1:${node.rest}`,
      connect_address: `127.0.0.1:${node.rest}`,
    },
    etcd3: { hosts: [`127.0.0.1:${node.etcd}`] },
    bootstrap: {
      dcs: {
        ttl: TTL_S,
        loop_wait: 2,
        retry_timeout: 5,
        // A crashed primary is not waited for: its replica has everything.
        primary_start_timeout: 0,
        master_start_timeout: 0,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 100, wal_log_hints: "on" },
        },
      },
      initdb: [{ encoding: "UTF8" }, { username: "funnels" }, "data-checksums"],
    },
    postgresql: {
      listen: `127.0.0.1:${node.port}`,
      connect_address: `127.0.0.1:${node.port}`,
      data_dir: node.data,
      bin_dir: installedPrograms(),
      pgpass: join(node.own, "pgpass"),
      use_unix_socket: false,
      parameters: { unix_socket_directories: node.own },
      pg_hba: [
        "host all all 127.0.0.1/32 trust",
        "host replication all 127.0.0.1/32 trust",
        "local all all trust",
      ],
      authentication: {
        superuser: login("funnels"),
        replication: login("replicator"),
        rewind: login("rewinder"),
      },
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
  };
}

/** The process that PostgreSQL says is its own; null when it has none. */
function postmasterOf(data: string): number | null {
  try {
    const [pid] = readFileSync(join(data, "postmaster.pid"), "utf8").split(
      "\n",
    );
    return Number(pid) || null;
  } catch {
    return null;
  }
}

function kill(pid: number | null): void {
  if (pid === null) return;
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}
