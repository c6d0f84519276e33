import type { CDPSession } from "playwright";

/** What one step asks of the main thread, from the tap until nothing moves any more. */
export interface StepWork {
  /** Milliseconds in which the thread had something to do. */
  readonly busy: number;
  readonly styles: number;
  readonly layouts: number;
  readonly paints: number;
}

/** The part of a trace event that is read; durations in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly args?: { readonly name?: string };
}

const CATEGORIES = [
  "-*",
  "toplevel",
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  "__metadata",
];

/** Carries out a step under the browser's tracing. */
export async function traceStep(
  client: CDPSession,
  step: () => Promise<unknown>,
): Promise<StepWork> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => {
    for (const event of value) events.push(readEvent(event));
  };
  client.on("Tracing.dataCollected", collect);
  await client.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: CATEGORIES },
  });
  await step();
  const complete = new Promise<void>((done) =>
    client.once("Tracing.tracingComplete", () => done()),
  );
  await client.send("Tracing.end");
  await complete;
  client.off("Tracing.dataCollected", collect);
  return workOf(events);
}

function readEvent(event: object): TraceEvent {
  return { name: "", ph: "", pid: 0, tid: 0, ...event };
}

/** The page's thread is the one that paints. */
function workOf(events: readonly TraceEvent[]): StepWork {
  const painted = events.find(({ name }) => name === "Paint");
  const own = events.filter(
    ({ pid, tid }) => pid === painted?.pid && tid === painted.tid,
  );
  const count = (names: readonly string[]) =>
    own.filter(({ name, ph }) => names.includes(name) && ph !== "E").length;
  const tasks = own.filter(({ name, ph }) => name === "RunTask" && ph === "X");
  return {
    busy: tasks.reduce((sum, { dur = 0 }) => sum + dur, 0) / 1_000,
    styles: count(["UpdateLayoutTree", "RecalculateStyles"]),
    layouts: count(["Layout"]),
    paints: count(["Paint"]),
  };
}
