import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { availableMemory } from "node:process";
import { join } from "node:path";

/** Where Linux keeps files in memory. */
const MEMORY = "/dev/shm";

/** Bytes that must be free there and in memory: several times what the tests of one run leave there at a time. */
const ROOM = 2e9;

/**
 * A fresh folder in memory for the temporary files of one run of the tests, which make and remove tens of thousands of
 * small ones; null where there is none with room, or whose programs may not be run.
 */
export function makeMemoryFolder(): string | null {
  if (!existsSync(MEMORY) || availableMemory() < ROOM) return null;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < ROOM) return null;
  const folder = mkdtempSync(join(MEMORY, "funnels-tests-"));
  // PostgreSQL runs as somebody else.
  chmodSync(folder, 0o755);
  if (canRun(folder)) return folder;
  rmSync(folder, { recursive: true });
  return null;
}

function canRun(folder: string): boolean {
  const program = join(folder, "program");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
