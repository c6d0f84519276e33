import { expect, test } from "vitest";
import { createHosts } from "./site.ts";
import { testSite } from "./testing/site.ts";

const [brand] = Object.values(testSite.brands);
if (brand === undefined) throw new Error("the site of tests has no brand");
const { id } = brand;

test("a brand is found by its own id alone, whatever hosts begin with", () => {
  const others = ["www", "testing", `staging-${id}`];
  const hosts = createHosts({
    ...testSite,
    brands: {
      ...testSite.brands,
      ...Object.fromEntries(
        others.map((other) => [other, { ...brand, id: other, hosts: [] }]),
      ),
    },
  });
  expect([id, ...others].map((name) => hosts.named(name)?.id)).toEqual([
    id,
    ...others,
  ]);
  expect(hosts.named(`staging.${id}`)).toBeNull();
  expect(hosts.named(id.toUpperCase())).toBeNull();
  expect(hosts.named("constructor")).toBeNull();
});
