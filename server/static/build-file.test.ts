import { describe, expect, test } from "vitest";
import { testSite } from "../testing/site.ts";
import { readBuildFile } from "./build-file.ts";

describe("what a build says of itself", () => {
  const whole = { version: 1, id: "a", previous: null, site: testSite };
  const text = JSON.stringify(whole);

  test("is read as it was written, and more than is known is no mistake", () => {
    expect(readBuildFile(text)).toEqual(whole);
    const more = { ...whole, site: { ...testSite, more: 1 }, more: 1 };
    expect(readBuildFile(JSON.stringify(more))).toEqual(more);
  });

  test.each([
    ["a folder elsewhere", '"previous":null', '"previous":"../secrets"'],
    ["a price that is a text", '"USD":3999', '"USD":"3999"'],
    ["a price below nothing", '"USD":3999', '"USD":-1'],
    ["a host that is none", '"calm.example"', "4"],
    ["a brand without products", '"products"', '"prodcuts"'],
    ["a currency that is none", '"CAD"', "4"],
    ["no redirects", '"redirects"', '"redirecst"'],
    ["an experiment without sides", '"variants"', '"variatns"'],
    ["a text", text, '"build"'],
    ["half of itself", text, text.slice(0, -9)],
  ])("is refused with %s", (_, from, to) => {
    expect(text).toContain(from);
    expect(() => readBuildFile(text.replace(from, to))).toThrow(Error);
  });
});
