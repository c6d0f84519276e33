import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../compiler/testing/root.ts";
import { site } from "../generated/server.ts";
import { MESSAGE_KINDS } from "../server/db/outbox.ts";

test("a mail can only be about what is told", () => {
  const file = join(ROOT, "schema/envelope/brand.schema.json");
  const schema = JSON.parse(readFileSync(file, "utf8"));
  const moments = Object.keys(schema.properties.mails.properties);
  expect(moments.length).toBeGreaterThan(0);
  for (const moment of moments) expect(MESSAGE_KINDS).toContain(moment);
});

test.each(Object.values(site.brands).map((brand) => [brand.id, brand]))(
  "%s sends a receipt that says what was paid, for what, and what follows",
  (_, { mails }) => {
    const receipt = mails.find(({ moment }) => moment === "payment.taken");
    for (const name of ["product", "amount", "renewal", "order", "date"])
      expect(JSON.stringify(receipt)).toContain(`"name":"${name}"`);
  },
);
