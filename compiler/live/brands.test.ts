import { expect, test } from "vitest";
import { parse } from "yaml";
import { applyFixes } from "../edit/apply.ts";
import { data } from "../schema/read.ts";
import {
  baseFiles,
  compileWith,
  type Edit,
  programWith,
} from "../testing/base-content.ts";
import { liveFindings } from "./compare.ts";
import { liveShape } from "./shape.ts";

const BRAND = "demo/brand.yaml";

const MONTH = {
  name: "A month",
  price: { USD: 19.99, EUR: 18.99 },
  days: 30,
  renews: { everyDays: 30, price: { USD: 19.99, EUR: 18.99 } },
  regular: {
    price: { USD: 39.99, EUR: 37.99 },
    renews: { everyDays: 30, price: { USD: 39.99, EUR: 37.99 } },
  },
  gift: 2,
  repeatable: false,
  retired: true,
};

test("a product that is gone is written as it was, in one place", () => {
  const before: Edit = [
    BRAND,
    "products:",
    `products:\n  month: ${JSON.stringify(MONTH)}`,
  ];
  const shape = liveShape(programWith([before]));
  const found = liveFindings(shape, programWith([]));
  expect(found.map(({ code }) => code)).toEqual(["live/product-gone"]);
  const text = baseFiles.find(({ name }) => name === BRAND)?.text ?? "";
  const fixes = found.flatMap(({ fix }) => (fix ? [fix.changes] : []));
  const mended = applyFixes(BRAND, text, fixes).text;
  const { month } = data(data(parse(mended)).products);
  expect(month).toEqual(MONTH);
  const { program, diagnostics } = compileWith({ name: BRAND, text: mended });
  expect(diagnostics).toEqual([]);
  expect(program && liveFindings(shape, program)).toEqual([]);
});
