import type { Step } from "../../generated/contract.ts";
import type { PromiseName } from "../../generated/walk-contract.ts";
import { answerTo, optionsOf, readAnswer } from "../core/answers.ts";
import { lacking } from "../core/basis.ts";
import { previousStep } from "../core/flow.ts";
import { own } from "../core/read.ts";
import { variables } from "../core/variables.ts";
import type { Broken } from "./failures.ts";
import { verifySales } from "./verify-sales.ts";
import { sidesOf } from "./sales.ts";
import type { Scene } from "./scene.ts";
import { heldBack, type Move, type Visit } from "./visit.ts";
import { variablesOn } from "./words.ts";

/** What a visitor must find on the screen they have come to by the quiz. */
export function verifyVisit(scene: Scene, visit: Visit): readonly Broken[] {
  const { step } = visit;
  const { edges, page } = step;
  const isEnd = scene.pages[page]?.ends === true;
  const stuck =
    edges.length === 0 && !isEnd
      ? [broken("leads-on", "no way leads on from here")]
      : [];
  return [
    ...stuck,
    ...verifyOptions(step),
    ...verifyKnown(scene, visit),
    ...(scene.saleAt(step) === null ? [] : verifyOffer(scene, visit)),
  ];
}

/** What must hold on the way from one screen to the next. */
export function verifyMove(
  { funnel }: Scene,
  { from, by, to }: Move,
): readonly Broken[] {
  const { step } = from;
  if (to === null) {
    const promise = by.on === "decline" ? "decline" : "leads-on";
    return [broken(promise, `nothing fits after "${by.on}"`)];
  }
  const elsewhere = heldBack(funnel, to);
  const found: Broken[] = [];
  if (elsewhere !== null)
    found.push(
      broken("guards", `"${to.step.id}" sends back to "${elsewhere}"`),
    );
  if (by.on === "decline" && to.step.id === step.id)
    found.push(broken("decline", "declining leads to the same offer"));
  if (step.progress === null || to.step.progress === null) return found;
  if (to.step.progress < step.progress)
    found.push(broken("progress", `it falls on the way to "${to.step.id}"`));
  const back = previousStep(funnel, to.step, to.answers);
  if (back?.id !== step.id)
    found.push(
      broken(
        "way-back",
        `from "${to.step.id}", Back leads to ${back === null ? "nothing" : `"${back.id}"`}`,
      ),
    );
  return found;
}

/** Every choice can be stored as what it is, on both sides of an experiment. */
function verifyOptions(step: Step): readonly Broken[] {
  const { kind } = answerTo(step);
  if (kind !== "one" && kind !== "several") return [];
  const sides = sidesOf(step).flatMap((props) => optionsOf({ props }) ?? []);
  return sides
    .filter(({ value }) => {
      const given = kind === "one" ? value : [value];
      const read = readAnswer(step, given) ?? readSeveral(step, value);
      return read === null || [read].flat()[0] !== value;
    })
    .map(({ value }) => broken("options", `"${value}" cannot be answered`));
}

/** Where more than one has to be chosen. */
function readSeveral(step: Step, value: string) {
  const others = (optionsOf(step) ?? []).map((option) => option.value);
  return readAnswer(step, [value, ...others.filter((one) => one !== value)]);
}

/** Nothing is shown that is not known: the page is made of what was given, and no text has a hole. */
function verifyKnown(scene: Scene, visit: Visit): readonly Broken[] {
  const { funnel } = scene;
  const { step } = visit;
  const sections = "sections" in step.props ? (step.props.sections ?? []) : [];
  const names = [
    ...(step.basis?.page ?? []),
    ...sections.flatMap(({ madeOf }) => madeOf ?? []),
  ];
  const missing =
    step.basis === null ? [] : lacking(funnel, step.basis, names, visit);
  const price = (product: string) =>
    own(funnel.products, product)?.name ?? null;
  const value = variables({ ...visit, brand: scene.brand, funnel, price });
  const holes = sidesOf(step)
    .flatMap((props) => variablesOn(scene, visit, props))
    .filter(({ name, fallback }) => fallback === null && value(name) === null)
    .map(({ name }) => `shows {{ ${name} }}`);
  const told = [...missing.map((name) => `is made of ${name}`), ...holes];
  return [...new Set(told)].map((what) =>
    broken("known", `${what}, which is not known`),
  );
}

/** What is sold is sold to whoever may buy it, and can be left. */
function verifyOffer(scene: Scene, visit: Visit): readonly Broken[] {
  const { step, bought, offered } = visit;
  const found: Broken[] = [];
  if (scene.isInDanger(visit))
    found.push(broken("danger", "somebody in danger is sold something"));
  if (!step.edges.some(({ on }) => on === "decline"))
    found.push(broken("decline", "there is no way to decline"));
  if (scene.saleAt(step) === "saved" && !offered)
    found.push(
      broken(
        "one-tap",
        "it is paid by one tap, and no offer before has let anybody save a way to pay",
      ),
    );
  const again = scene
    .productsOf(step)
    .filter(
      (code) =>
        bought.includes(code) && !scene.server.repeatable.includes(code),
    );
  for (const code of new Set(again))
    found.push(broken("once", `"${code}" is sold to whoever has bought it`));
  return [...found, ...verifySales(scene, visit)];
}

function broken(promise: PromiseName, says: string): Broken {
  return { promise, says };
}
