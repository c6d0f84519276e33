import { expect, test } from "vitest";
import { formOf } from "./money-form.ts";
import { CURRENCIES } from "../testing/funnel.ts";

test.each([
  ["CAD", "CA$", 2],
  ["JPY", "JPY\u00a0", 0],
  ["KWD", "KWD\u00a0", 3],
  ["HUF", "HUF\u00a0", 2],
  ["IQD", "IQD\u00a0", 3],
])(
  "amounts of %s, which the site may have sold in once, are written with %j and %i digits",
  (code, symbol, digits) => {
    expect(formOf(CURRENCIES, code)).toMatchObject({ symbol, digits });
  },
);
