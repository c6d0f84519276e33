/** Starts recording; yields what ends it. */
export type Recorder = (emit: (event: unknown) => void) => () => void;

export type ReplayState =
  | { readonly kind: "idle" }
  | { readonly kind: "recording"; readonly stop: () => void }
  | { readonly kind: "opted-out" };

/** What the track server is sent, beside who sends it. */
export type Batch =
  | { readonly type: "replay"; readonly events: readonly unknown[] }
  | { readonly type: "scroll"; readonly scroll: ScrollData }
  | { readonly type: "debug"; readonly properties: ReplayProperties };

export interface ScrollData {
  readonly max_scroll_x: number;
  readonly max_scroll_y: number;
  /** The farthest edges of the page that were on screen, in pixels. */
  readonly max_scroll_width: number;
  readonly max_scroll_height: number;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly page_url: string;
}

export interface ReplayProperties {
  readonly enabled: boolean;
  readonly sampled: boolean;
  readonly state: ReplayState["kind"];
  readonly calls: number;
}

export interface ReplayOptions {
  readonly record: Recorder;
  /** Never throws; `leaving` when the page is about to go. */
  readonly send: (batch: Batch, leaving: boolean) => void;
  /** How far the page was scrolled since it was last asked; null when there is nothing new. */
  readonly scroll: () => ScrollData | null;
  readonly enabled: boolean;
  readonly sampled: boolean;
}

export interface Replay {
  /** The window has the focus: recording starts, or goes on. */
  focus(): void;
  /** What was recorded is sent; nothing more is until the focus comes back. */
  blur(): void;
  /** The page is left: as `blur`, in time. */
  leave(): void;
  /** While something sensitive is on screen, nothing is recorded, whatever has the focus. */
  hold(held: boolean): void;
  /** For good: what was recorded and not sent is dropped. */
  optOut(): void;
  /** Sends what was recorded. */
  flush(): void;
  state(): ReplayState["kind"];
}

/** Spec 9: with every so many calls the replay's own properties are sent. */
export const DEBUG_EVERY = 10;
/** A batch is sent when it holds so many events. */
export const BATCH_MAX = 100;

/** Session replay (spec 4): runs only when enabled, the session sampled in, and nobody opted out. */
export function createReplay(options: ReplayOptions): Replay {
  const { enabled, sampled, record, send, scroll } = options;
  let state: ReplayState = { kind: "idle" };
  let events: unknown[] = [];
  let calls = 0;
  let isHeld = false;
  let isFocused = false;

  const properties = () => ({ enabled, sampled, state: state.kind, calls });
  const call = (batch: Batch, leaving: boolean) => {
    calls += 1;
    send(batch, leaving);
    if (calls % DEBUG_EVERY === 0)
      send({ type: "debug", properties: properties() }, leaving);
  };
  const flush = (leaving = false) => {
    if (state.kind === "opted-out") return;
    const batch = events;
    events = [];
    if (batch.length > 0) call({ type: "replay", events: batch }, leaving);
    const scrolled = scroll();
    if (scrolled !== null) call({ type: "scroll", scroll: scrolled }, leaving);
  };
  const pause = (leaving: boolean) => {
    if (state.kind !== "recording") return;
    state.stop();
    flush(leaving);
    state = { kind: "idle" };
  };
  const resume = () => {
    if (!enabled || !sampled || isHeld || !isFocused) return;
    if (state.kind !== "idle") return;
    const stop = record((event) => {
      events.push(event);
      if (events.length >= BATCH_MAX) flush();
    });
    state = { kind: "recording", stop };
  };
  return {
    focus: () => {
      isFocused = true;
      resume();
    },
    blur: () => {
      isFocused = false;
      pause(false);
    },
    leave: () => {
      isFocused = false;
      pause(true);
    },
    hold: (held) => {
      isHeld = held;
      if (held) pause(false);
      else resume();
    },
    optOut: () => {
      if (state.kind === "recording") state.stop();
      events = [];
      state = { kind: "opted-out" };
    },
    flush,
    state: () => state.kind,
  };
}
