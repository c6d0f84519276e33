import { expect, test } from "vitest";
import { deviceId } from "./device-id.ts";
import { FakeStorage } from "./storage.fixture.ts";
import { openStorage } from "./storage.ts";

const fresh = () => "11111111-1111-4111-8111-111111111111";

test.each([
  ["the query's", "q-1", "s-1", "q-1"],
  ["else the stored", null, "s-1", "s-1"],
  ["else a new one", null, null, fresh()],
  ["a bad query is no id", "<script>", "s-1", "s-1"],
  ["a bad stored one is no id", null, { id: 1 }, fresh()],
  ["128 characters are the longest", "x".repeat(128), null, "x".repeat(128)],
  ["129 are too many", "x".repeat(129), null, fresh()],
])("%s", (_, queried, stored, expected) => {
  const storage = openStorage(() => new FakeStorage());
  if (stored !== null) storage.write("device-id", stored);
  expect(deviceId(queried, storage, fresh)).toBe(expected);
  expect(storage.read("device-id")).toBe(expected);
});
