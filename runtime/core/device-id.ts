import { PRE_REG_DATA_DEVICE_ID_MAX } from "../../generated/call.ts";
import { readText } from "./read.ts";
import type { SafeStorage } from "./storage.ts";
import { DEVICE_ID_KEY } from "./storage-keys.ts";

/** Names the device of whoever follows a link. */
export const DEVICE_ID_PARAMETER = "device_id";
/** Spec 9: how often the analytics SDK is asked for its id, and how long at most; milliseconds. */
export const DEVICE_POLL_MS = 100;
export const DEVICE_WAIT_MS = 2_000;
/** Spec 4: who did not tell in time. */
export const UNKNOWN_DEVICE = "unknown-device";

const DEVICE_ID = /^[A-Za-z0-9_.:-]+$/;

export interface Device {
  /** Null as long as the SDK is waited for. */
  readonly id: () => string | null;
  /** Null when the id is known at once; never rejects. */
  readonly settled: Promise<void> | null;
}

/** The id in the query, else the stored one, else a new UUID; stored in each case. */
export function deviceId(
  queried: string | null,
  storage: SafeStorage,
  uuid: () => string,
): string {
  const stored = readDeviceId(storage.read(DEVICE_ID_KEY));
  const id = readDeviceId(queried) ?? stored ?? uuid();
  if (id !== stored) storage.write(DEVICE_ID_KEY, id);
  return id;
}

export interface ReportedDeviceOptions {
  readonly queried: string | null;
  readonly storage: SafeStorage;
  /** What the SDK reports by now, null before it does. */
  readonly reported: () => unknown;
  readonly sleep: (ms: number) => Promise<void>;
}

/** As `deviceId`, but a new one comes from the SDK, which is asked until it tells or the time is over. */
export function reportedDevice({
  queried,
  storage,
  reported,
  sleep,
}: ReportedDeviceOptions): Device {
  let id = readDeviceId(queried) ?? readDeviceId(storage.read(DEVICE_ID_KEY));
  const keep = () => storage.write(DEVICE_ID_KEY, id);
  if (id !== null) {
    keep();
    return { id: () => id, settled: null };
  }
  const poll = async () => {
    for (let waited = 0; waited < DEVICE_WAIT_MS; waited += DEVICE_POLL_MS) {
      id = readDeviceId(reported());
      if (id !== null) return void keep();
      await sleep(DEVICE_POLL_MS);
    }
    // Not stored: the next visit asks again.
    id = UNKNOWN_DEVICE;
  };
  return { id: () => id, settled: poll() };
}

function readDeviceId(value: unknown): string | null {
  const id = readText(value, PRE_REG_DATA_DEVICE_ID_MAX);
  // Versions before have kept the word for none.
  const isNone = id === null || id === UNKNOWN_DEVICE || !DEVICE_ID.test(id);
  return isNone ? null : id;
}
