import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../testing/root.ts";
import { classNames } from "./class-names.ts";

const AMOUNT = join(ROOT, "runtime/offer/amount.module.css");
const DEAL = join(ROOT, "runtime/offer/deal.module.css");

describe("the classes of CSS modules", () => {
  test("are three consonants long, the same in every build, and of one file alone", () => {
    const [once, again] = [classNames(ROOT), classNames(ROOT)];
    const names = [
      once("sum", AMOUNT),
      once("words", AMOUNT),
      once("sum", DEAL),
      once("sum", `${AMOUNT}?used`),
    ];
    for (const name of names) expect(name).toMatch(/^[bcdfghj-np-tv-xz]{3}$/i);
    expect(new Set(names).size).toBe(3);
    expect(names[3]).toBe(names[0]);
    // Whatever was asked for before.
    expect(again("sum", DEAL)).toBe(names[2]);
    expect(again("sum", AMOUNT)).toBe(names[0]);
  });

  test("stay apart where a file has more classes than there are letters", () => {
    const name = classNames(ROOT);
    const many = Array.from({ length: 200 }, (_, index) =>
      name(`c${index}`, AMOUNT),
    );
    const others = Array.from({ length: 200 }, (_, index) =>
      name(`c${index}`, DEAL),
    );
    expect(new Set([...many, ...others]).size).toBe(400);
  });

  test("are given to a file that comes while the site is developed", () => {
    const name = classNames(ROOT);
    const fresh = join(ROOT, "runtime/offer/fresh.module.css");
    expect(name("sum", fresh)).not.toBe(name("sum", AMOUNT));
  });

  test("are no class that is written by hand", () => {
    const folder = join(ROOT, "runtime");
    const css = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /(?<!\.module)\.css$/.test(name))
      .map((name) => readFileSync(join(folder, name), "utf8"))
      .join("\n");
    const byHand = css.match(/(?<=[\s,])\.[a-z][\w-]*(?=[\s,{:])/gi) ?? [];
    expect(byHand.length).toBeGreaterThan(0);
    for (const one of byHand) expect(one.length).toBeGreaterThan(5);
  });
});
