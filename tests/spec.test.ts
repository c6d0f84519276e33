import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createCompiler } from "../compiler/compile.ts";
import { emitFunnel } from "../compiler/emit/funnel.ts";
import { emitSite } from "../compiler/emit/site.ts";
import { ROOT } from "../compiler/testing/root.ts";
import { run } from "../compiler/testing/run-module.ts";
import { readContent } from "../compiler/workspace/content.ts";
import { readEnvironment } from "../compiler/workspace/environment.ts";
import { href } from "../generated/address.ts";
import type { Brand, Funnel, Step } from "../generated/contract.ts";
import { site } from "../generated/server.ts";
import { reportedDeviceAtom } from "../runtime/state/visit.ts";
import {
  type LocalServer,
  localServer,
} from "../runtime/testing/local-server.ts";
import { testVisit, until } from "../runtime/testing/visit.ts";
import { createHosts } from "../server/site.ts";
import { type BrandId, brandOf, brands, funnelsOf } from "./testing/content.ts";

const sites = await Promise.all(brands.map(brandOf));

test("the redirected domain goes to its own woo subdomain, which is the woo brand's", () => {
  expect(site.redirectedHosts).toHaveLength(1);
  for (const { from, to } of site.redirectedHosts) {
    expect(to).toBe(`woo.${from}`);
    const hosts = createHosts(site);
    expect(hosts.movedTo(`www.${from}`)).toBe(to);
    expect(hosts.movedTo(to)).toBeNull();
    expect(hosts.known(to)?.id).toBe("woo");
  }
});

test("every brand has a tag manager id of its own", () => {
  const ids = sites.map(({ vendors }) => vendors.tagManager?.id ?? "");
  for (const [i, id] of ids.entries())
    expect(id, `tagManager of funnels/${brands[i]}/brand.yaml`).toMatch(
      /^GTM-[A-Z0-9]+$/,
    );
  expect(new Set(ids).size).toBe(brands.length);
});

test("every brand has a project; the dating brand, and no other, is known to PayPro by a value", () => {
  for (const { id, project } of sites) {
    expect(Object.values(project)).not.toContain("");
    expect([id === "dating", site.brands[id].payPeoValue]).toEqual(
      id === "dating" ? [true, expect.stringMatching(/^[12]$/)] : [false, null],
    );
  }
});

/** The routes that the specification marks as guarded. */
const GUARDED: Readonly<Partial<Record<BrandId, string>>> = {
  spiritual: "/quiz/oto",
  body: "/quiz-postpartum-recovery/oto",
  "face-care": "/quiz/oto /quiz-mp/oto",
  "skill-building": "/quiz/oto /quiz-ai/oto /quiz-ai/oto-gift",
  calm: "/quiz/oto /quiz-mp/oto /quiz-spirituality/oto /quiz-adhd/oto /quiz-anxiety/oto /quiz-parenting/oto",
  dating:
    "/quiz-exback/oto /quiz-exbackwh/oto /quiz-exback-str/oto /quiz-exback-new/oto",
  woo: "/quiz/oto",
};

test.each(
  brands.flatMap((id) =>
    (GUARDED[id] ?? "")
      .split(" ")
      .filter(Boolean)
      .map((path) => [id, path] as const),
  ),
)("%s %s is guarded", async (id, path) => {
  expect((await stepAt(id, path)).guards).toContain("visitor-loaded");
});

test("offers have the properties of their routes", async () => {
  for (const path of ["/quiz/oto", "/quiz-mp/oto"]) {
    const { props, variant } = await stepAt("face-care", path);
    expect(props).toMatchObject({ page_type: "A" });
    expect(variant).toMatchObject({
      experiment: "AB_Test_FIT1_OTO_2",
      props: { page_type: "B" },
    });
  }
  for (const path of ["offer2_v2_m", "offer2_v2_f"])
    expect(
      (await stepAt("dating", `/quiz-exback/${path}`)).props,
    ).toMatchObject({ page_type: "B" });
  expect((await stepAt("woo", "/quiz/offer1")).props).toMatchObject({
    showClock: false,
    titleType: "b",
    type: "b",
  });
});

/** The step that stands at an address of a brand. */
async function stepAt(id: BrandId, path: string): Promise<Step> {
  const found = (await funnelsOf(id))
    .flatMap(({ mounts, steps }) =>
      mounts.flatMap((mount) => steps.map((step) => ({ mount, step }))),
    )
    .find(({ mount, step }) => href(mount, step.path) === path);
  if (found === undefined) throw new Error(`nothing is at ${path}`);
  return found.step;
}

describe("a brand whose file says deviceId: analytics", () => {
  let server: LocalServer;
  beforeEach(async () => {
    server = await localServer();
    const contact_info = {};
    const body = { visitor_id: "v-1", is_new_visitor: true, contact_info };
    server.answer = () => ({ body });
  });
  afterEach(() => server.close());
  const deviceOf = () => server.calls[0]?.headers["x-device-id"];

  test("waits for the device id of the SDK before its first call", async () => {
    const ticks: (() => void)[] = [];
    const { store, restore, start } = testVisit(server, {
      ...(await compiled("deviceId: analytics")),
      sleep: () => new Promise((resolve) => ticks.push(resolve)),
    });
    restore();
    const started = start();
    await until(() => ticks.length > 0);
    expect(server.calls).toEqual([]);
    store.set(reportedDeviceAtom, "sdk-1");
    for (const tick of ticks) tick();
    await started;
    expect(deviceOf()).toBe("sdk-1");
  });

  test("gives up after 20 times 100 ms as 'unknown-device'", async () => {
    const { restore, start, waits } = testVisit(
      server,
      await compiled("deviceId: analytics"),
    );
    restore();
    await start();
    expect(waits).toEqual(Array.from({ length: 20 }, () => 100));
    expect(deviceOf()).toBe("unknown-device");
  });

  test("is the only one that waits", async () => {
    const { restore, start, waits } = testVisit(server, await compiled(""));
    restore();
    await start();
    expect(waits).toEqual([]);
    expect(deviceOf()).toMatch(/^[0-9a-f-]{36}$/);
  });
});

const CONTENT = join(ROOT, "funnels");
/** It goes on with all that stays the same. */
const compile = createCompiler(readEnvironment(ROOT, CONTENT, ""));

/** The brand `woo` and its funnel, with one more line in its file. */
async function compiled(
  line: string,
): Promise<{ readonly brand: Brand; readonly funnel: Funnel }> {
  const files = readContent(CONTENT).map(({ name, text }) =>
    name === "woo/brand.yaml"
      ? { name, text: text.replace("preloader:", `${line}\npreloader:`) }
      : { name, text },
  );
  const { program, diagnostics } = compile(files);
  expect(diagnostics).toEqual([]);
  const node = program?.brands.find(({ brand }) => brand.id === "woo");
  const quiz = program?.funnels.find(({ key }) => key === "woo/moon");
  if (node === undefined || quiz === undefined) throw new Error("no woo");
  const emitted: { brand: Brand; funnel: Funnel } = Object({
    ...(await run(emitSite(node))),
    ...(await run(emitFunnel(quiz.funnel))),
  });
  return { brand: emitted.brand, funnel: emitted.funnel };
}
