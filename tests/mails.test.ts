import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MAIL_VARIABLES } from "../compiler/link/mail-variables.ts";
import { ROOT } from "../compiler/testing/root.ts";
import { site } from "../generated/server.ts";
import type { ServerBrand } from "../generated/server-contract.ts";
import { MAIL_KINDS } from "../server/jobs/mail.ts";
import { GIFT_MOMENT } from "../server/mail/order-mail.ts";

test("a mail can only be about what is told", () => {
  const moments = ["brand", "funnel"].flatMap((kind) => {
    const file = join(ROOT, `schema/${kind}.schema.json`);
    const schema = JSON.parse(readFileSync(file, "utf8"));
    return Object.keys(schema.properties.mails.properties);
  });
  expect(moments.length).toBeGreaterThan(10);
  const told: readonly string[] = [...MAIL_KINDS, GIFT_MOMENT];
  const untold = moments.filter((moment) => !told.includes(moment));
  expect(untold, "kinds of server/db/outbox.ts").toEqual([]);
});

test("what mails may show is filled in by the server", () => {
  const code = ["order-mail", "contact-mail"]
    .map((name) => readFileSync(join(ROOT, `server/mail/${name}.ts`), "utf8"))
    .join("\n");
  const names = Object.values(MAIL_VARIABLES).flatMap((one) =>
    Object.keys(one),
  );
  expect(names).toContain("next-try");
  const unknown = [...new Set(names)].filter(
    (name) => !new RegExp(`[ {]"?${name}"?(?:: | }|,$)`, "m").test(code),
  );
  expect(unknown, "values of server/mail").toEqual([]);
});

const brands: readonly ServerBrand[] = Object.values(site.brands);
const written = (mail: unknown) => JSON.stringify(mail) ?? "";

/** What every brand sends, and what those send that sell something of a kind. */
const WANTED: readonly (readonly [
  moment: string,
  fits: (brand: ServerBrand) => boolean,
  shown: readonly string[],
])[] = [
  [
    "payment.taken",
    () => true,
    ["product", "amount", "renewal", "order", "date"],
  ],
  [
    "renewal.upcoming",
    renews,
    ["product", "amount", "renewal", "renewal-date", "order"],
  ],
  ["renewal.taken", renews, ["product", "amount", "renewal", "order", "date"]],
  ["payment.refunded", () => true, ["product", "amount", "order"]],
  ["subscription.cancelled", renews, ["product", "order", "ends"]],
  ["renewal.failed", renews, ["product", "amount", "order", "next-try"]],
  [
    "gift.taken",
    ({ gifts }) => Object.keys(gifts).length > 0,
    ["gift-link", "product", "amount", "order", "date"],
  ],
];

function renews({ products }: ServerBrand): boolean {
  return Object.values(products).some(({ renewal }) => renewal !== null);
}

const wanted = WANTED.flatMap(([moment, fits, shown]) =>
  brands.filter(fits).map((brand) => [brand.id, moment, brand, shown] as const),
);

test.each(wanted)(
  "%s says at %s what there is to know",
  (id, moment, { mails }, shown) => {
    const mail = mails.find(
      (one) => one.moment === moment && one.funnel === null,
    );
    const place = `mails.${moment} of funnels/${id}/brand.yaml`;
    for (const name of shown)
      expect(written(mail), place).toContain(`"name":"${name}"`);
  },
);

test.each(brands.map(({ id, company }) => [id, company] as const))(
  "%s says at the end of its mails which company it is, and no page but its own downloads that",
  (id, company) => {
    expect(company).toMatch(/, .+, /);
    const of = (name: string) =>
      readFileSync(join(ROOT, `generated/brands/${id}/${name}.ts`), "utf8");
    expect(of("pages").split(company ?? "")).toHaveLength(3);
    const [, street = ""] = (company ?? "").split(", ");
    expect(of("site")).not.toContain(street);
  },
);

const asking = brands.flatMap((brand) =>
  brand.mails
    .filter(({ moment }) => moment === "contact.stored")
    .map((mail) => [`${brand.id}/${mail.funnel}`, mail] as const),
);

test.each(asking)(
  "%s leads those who left an email back, and says where their answers are",
  (_, mail) => {
    expect(Object.keys(mail.leads ?? {}).length).toBeGreaterThan(0);
    expect(written(mail.text)).toMatch(/browser/);
  },
);

test("every funnel that asks for an email writes to those who left one", () => {
  const files = import.meta.glob<string>("../generated/brands/*/*.ts", {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const asked = Object.entries(files).flatMap(([file, text]) => {
    const [, name] = /brands\/(.+)\.ts$/.exec(file) ?? [];
    const asks = /"fields":\[[^\]]*"email"/.test(text);
    return asks && name !== undefined ? [name] : [];
  });
  expect(asked.length).toBeGreaterThan(10);
  expect(
    asking.map(([name]) => name).toSorted(),
    "mails.contact.stored of each",
  ).toEqual(asked.toSorted());
});
