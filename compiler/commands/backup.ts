import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, existsSync } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Checkout } from "../checkout.mjs";
import { askOrRefuse } from "../workspace/ask-server.ts";

export interface BackupOptions {
  readonly url: string;
  readonly out: string;
}

/** Writes the embedded database of a running server into a file that is whole, or is not there. 2 when there is none. */
export async function backupCommand(
  { url, out }: BackupOptions,
  token: string | undefined,
): Promise<number> {
  if (existsSync(out)) {
    console.error(`${out} is there already: name another file by --out.`);
    return 2;
  }
  const answer = await askOrRefuse({
    url,
    path: "backup",
    token,
    method: "POST",
    isStream: true,
  });
  if (answer?.body === null || answer === null) return 2;
  const part = `${out}.part`;
  try {
    await pipeline(
      Readable.fromWeb(answer.body),
      createWriteStream(part, { mode: 0o600 }),
    );
    const { size } = await stat(part);
    const expected = Number(answer.headers.get("content-length") ?? size);
    if (size !== expected)
      throw new Error(`${size} of ${expected} bytes have come`);
    const file = await open(part, "r+");
    await file.sync().finally(() => file.close());
    await rename(part, out);
    console.log(`${out}: ${(size / 1e6).toFixed(1)} MB`);
    return 0;
  } catch (error) {
    await rm(part, { force: true });
    console.error(
      `The backup was not written (${error instanceof Error ? error.message : "unknown fault"}).`,
    );
    return 2;
  }
}

/** Has the built server put a backup into `DATA_DIR`. 2 when it refuses. */
export async function restoreCommand(
  file: string,
  { root }: Checkout,
): Promise<number> {
  const program = join(root, "dist/server/main.mjs");
  if (!existsSync(program)) {
    console.error("There is no built server: run npm run build first.");
    return 2;
  }
  const child = spawn(process.execPath, [program, "restore", file], {
    stdio: "inherit",
  });
  const [code] = await once(child, "exit");
  return code === 0 ? 0 : 2;
}
