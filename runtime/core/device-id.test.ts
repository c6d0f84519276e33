import { expect, test } from "vitest";
import {
  DEVICE_POLL_MS,
  DEVICE_WAIT_MS,
  deviceId,
  reportedDevice,
  UNKNOWN_DEVICE,
} from "./device-id.ts";
import { FakeStorage } from "../testing/storage.ts";
import { openStorage } from "./storage.ts";
import { DEVICE_ID_KEY } from "./storage-keys.ts";

const fresh = () => "11111111-1111-4111-8111-111111111111";

test.each([
  ["the query's", "q-1", "s-1", "q-1"],
  ["else the stored", null, "s-1", "s-1"],
  ["else a new one", null, null, fresh()],
  ["a bad query is no id", "<script>", "s-1", "s-1"],
  ["a bad stored one is no id", null, { id: 1 }, fresh()],
  ["'unknown-device' is no id", UNKNOWN_DEVICE, UNKNOWN_DEVICE, fresh()],
  ["128 characters are the longest", "x".repeat(128), null, "x".repeat(128)],
  ["129 are too many", "x".repeat(129), null, fresh()],
])("device id: %s", (_, queried, stored, expected) => {
  const storage = openStorage(() => new FakeStorage());
  if (stored !== null) storage.write(DEVICE_ID_KEY, stored);
  expect(deviceId(queried, storage, fresh)).toBe(expected);
  expect(storage.read(DEVICE_ID_KEY)).toBe(expected);
});

/** An SDK that reports after so many questions. */
function polled(
  after: number,
  queried: string | null = null,
  stored: string | null = null,
) {
  const storage = openStorage(() => new FakeStorage());
  if (stored !== null) storage.write(DEVICE_ID_KEY, stored);
  const waits: number[] = [];
  let asked = 0;
  const device = reportedDevice({
    queried,
    storage,
    reported: () => ((asked += 1) > after ? "sdk-1" : null),
    sleep: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
  });
  return { device, storage, waits };
}

test("the SDK is asked every 100 ms until it reports an id, which is kept", async () => {
  const { device, storage, waits } = polled(19);
  expect(device.id()).toBeNull();
  await device.settled;
  expect(device.id()).toBe("sdk-1");
  expect(storage.read(DEVICE_ID_KEY)).toBe("sdk-1");
  expect(waits).toEqual(Array.from({ length: 19 }, () => DEVICE_POLL_MS));
  expect(DEVICE_POLL_MS).toBe(100);
});

test("the device-id wait gives up after 2 seconds with 'unknown-device', and asks again another time", async () => {
  const { device, storage, waits } = polled(20);
  await device.settled;
  expect(device.id()).toBe("unknown-device");
  expect(UNKNOWN_DEVICE).toBe("unknown-device");
  expect(storage.read(DEVICE_ID_KEY)).toBeNull();
  expect(waits.reduce((sum, ms) => sum + ms)).toBe(DEVICE_WAIT_MS);
  expect(DEVICE_WAIT_MS).toBe(2_000);
});

test("an id of the address or of an earlier visit is waited for by nobody", () => {
  const { device, storage } = polled(0, "q-1");
  expect([device.id(), device.settled]).toEqual(["q-1", null]);
  const again = reportedDevice({
    queried: null,
    storage,
    reported: () => "sdk-1",
    sleep: () => Promise.resolve(),
  });
  expect([again.id(), again.settled]).toEqual(["q-1", null]);
});

test("'unknown-device', as an earlier visit has kept it, is no id", async () => {
  const { device, storage } = polled(0, UNKNOWN_DEVICE, UNKNOWN_DEVICE);
  await device.settled;
  expect(device.id()).toBe("sdk-1");
  expect(storage.read(DEVICE_ID_KEY)).toBe("sdk-1");
});
