import { plainText } from "../link/plain-text.ts";
import type { FunnelNode, LinkedMail } from "../link/program.ts";
import { timedPlans } from "../link/timed-plans.ts";
import { liveFunnel } from "../live/shape.ts";
import { canonical } from "./canonical.ts";
import { writtenStep } from "../rules/step-span.ts";
import { data } from "../schema/read.ts";
import type { Step } from "../shared/contract.ts";
import type { Area, Change } from "./change.ts";
import { type Matched, matchSteps } from "./match.ts";
import { propsChanges } from "./props.ts";
import { wayChanges } from "./ways.ts";

/** What changes of a funnel, or of a brand's own pages. */
export function funnelChanges(
  of: string,
  before: FunnelNode,
  after: FunnelNode,
): Change[] {
  const matched = matchSteps(before, after);
  return [
    ...wholeChanges(of, before, after),
    ...stepChanges(of, matched, (step) =>
      [before, after].some((node) => hasTitle(step, node)),
    ),
    ...wayChanges(before, after, matched).map((change): Change => ({
      ...change,
      of,
      area: "ways",
    })),
    ...experimentChanges(of, before, after),
  ];
}

/** Mails by what they are called in the content. */
export function byMoment(
  mails: readonly LinkedMail[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(mails.map(({ moment, ...mail }) => [moment, mail]));
}

/** What a funnel says of itself as a whole. */
function wholeChanges(
  of: string,
  before: FunnelNode,
  after: FunnelNode,
): Change[] {
  const [one, other] = [before.funnel, after.funnel];
  const told = (area: Area, first: unknown, second: unknown) =>
    propsChanges(first, second).map((found): Change => ({
      ...found,
      of,
      step: null,
      area,
    }));
  return [
    ...told(
      "money",
      {
        codes: one.codes,
        checkouts: one.checkouts,
        countdown: timedPlans(one, before.traits),
      },
      {
        codes: other.codes,
        checkouts: other.checkouts,
        countdown: timedPlans(other, after.traits),
      },
    ),
    ...told("addresses", { mounts: one.mounts }, { mounts: other.mounts }),
    ...told(
      "texts",
      {
        title: one.title,
        description: one.description,
        mails: byMoment(before.mails),
      },
      {
        title: other.title,
        description: other.description,
        mails: byMoment(after.mails),
      },
    ),
    ...told(
      "asked",
      { analytics: one.analytics, replay: one.replay },
      { analytics: other.analytics, replay: other.replay },
    ),
    ...told("settings", { scores: one.scores }, { scores: other.scores }),
  ];
}

function stepChanges(
  of: string,
  { both, gone, fresh, names }: Matched,
  isTitled: (step: Step) => boolean,
): Change[] {
  return [
    ...both.flatMap(([one, other]) => {
      const at = { of, step: other.id };
      const named = (area: Area, what: string, first: string, second: string) =>
        first === second
          ? []
          : [{ ...at, area, what, before: first, after: second }];
      return [
        ...named("asked", "is called", one.id, other.id),
        ...named("settings", "kind of page", one.page, other.page),
        ...(isRenumbered(one.path, other.path)
          ? []
          : named("addresses", "address", one.path, other.path)),
        ...(isTitled(one) || isTitled(other)
          ? named(
              "texts",
              "title",
              plainText(one.title),
              plainText(other.title),
            )
          : []),
        ...propsChanges(
          canonical(one.props, names),
          canonical(other.props),
        ).map((found) => ({
          ...at,
          ...found,
        })),
        ...propsChanges(
          one.variant?.props ?? {},
          other.variant?.props ?? {},
        ).map((found) => ({ ...at, ...found, what: `side b: ${found.what}` })),
        ...propsChanges(
          { description: one.description, unanswered: one.basis?.words },
          { description: other.description, unanswered: other.basis?.words },
        ).map((found) => ({ ...at, ...found })),
        ...named(
          "settings",
          "guards",
          one.guards.join(", "),
          other.guards.join(", "),
        ),
        ...named("asked", "sensitive", one.sensitive, other.sensitive),
      ];
    }),
    ...renumbered(of, both),
    ...gone.map((step) => asked(of, step, "before")),
    ...fresh.map((step) => asked(of, step, "after")),
  ];
}

/** Whether the content gives a step a title; otherwise it is made of what is told as well. */
function hasTitle(step: Step, node: FunnelNode): boolean {
  const i = node.funnel.steps.indexOf(step);
  return i !== -1 && data(writtenStep(node, i)).title !== undefined;
}

/** Addresses of which only the number differs: links to the old ones lead to the new ones. */
function renumbered(of: string, both: Matched["both"]): Change[] {
  const moved = both.filter(([one, other]) =>
    isRenumbered(one.path, other.path),
  );
  const [first] = moved;
  if (first === undefined) return [];
  const others = moved.length - 1;
  return [
    {
      area: "addresses",
      of,
      step: null,
      what: `${moved.length === 1 ? "one step has" : `${moved.length} steps have`} another number; the old addresses lead to the new ones`,
      before: first[0].path,
      after: first[1].path + (others === 0 ? "" : `, and ${others} more`),
    },
  ];
}

function isRenumbered(before: string, after: string): boolean {
  const bare = (path: string) => path.replace(/^\d+-/, "");
  return before !== after && bare(before) === bare(after);
}

/** A step that is gone or new: what it says first. */
function asked(
  of: string,
  { id, path, title }: Matched["gone"][number],
  when: "before" | "after",
): Change {
  const ends = {
    before: null,
    after: null,
    [when]: `${plainText(title)} (${path})`,
  };
  const what = when === "before" ? "step removed" : "new step";
  return { area: "asked", of, step: id, what, ...ends };
}

function experimentChanges(
  of: string,
  before: FunnelNode,
  after: FunnelNode,
): Change[] {
  const [one, other] = [liveFunnel(before), liveFunnel(after)].map(
    ({ experiments }) => experiments,
  );
  const names = new Set([
    ...Object.keys(one ?? {}),
    ...Object.keys(other ?? {}),
  ]);
  return [...names].flatMap((name): Change[] => {
    const [first, second] = [one?.[name], other?.[name]];
    if (first === second) return [];
    const isBoth = first !== undefined && second !== undefined;
    return [
      {
        area: "experiments",
        of,
        step: null,
        what: isBoth
          ? `"${name}" shows something else: figures of before and after do not belong together`
          : `"${name}"`,
        before: isBoth || first === undefined ? null : "running",
        after: isBoth || second === undefined ? null : "running",
      },
    ];
  });
}
