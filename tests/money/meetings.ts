import { describe, expect, test } from "vitest";
import { factor } from "../../compiler/testing/fuzz.ts";
import type { Answer } from "../../server/testing/server.ts";
import { TAG } from "../testing/long.ts";
import type { Pauses } from "../../server/testing/pauses.ts";

/** Somebody to whom two things happen. */
export interface Scene {
  /** What was answered to them and to others about them. */
  readonly answers: readonly Answer[];
  /** The provider tells what has happened. */
  tell(): Promise<void>;
  /** So that their visit goes on. */
  lookIn(): Promise<void>;
  /** What is wrong at once, in words. */
  faults(): Promise<readonly string[]>;
  /** Throws what is wrong in the end. */
  agree(): Promise<void>;
}

/** What may happen, with what comes before it. */
export type Act<S> = (scene: S) => Promise<() => Promise<void>>;

export type Named<T> = readonly (readonly [name: string, T])[];

/** One thing that happens in a pause of another. */
export interface Meeting<S> {
  readonly title: string;
  /** How far somebody is before. */
  readonly enter: (scene: S) => Promise<void>;
  readonly first: Act<S>;
  readonly second: Act<S>;
  /** Whether the first is a round of the housekeeping. */
  readonly isRound: boolean;
  /** Which pauses are tried: the first one, and the distance to the next. */
  readonly from: number;
  readonly stride: number;
}

interface Stage<S> {
  readonly pauses: Pauses;
  readonly meetings: readonly Meeting<S>[];
  begin(): Promise<S>;
  /** A round of the housekeeping so many milliseconds later. */
  round(ms: number): Promise<void>;
  /** The rounds of a day in the end. */
  readonly day: readonly number[];
}

/** Of so many pauses behind each other one is tried, which mostly comes to the same; `FUZZ_FACTOR=3` tries each. */
const STRIDE = Math.max(1, Math.round(3 / factor));
/** Rounds of the housekeeping have more pauses than all else together. */
const ROUND_STRIDE = 3 * STRIDE;

/** Each of the second in a pause of each of the first. */
export function meetingsOf<S>(
  [state, enter]: readonly [string, Meeting<S>["enter"]],
  firsts: Named<Act<S>>,
  seconds: Named<Act<S>>,
): readonly Meeting<S>[] {
  return firsts.flatMap(([one, first], i) =>
    seconds.map(([other, second], j) => {
      const isRound = one.includes("round");
      const stride = isRound ? ROUND_STRIDE : STRIDE;
      return {
        title: `${state}, ${other} during ${one}`,
        enter,
        first,
        second,
        isRound,
        from: (i + j) % stride,
        stride,
      };
    }),
  );
}

/** A few meetings in a pause each with every change, from the given one on; all of them all through are long. */
export function testMeetings<S extends Scene>(
  title: string,
  stage: Stage<S>,
  { offset, every }: { readonly offset: number; readonly every: number },
): void {
  test(`${title}, now and then`, async () => {
    const scenes: S[] = [];
    const some = stage.meetings.filter((_, i) => i % every === offset);
    let met = 0;
    for (const [i, meeting] of some.entries()) {
      const scene = await stage.begin();
      // All but a few have as many pauses.
      if (await happen(stage.pauses, scene, meeting, i % 4)) met += 1;
      expect(await faultsOf(scene), meeting.title).toEqual([]);
      scenes.push(scene);
      for (const each of scenes) await each.lookIn();
    }
    expect(met, "how many met").toBeGreaterThan(1);
    await pass(stage, scenes);
    for (const scene of scenes) await scene.agree();
  });

  describe(`${title}, all through`, { tags: TAG.name }, () => {
    let met = 0;

    const named = stage.meetings.map(
      (meeting) => [meeting.title, meeting] as const,
    );
    test.for(named)("%s", { timeout: 600_000 }, async ([, meeting]) => {
      const tried = await allThrough(stage, meeting);
      met += tried.met;
      expect(tried.faults).toEqual([]);
    });

    test("how often they met", () => {
      expect(met).toBeGreaterThan(1);
    });
  });
}

/** In each pause, somebody new; in those of a round they are alone, or the round would be of those before them as well. */
async function allThrough<S extends Scene>(
  stage: Stage<S>,
  meeting: Meeting<S>,
): Promise<{ readonly faults: readonly string[]; readonly met: number }> {
  const open = new Map<number, S>();
  const faults: string[] = [];
  let met = 0;
  const close = async () => {
    await pass(stage, [...open.values()]);
    for (const [pause, scene] of open)
      await scene.agree().catch((error: unknown) => {
        faults.push(`pause ${pause}: ${String(error)}`);
      });
    open.clear();
  };
  for (let pause = meeting.from; ; pause += meeting.stride) {
    const scene = await stage.begin();
    const isMet = await happen(stage.pauses, scene, meeting, pause);
    open.set(pause, scene);
    for (const fault of await faultsOf(scene))
      faults.push(`pause ${pause}: ${fault}`);
    for (const each of open.values()) await each.lookIn();
    if (!isMet || meeting.isRound) await close();
    if (!isMet) return { faults, met };
    met += 1;
  }
}

/** Days go by until nothing is left to be asked after; everybody is told before each round and looks in after it. */
async function pass<S extends Scene>(
  { round, day }: Stage<S>,
  scenes: readonly S[],
): Promise<void> {
  for (const ms of [...day, ...day, ...day]) {
    for (const scene of scenes) await scene.tell();
    await round(ms);
    for (const scene of scenes) await scene.lookIn();
  }
  for (const scene of scenes) await scene.tell();
}

async function faultsOf(scene: Scene): Promise<readonly string[]> {
  const broken = scene.answers
    .filter(({ status }) => status >= 500 && status !== 503)
    .map(({ status, text }) => `was answered ${status}: ${text}`);
  return [...broken, ...(await scene.faults())];
}

/** Answers whether the first one had so many pauses. */
async function happen<S extends Scene>(
  pauses: Pauses,
  scene: S,
  { enter, first, second }: Meeting<S>,
  pause: number,
): Promise<boolean> {
  await enter(scene);
  const one = await first(scene);
  const other = await second(scene);
  const met = await pauses.interrupt(pause, one, other);
  await scene.tell();
  return met;
}
