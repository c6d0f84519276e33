import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MESSAGE_KINDS } from "../db/outbox.ts";
import { readEnv } from "../env.ts";
import { Refusal } from "../refusal.ts";
import { receiversLine } from "./receivers.ts";

const CRM = {
  WEBHOOK_CRM_URL: "https://crm.example/",
  WEBHOOK_CRM_SECRET: "told",
};

test.each([
  ["WEBHOOK_CRM_KIND", "payment.taken", "WEBHOOK_<NAME>_KINDS, in capitals"],
  ["WEBHOOK_crm_URL", "https://crm.example/", "WEBHOOK_<NAME>_URL"],
  ["webhook_crm_kinds", "payment.taken", "WEBHOOK_<NAME>_KINDS"],
  ["WEBHOOK_URL", "https://crm.example/", "WEBHOOK_<NAME>_URL"],
  ["OUTBOX_KIND", "payment.taken", "OUTBOX_URL, OUTBOX_SECRET, OUTBOX_KINDS"],
])(
  "%s is refused by its name, and with what it may be called",
  (name, value, names) => {
    const read = () => readEnv({ ...CRM, [name]: value });
    expect(read).toThrow(Refusal);
    expect(read).toThrow(`${name} is read by nobody`);
    expect(read).toThrow(names);
  },
);

test.each(["WEBHOOK_CRM", "OUTBOX"])(
  "kinds of %s alone are refused: nobody would be told",
  (prefix) => {
    expect(() => readEnv({ [`${prefix}_KINDS`]: "payment.taken" })).toThrow(
      `${prefix}_KINDS is of no use without ${prefix}_URL and ${prefix}_SECRET`,
    );
  },
);

test("what is empty counts as none, and providers have variables of their own", () => {
  const { receivers } = readEnv({
    ...CRM,
    WEBHOOK_CRM_KIND: " ",
    WEBHOOK_SHOP_KINDS: "",
    STRIPE_SECRET_KEY: "key",
    STRIPE_WEBHOOK_SECRET: "secret",
    PAYPAL_WEBHOOK_ID: "",
  });
  expect(receivers.map(({ name }) => name)).toEqual(["crm"]);
});

test("docs/operations.md names each kind that there is to be told of", () => {
  const guide = new URL("../../docs/operations.md", import.meta.url);
  const text = readFileSync(guide, "utf8");
  const missing = MESSAGE_KINDS.filter((kind) => !text.includes(`\`${kind}\``));
  expect(missing).toEqual([]);
});

test("the start says who is told of what", () => {
  expect(receiversLine([])).toBe("Messages: nobody is told.");
  const { receivers } = readEnv({
    ...CRM,
    WEBHOOK_CRM_KINDS: "payment.taken,payment.refunded",
    OUTBOX_URL: "https://outbox.example/",
    OUTBOX_SECRET: "told",
  });
  expect(receiversLine(receivers)).toBe(
    "Messages: told to outbox (all kinds); crm (payment.taken, payment.refunded).",
  );
});
