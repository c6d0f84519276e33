import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { freePort } from "../../testing/free-port.ts";
import type { Node } from "./database.ts";
import { asUnprivileged, launch, type Running, until } from "./programs.ts";

export interface Front {
  /** Where visitors call, and where API processes find the database. */
  readonly port: number;
  readonly databaseUrl: string;
  /** Reads HAProxy's configuration anew, while calls go on. */
  reload(): void;
  /** Waits until calls are answered at the port. */
  answers(): Promise<void>;
  stop(): Promise<void>;
}

/** HAProxy before API processes and before the primary, PgBouncer in transaction mode between the two. */
export async function startFront(
  folder: string,
  { apis, nodes }: { apis: readonly number[]; nodes: readonly Node[] },
): Promise<Front> {
  const [port, database] = [await freePort(), await freePort()];
  const file = join(folder, "haproxy.cfg");
  writeFileSync(file, haproxySettings({ port, database, apis, nodes }));
  const haproxy = launch("haproxy", ["haproxy", "-W", "-f", file], { folder });
  const bouncer = await startBouncer(folder, database);
  const databaseUrl = `postgres://funnels@127.0.0.1:${bouncer.port}/postgres`;
  // Until it has asked, HAProxy takes every node for the primary.
  const direct = `postgres://funnels@127.0.0.1:${database}/postgres`;
  await until("the primary alone by HAProxy", async () => {
    for (let i = 0; i < 2 * nodes.length; i += 1)
      if (!(await isPrimary(direct))) return false;
    return true;
  });
  await until("PostgreSQL by PgBouncer", () => isPrimary(databaseUrl));
  return {
    port,
    databaseUrl,
    reload: () => haproxy.signal("SIGUSR2", "it"),
    answers: () =>
      until("the API by HAProxy", async () => {
        const url = `http://127.0.0.1:${port}/api/healthz`;
        return (await fetch(url)).ok;
      }),
    stop: async () => {
      for (const running of [bouncer.running, haproxy]) {
        running.signal("SIGKILL");
        await running.ended();
      }
    },
  };
}

async function isPrimary(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString });
  // One that is lost has failed its query already.
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query("select pg_is_in_recovery() as replica");
  await client.end();
  return Object(rows[0])["replica"] === false;
}

async function startBouncer(
  folder: string,
  database: number,
): Promise<{ port: number; running: Running }> {
  const port = await freePort();
  const own = join(folder, "pgbouncer");
  mkdirSync(own);
  const user = asUnprivileged();
  if (user.uid !== undefined && user.gid !== undefined)
    chownSync(own, user.uid, user.gid);
  writeFileSync(join(own, "users"), '"funnels" ""\n');
  const file = join(own, "pgbouncer.ini");
  writeFileSync(file, bouncerSettings({ port, database, own }));
  const running = launch("pgbouncer", ["pgbouncer", file], { folder, ...user });
  return { port, running };
}

function bouncerSettings(at: {
  readonly port: number;
  readonly database: number;
  readonly own: string;
}): string {
  return `[databases]
* = host=127.0.0.1 port=${at.database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${at.port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(at.own, "users")}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 200
query_timeout = 10
query_wait_timeout = 10
idle_transaction_timeout = 10
server_connect_timeout = 3
server_login_retry = 1
server_check_delay = 0
`;
}

/** The API by turns, asked again where it had not answered; the database where Patroni says the primary is. */
function haproxySettings(of: {
  readonly port: number;
  readonly database: number;
  readonly apis: readonly number[];
  readonly nodes: readonly Node[];
}): string {
  const apis = of.apis.map(
    (port) => `  server api-${port} 127.0.0.1:${port} check\n`,
  );
  const nodes = of.nodes.map(
    ({ name, port, rest }) =>
      `  server ${name} 127.0.0.1:${port} check port ${rest}\n`,
  );
  return `global
  maxconn 2000
defaults
  timeout connect 2s
  timeout check 5s
  timeout client 60s
  timeout server 60s
frontend visitors
  mode http
  bind 127.0.0.1:${of.port}
  default_backend api
backend api
  mode http
  balance roundrobin
  option redispatch 1
  retries 5
  retry-on conn-failure
  option httpchk
  http-check send meth GET uri /healthz ver HTTP/1.1 hdr host calm.localhost hdr connection close
  default-server inter 500ms fall 2 rise 1
${apis.join("")}listen postgresql
  mode tcp
  bind 127.0.0.1:${of.database}
  timeout client 1h
  timeout server 1h
  option httpchk GET /primary
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.join("")}`;
}
