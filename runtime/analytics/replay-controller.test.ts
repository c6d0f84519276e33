import { expect, test } from "vitest";
import {
  BATCH_MAX,
  type Batch,
  createReplay,
  DEBUG_EVERY,
  type ScrollData,
} from "./replay-controller.ts";

const SCROLLED: ScrollData = {
  max_scroll_x: 0,
  max_scroll_y: 10,
  max_scroll_width: 375,
  max_scroll_height: 822,
  viewport: { width: 375, height: 812 },
  page_url: "https://calm.example/quiz/start",
};

function replay({ enabled = true, sampled = true } = {}) {
  const sent: (Batch & { leaving: boolean })[] = [];
  const scrolls: ScrollData[] = [];
  let emit: ((event: unknown) => void) | null = null;
  let starts = 0;
  const controller = createReplay({
    enabled,
    sampled,
    record: (into) => {
      starts += 1;
      emit = into;
      return () => {
        emit = null;
      };
    },
    send: (batch, leaving) => sent.push({ ...batch, leaving }),
    scroll: () => scrolls.pop() ?? null,
  });
  return {
    ...controller,
    sent,
    scrolls,
    starts: () => starts,
    happen: (event: unknown) => emit?.(event),
  };
}

test.each([
  [true, true, "recording"],
  [true, false, "idle"],
  [false, true, "idle"],
] as const)(
  "enabled %s, sampled %s: on focus it is %s",
  (enabled, sampled, is) => {
    const { focus, state } = replay({ enabled, sampled });
    focus();
    expect(state()).toBe(is);
  },
);

test("focus starts, blur flushes, focus resumes", () => {
  const { focus, blur, happen, sent, state, starts } = replay();
  focus();
  focus();
  expect(starts()).toBe(1);
  happen("a");
  happen("b");
  blur();
  expect(sent).toEqual([
    { type: "replay", events: ["a", "b"], leaving: false },
  ]);
  expect(state()).toBe("idle");
  happen("unseen");
  focus();
  happen("c");
  blur();
  expect(starts()).toBe(2);
  expect(sent.at(-1)).toMatchObject({ events: ["c"] });
});

test("page leave flushes in a way that outlives the page", () => {
  const { focus, leave, happen, sent } = replay();
  focus();
  happen("a");
  leave();
  expect(sent).toEqual([{ type: "replay", events: ["a"], leaving: true }]);
});

test("opt-out stops it for good, and what was not sent is dropped", () => {
  const { focus, optOut, happen, flush, blur, sent, state } = replay();
  focus();
  happen("a");
  optOut();
  flush();
  blur();
  focus();
  expect(state()).toBe("opted-out");
  expect(sent).toEqual([]);
});

test("scroll data is a batch of its own", () => {
  const { focus, flush, scrolls, sent } = replay();
  focus();
  scrolls.push(SCROLLED);
  flush();
  flush();
  expect(sent).toEqual([{ type: "scroll", scroll: SCROLLED, leaving: false }]);
});

test("a full batch is sent at once", () => {
  const { focus, happen, sent } = replay();
  focus();
  for (let i = 0; i < BATCH_MAX; i += 1) happen(i);
  expect(sent).toHaveLength(1);
});

test("every 10th call brings a debug event with the replay's properties", () => {
  const { focus, happen, flush, sent } = replay();
  focus();
  for (let i = 1; i <= 2 * DEBUG_EVERY; i += 1) {
    happen(i);
    flush();
  }
  const debug = sent.filter(({ type }) => type === "debug");
  expect(sent.indexOf(debug[0] ?? SENTINEL)).toBe(10);
  expect(debug).toEqual(
    [10, 20].map((calls) => ({
      type: "debug",
      properties: { enabled: true, sampled: true, state: "recording", calls },
      leaving: false,
    })),
  );
});
const SENTINEL: Batch & { leaving: boolean } = {
  type: "replay",
  events: [],
  leaving: false,
};

test("while it is held nothing is recorded, whatever has the focus; then it goes on", () => {
  const { focus, blur, hold, happen, sent, state, starts } = replay();
  focus();
  happen("before");
  hold(true);
  expect(sent).toMatchObject([{ events: ["before"] }]);
  happen("unseen");
  blur();
  focus();
  expect(state()).toBe("idle");
  hold(false);
  happen("after");
  expect([state(), starts()]).toEqual(["recording", 2]);
  blur();
  expect(sent.at(-1)).toMatchObject({ events: ["after"] });
});

test("without the focus nothing is recorded when it is let go", () => {
  const { hold, state } = replay();
  hold(true);
  hold(false);
  expect(state()).toBe("idle");
});
