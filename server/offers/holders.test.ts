import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { useServer } from "../testing/server.ts";
import { holdersOf } from "./holders.ts";

const server = useServer();

test("people who gave no email are not one person", async () => {
  const namesWith = async (email: string) => {
    const session = {
      id: randomUUID(),
      visitorId: randomUUID(),
      isNewVisitor: true,
    };
    return (await holdersOf(server, { brand: "calm", session }, email)).names;
  };
  expect(await namesWith("")).toHaveLength(1);
  expect(await namesWith(" ")).toHaveLength(1);
  const [first, second] = [
    await namesWith("A@b.org"),
    await namesWith("a@b.org "),
  ];
  expect(first[1]).toBe(second[1]);
  expect(first[0]).not.toBe(second[0]);
});
