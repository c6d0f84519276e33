import { beforeAll, describe, expect, test } from "vitest";
import { routeOf } from "../generated/address.ts";
import type {
  PromiseName,
  WalkReport,
  WalkRequest,
} from "../generated/walk-contract.ts";
import { createCompiler } from "../compiler/compile.ts";
import { prettyWalks } from "../compiler/report/walks.ts";
import { ROOT } from "../compiler/testing/root.ts";
import { walkRequests } from "../compiler/walk/request.ts";
import { readContent } from "../compiler/workspace/content.ts";
import { readEnvironment } from "../compiler/workspace/environment.ts";
import { isSilenced } from "../runtime/core/silence.ts";
import { walk } from "../runtime/walk/walk.ts";
import { everyRoute } from "./testing/spec-routes.ts";

const environment = readEnvironment(ROOT, "funnels", "funnels/");
// Whether it keeps to the rules is asked elsewhere.
const compile = createCompiler({ ...environment, purpose: "compare" });
const { program } = compile(readContent("funnels"));
if (program === null) throw new Error("the content has mistakes");
const random = { seed: 20_260_301, walks: 20 };
const asked = walkRequests(program, program.funnels, random);
const funnels = asked.map(({ node, request }) => ({
  name: node.key,
  node,
  request: asShipped(request),
}));

