import { readText } from "./read.ts";
import type { SafeStorage } from "./storage.ts";

const DEVICE_ID_KEY = "device-id";

const DEVICE_ID = /^[A-Za-z0-9_.:-]{1,128}$/;

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

function readDeviceId(value: unknown): string | null {
  const id = readText(value, 128);
  return id !== null && DEVICE_ID.test(id) ? id : null;
}
