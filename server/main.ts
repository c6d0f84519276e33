import { existsSync, readFileSync } from "node:fs";
import { presetCheckout, providerTitles } from "../generated/providers.ts";
import type { Providers } from "./checkout/provider.ts";
import { type Env, readEnv } from "./env.ts";
import { receiversLine } from "./jobs/receivers.ts";
import { mailFolder } from "./mail/mail-folder.ts";
import { gathered, jsonLog } from "./log.ts";
import { openBackup, restoreBackup } from "./db/backup.ts";
import { endProcess, errorCode, Refusal } from "./refusal.ts";
import { type RunningServer, startServer } from "./start.ts";
import { SECRET_LEAST } from "./variables.ts";

const VARIABLES = ".env";

const [, , command = "", file = ""] = process.argv;
await (command === "restore" ? restore(file) : main()).catch(endProcess);

/** The variables of the environment, and those of `.env`, which it wins over. */
function variables(): NodeJS.ProcessEnv {
  if (existsSync(VARIABLES)) {
    // Node says of a file that it may not read that there is none.
    try {
      readFileSync(VARIABLES);
    } catch (error) {
      throw new Refusal(
        `${VARIABLES} cannot be read (${errorCode(error) ?? "unknown fault"}): variables are read from a file of that name; let the user read it that the server runs as, or rename it.`,
      );
    }
    process.loadEnvFile(VARIABLES);
  }
  return process.env;
}

/** `node dist/server/main.mjs restore FILE`: makes the embedded database of `DATA_DIR` from a backup. */
async function restore(backup: string): Promise<void> {
  const { dataDir, databaseUrl } = readEnv(variables());
  if (backup === "")
    throw new Refusal(
      "No backup is named: node dist/server/main.mjs restore FILE.",
    );
  if (databaseUrl !== null)
    throw new Refusal(
      "DATABASE_URL is set, so that the server would not use what is restored: restore PostgreSQL by pg_restore, or take DATABASE_URL away.",
    );
  const blob = await openBackup(backup);
  const migrations = await restoreBackup(blob, dataDir);
  process.stdout.write(
    `The database in ${dataDir} is what ${backup} was: it has ${migrations} migrations.\n`,
  );
}

async function main(): Promise<void> {
  const env = readEnv(variables());
  const lines = gathered((text) => process.stdout.write(text));
  // However it ends: by a signal, or by a fault that nobody has caught.
  process.on("exit", lines.flush);
  const log = jsonLog(lines.write, () => new Date());
  const server = await startServer({
    env,
    dist: "dist",
    log,
    making: () =>
      process.stdout.write(
        `Making the database in ${env.dataDir}, which takes some seconds.\n`,
      ),
    opened: stopOnSignal,
  });
  const addresses = server.brands.map(
    (brand) => `  http://${brand}.localhost:${server.port}`,
  );
  process.stdout.write(`Serving every brand:\n${addresses.join("\n")}\n`);
  process.stdout.write(`${paymentsLine(env.providers)}\n`);
  process.stdout.write(`${mailLine(env)}\n`);
  process.stdout.write(`${receiversLine(env.receivers)}\n`);
  process.stdout.write(guessable(env));
}

/** Those that take real money, or else the sandbox, and who is missing. */
function paymentsLine({ main, all }: Providers): string {
  const told = all.filter((one) => one === main || !one.isSandbox);
  const lines = told.map(({ startLine }) => startLine);
  if (main === null)
    lines.push(
      `${providerTitles[presetCheckout]} is not set up: offers that name no other provider cannot be paid.`,
    );
  return `Payments: ${lines.join(" ")}`;
}

function mailLine({ smtp, dataDir }: Env): string {
  return smtp === null
    ? `Mail: none is sent; it lies in ${mailFolder(dataDir)} (MAIL_URL sends it).`
    : `Mail: sent from ${smtp.from}.`;
}

/** A line where the token of operators may be tried until it fits. */
function guessable({ adminToken }: Env): string {
  return adminToken === null || adminToken.length >= SECRET_LEAST
    ? ""
    : `Operators: ADMIN_TOKEN has ${adminToken.length} characters and can be guessed, which opens every order and person; take ${SECRET_LEAST} or more.\n`;
}

function stopOnSignal(server: Pick<RunningServer, "stop">): void {
  let stopping = false;
  const stop = () => {
    // Whoever asks twice does not want to wait.
    if (stopping) process.exit(1);
    stopping = true;
    server.stop().then(() => process.exit(0), endProcess);
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}