describe.each(funnels)("every way through $name", ({ node, request }) => {
  let report: WalkReport;
  beforeAll(() => {
    report = walk(request);
  });

  test("keeps every promise", () => {
    const { failures } = report;
    expect(prettyWalks([{ node, report }], random.seed)).toMatch(
      /\n1 funnel, \d+ different visits and .*every promise is kept$/,
    );
    expect(failures).toEqual([]);
  });

  test("tells nobody anything more of who may be in danger", () => {
    for (const { step, value, isOneOfSeveral } of node.dangers) {
      const answers = { [step]: isOneOfSeveral ? [value] : value };
      expect(isSilenced(request.funnel, answers), value).toBe(true);
    }
  });

  test("is walked, and nothing beside it but ways that nobody can go", () => {
    const missing = report.coverage.flatMap((one) =>
      one.missing.map(({ name, why }) => ({ what: one.what, name, why })),
    );
    // A question may be asked of those alone whom a way before leads elsewhere.
    expect(missing.filter(({ what }) => what !== "edges")).toEqual([]);
    const why =
      "nobody who comes here has answers for it that fit no way before";
    expect(missing.filter((one) => one.why !== why)).toEqual([]);
  });

  test("is shown by few ways: each step, and each edge that can be gone", () => {
    const steps = new Set(
      report.routes.flatMap(({ first, stops, last }) => [
        first,
        ...stops.map(({ step }) => step),
        last,
      ]),
    );
    expect(steps.size).toBe(request.funnel.steps.length);
    const kinds = report.routes.flatMap(({ stops }) =>
      stops.map(({ step, on }) => `${step} ${on}`),
    );
    const offered = request.funnel.steps.flatMap(({ id, edges }) =>
      edges.map(({ on }) => `${id} ${on}`),
    );
    expect(new Set(kinds)).toEqual(new Set(offered));
  });

  const rows = everyRoute.get(request.funnel.brand);

  test.skipIf(rows === undefined)(
    "stays within the routes of the product",
    () => {
      const known = (rows ?? []).flatMap((row) =>
        "path" in row ? row.path : [],
      );
      // A quiz leads to the first of its questions, which share one route.
      const quizzes = (rows ?? []).flatMap((row) =>
        row.kind === "questions"
          ? row.mount
          : row.kind === "redirect" && row.to.startsWith(`${row.path}/`)
            ? row.path
            : [],
      );
      const routes = request.funnel.mounts.flatMap((mount) =>
        request.funnel.steps.map((step) => routeOf(mount, step.pattern)),
      );
      const astray = routes.filter((route) => {
        const shape = new RegExp(`^${route.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
        return !(
          quizzes.some((mount) => route === `${mount}/{question}`) ||
          known.some((path) => shape.test(path))
        );
      });
      expect(astray).toEqual([]);
    },
  );
});

/** Data of a funnel, as somebody may break it. */
type Loose = ReturnType<typeof JSON.parse>;

interface Fault {
  readonly promise: PromiseName;
  readonly what: string;
  readonly funnel: string;
  readonly plant: (request: Loose) => void;
  /** Where it shows, and what is said of it. */
  readonly step: string;
  readonly says: RegExp;
}

const step = (request: Loose, id: string): Loose =>
  request.funnel.steps.find((one: Loose) => one.id === id);
const edge = (request: Loose, id: string, on: string): Loose =>
  step(request, id).edges.find((one: Loose) => one.on === on);

const faults: readonly Fault[] = [
  {
    promise: "leads-on",
    what: "a page has no way on",
    funnel: "calm/adhd",
    plant: (request) => (step(request, "email").edges = []),
    step: "email",
    says: /no way leads on/,
  },
  {
    promise: "leads-on",
    what: "a condition leaves some without a way on",
    funnel: "calm/adhd",
    plant: (request) => {
      step(request, "area").edges = [
        {
          ...edge(request, "area", "next"),
          when: { kind: "answer", step: "area", in: ["at-work"] },
        },
      ];
    },
    step: "area",
    says: /nothing fits after "next"/,
  },
  {
    promise: "ends",
    what: "an offer that was declined is made again",
    funnel: "calm/adhd",
    plant: (request) => (edge(request, "oto", "decline").to = "chart"),
    step: "oto",
    says: /goes round|leads back/,
  },
  {
    promise: "progress",
    what: "the bar goes back",
    funnel: "calm/adhd",
    plant: (request) => (step(request, "minutes").progress = 0.1),
    step: "goal",
    says: /it falls/,
  },
  {
    promise: "way-back",
    what: "a condition forgets that it was met",
    funnel: "calm/adhd",
    plant: (request) => {
      // Whoever has answered the goal is led past it, by the same answers that led there.
      const goals = step(request, "goal").props.options.map(
        ({ value }: Loose) => value,
      );
      const given = { kind: "answer", step: "goal", in: goals };
      step(request, "best-time").edges = [
        { on: "next", to: "weekday", when: { kind: "not", of: given } },
        { on: "next", to: "minutes", when: null },
      ];
    },
    step: "goal",
    says: /Back leads to/,
  },
  {
    promise: "guards",
    what: "a guard asks for what nobody was asked",
    funnel: "calm/adhd",
    plant: (request) => {
      const oto = step(request, "oto");
      oto.guards = ["prerequisites"];
      oto.needs = [{ kind: "answer", id: "never-asked", from: "area" }];
    },
    step: "chart",
    says: /sends back to "area"/,
  },
  {
    promise: "guards",
    what: "a guard sends to a page that does not ask for it",
    funnel: "calm/adhd",
    plant: (request) => {
      const oto = step(request, "oto");
      oto.guards = ["prerequisites"];
      oto.needs = [{ kind: "contact", id: "email", from: "area" }];
    },
    step: "oto",
    says: /is sent to "area", which does not help/,
  },
  {
    promise: "options",
    what: "the other side of an experiment has a choice that is not stored",
    funnel: "calm/adhd",
    plant: (request) => {
      const area = step(request, "area");
      area.variant = {
        experiment: "calm-area",
        props: structuredClone(area.props),
      };
      area.variant.props.options[0].value = "only-here";
    },
    step: "area",
    says: /"only-here" cannot be answered/,
  },
  {
    promise: "known",
    what: "a headline quotes an answer that is given later",
    funnel: "calm/adhd",
    plant: (request) => {
      step(request, "area").props.ask = [
        "Hello ",
        { kind: "variable", name: "minutes", fallback: null },
      ];
    },
    step: "area",
    says: /shows \{\{ minutes \}\}/,
  },
  {
    promise: "known",
    what: "a page is made of an answer that is given later",
    funnel: "calm/adhd",
    plant: (request) =>
      (step(request, "mind").basis = { page: ["answer.minutes"] }),
    step: "mind",
    says: /is made of answer\.minutes/,
  },
  {
    promise: "price",
    what: "the server charges another amount in one currency",
    funnel: "calm/adhd",
    plant: (request) => {
      for (const product of Object.values<Loose>(request.server.products))
        product.prices.GBP += 100;
    },
    step: "oto",
    says: /shows £.* is charged/,
  },
  {
    promise: "price",
    what: "a product is not in the server's list",
    funnel: "calm/adhd",
    plant: (request) => (request.server.products = {}),
    step: "oto",
    says: /which is not sold/,
  },
  {
    promise: "price",
    what: "a plan goes on after its countdown",
    funnel: "calm/adhd",
    plant: (request) => {
      for (const section of step(request, "oto").props.sections)
        for (const plan of section.plans ?? []) delete plan.regular;
    },
    step: "oto",
    says: /after the countdown, which is not sold/,
  },
  {
    promise: "once",
    what: "an offer behind a purchase sells the same",
    funnel: "spiritual/growth",
    plant: (request) => {
      const gift = step(request, "oto-gift");
      const [plans] = step(request, "oto").props.sections.filter(
        (section: Loose) => section.plans !== undefined,
      );
      gift.props.gifts[0].product = plans.plans[0].product;
    },
    step: "oto-gift",
    says: /sold to whoever has bought it/,
  },
  {
    promise: "one-tap",
    what: "the first offer of a way is paid by one tap",
    funnel: "dating/ex-back",
    plant: (request) => {
      for (const one of request.funnel.steps)
        for (const way of one.edges) if (way.to === "oto") way.to = "coach";
    },
    step: "coach",
    says: /paid by one tap/,
  },
  {
    promise: "decline",
    what: "an offer cannot be declined",
    funnel: "calm/adhd",
    plant: (request) => {
      const oto = step(request, "oto");
      oto.edges = oto.edges.filter((way: Loose) => way.on !== "decline");
    },
    step: "oto",
    says: /no way to decline/,
  },
  {
    promise: "decline",
    what: "declining leads some nowhere",
    funnel: "calm/adhd",
    plant: (request) =>
      (edge(request, "oto", "decline").when = {
        kind: "answer",
        step: "area",
        in: ["at-work"],
      }),
    step: "oto",
    says: /nothing fits after "decline"/,
  },
  {
    promise: "danger",
    what: "an answer of danger goes the way of all",
    funnel: "calm/adhd",
    plant: (request) =>
      (request.dangers = [{ step: "area", value: "at-work" }]),
    step: "oto",
    says: /in danger/,
  },
];

describe("a walk finds, by the shortest way", () => {
  test.each(faults)(
    "$promise: $what",
    ({ promise, funnel, plant, step, says }) => {
      const failures = reportOf(funnel, plant).failures;
      const found = failures.filter((one) => one.promise === promise);
      expect(found.map((one) => one.step)).toContain(step);
      const there = found.filter((one) => one.step === step);
      expect(there.map((one) => one.says).join("\n")).toMatch(says);
    },
  );

  test("every promise there is", () => {
    const kinds = new Set(faults.map(({ promise }) => promise));
    expect(kinds.size).toBe(12);
  });

  test("with the answers that decide, in the words of the content, and where it is written", () => {
    const { node, request } = funnelNamed("calm/adhd");
    const broken = structuredClone(request);
    const plant = (broken: Loose) => {
      const told = { kind: "answer", step: "professional", in: ["diagnosed"] };
      edge(broken, "oto", "decline").when = { kind: "not", of: told };
    };
    plant(broken);
    const text = prettyWalks([{ node, report: walk(broken) }], 1);
    expect(text).toMatch(
      /funnels\/calm\/adhd\.yaml:\d+:\d+ {2}every offer can be declined\n.*"oto" nothing fits after "decline"\n *since "[^"]+" → .*professional "Yes, and I have a diagnosis" → oto\n/,
    );
  });
});

describe("what cannot be walked", () => {
  test("is named with its reason", () => {
    const plant = (request: Loose) => {
      step(request, "area").edges.push({ on: "next", to: "goal", when: null });
      request.funnel.scores[0].bands.unshift({
        id: "nobody",
        label: "Nobody",
        text: null,
        upTo: -1,
      });
    };
    // Scores that come to too much to be walked whole are covered by chance alone.
    const { coverage } = reportOf("calm/adhd", plant, random.walks);
    const missing = coverage.flatMap((one) => one.missing);
    expect(missing).toEqual([
      { name: "area -next-> goal", why: "a way before it fits everybody" },
      {
        name: expect.stringMatching(/: nobody$/),
        why: expect.stringMatching(/^answers come to \d+ to \d+ points$/),
      },
    ]);
  });
});

test("the highest band of a score is walked, however little its first answers come to", () => {
  const plant = ({ funnel }: Loose) => {
    for (const { bands, max } of funnel.scores) bands.at(-2).upTo = max - 0.5;
  };
  const { coverage } = reportOf("body/boost", plant);
  const bands = coverage.find(({ what }) => what === "bands");
  expect(bands?.missing).toEqual([]);
});

test("a gift can be the first that is sold: whoever has saved no method comes to a payment page", () => {
  const plant = (request: Loose) => {
    for (const one of request.funnel.steps)
      for (const way of one.edges) if (way.to === "oto") way.to = "oto-gift";
  };
  const { failures } = reportOf("spiritual/growth", plant);
  expect(failures.filter((one) => one.promise === "one-tap")).toEqual([]);
});

test("walks by chance are the same for the same seed", { tags: "long" }, () => {
  const by = (seed: number) => {
    const { request } = funnelNamed("dating/ex-back");
    return walk({ ...request, random: { seed, walks: 30 } }).byChance;
  };
  expect(by(7)).toBe(by(7));
  expect(new Set([1, 2, 3, 4].map(by)).size).toBeGreaterThan(1);
});

function funnelNamed(name: string) {
  const found = funnels.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no funnel is called ${name}`);
  return found;
}

/** The ways that cover everything show each fault; walks by chance would take as long once more. */
function reportOf(
  name: string,
  plant: (request: Loose) => void,
  walks = 0,
): WalkReport {
  const request = structuredClone(funnelNamed(name).request);
  plant(request);
  return walk({ ...request, random: { ...random, walks } });
}

/** As it comes to the runtime: types of names are those of the content. */
function asShipped(request: unknown): WalkRequest {
  const same: WalkRequest = JSON.parse(JSON.stringify(request));
  return same;
}
