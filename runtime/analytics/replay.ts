import { v4 } from "uuid";
import { publicAddress } from "../core/query.ts";
import { isRecord, readText } from "../core/read.ts";
import { openTab, type SafeStorage } from "../core/storage.ts";
import { createReplay, type Replay } from "./replay-controller.ts";
import { watchScroll } from "./scroll.ts";
import { trackSender } from "./track-server.ts";
import { NOT_RUNNING, type Vendor } from "./vendor.ts";
import { REPLAY_SESSION_KEY } from "../core/storage-keys.ts";

/** Spec 9: the share of sessions that is recorded. */
const SAMPLE_RATE = 1;
const FLUSH_MS = 5_000;

export const replay: Vendor = {
  purpose: "replay",
  wanted: ({ vendors }, funnel) => funnel.replay && vendors.replay !== null,
  async start(context) {
    const { recordPage } = await import("./replay-sdk.ts");
    if (context.isStopped()) return NOT_RUNNING;
    const { brand, funnel, deviceId, location, sensitive, onSensitive } =
      context;
    const server = brand.vendors.replay ?? { host: "", key: "" };
    const session = replaySession(openTab());
    const watch = watchScroll(window);
    const controller = createReplay({
      record: recordPage,
      send: trackSender({ ...server, deviceId, sessionId: session.id }),
      scroll: watch.take,
      enabled: funnel.replay,
      sampled: session.sampled,
    });
    const look = () => {
      if (sensitive() === "no") watch.look(publicAddress(location.href));
    };
    const discreet = () => controller.hold(sensitive() !== "no");
    const unlisten = listen(controller, look);
    const unwatch = onSensitive(discreet);
    discreet();
    look();
    if (document.hasFocus()) controller.focus();
    return {
      track: (event) => {
        if (event.kind === "page") look();
      },
      stop: () => {
        unlisten();
        unwatch();
        controller.optOut();
      },
    };
  },
};

/** Recording follows the window's focus; what is left is sent before the page goes. */
function listen(controller: Replay, look: () => void): () => void {
  const timer = setInterval(() => controller.flush(), FLUSH_MS);
  const ended = new AbortController();
  const { signal } = ended;
  addEventListener("focus", () => controller.focus(), { signal });
  addEventListener("blur", () => controller.blur(), { signal });
  addEventListener("pagehide", () => controller.leave(), { signal });
  addEventListener("scroll", look, { signal, passive: true });
  return () => {
    ended.abort();
    clearInterval(timer);
  };
}

/**
 * The session of this tab. It has an id of its own: the one of the visitor's session opens the API and is nobody
 * else's business.
 */
export function replaySession(
  storage: SafeStorage,
  random: () => number = Math.random,
  uuid: () => string = v4,
): { readonly id: string; readonly sampled: boolean } {
  const known = storage.read(REPLAY_SESSION_KEY);
  const id = isRecord(known) ? readText(known["id"], 64) : null;
  if (isRecord(known) && id !== null)
    return { id, sampled: known["sampled"] === true };
  const session = { id: uuid(), sampled: random() < SAMPLE_RATE };
  storage.write(REPLAY_SESSION_KEY, session);
  return session;
}
