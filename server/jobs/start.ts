import type { PaymentServices } from "../checkout/provider.ts";
import type { Database } from "../db/tables.ts";
import type { Log } from "../log.ts";
import type { ImageApiSettings } from "../previews/image-api.ts";
import { pictureProcess } from "../previews/picture-process.ts";
import { deliveries, type Receiver } from "./deliveries.ts";
import { openEngine, type Sender } from "./engine.ts";
import { housekeeping } from "./housekeeping.ts";
import { previews } from "./previews.ts";

/** Built-in styles take a processor for seconds each; an image service elsewhere takes its time. */
const PICTURES_AT_ONCE = { builtIn: 1, imageApi: 4 } as const;
/** Work in hand may end for so long when the server stops. */
const GRACE_MS = 5_000;

interface JobServices extends PaymentServices {
  readonly log: Log;
}

export interface Jobs extends Sender {
  /** Begins to work; `services` are asked for at each piece of work. */
  start(services: () => JobServices): Promise<void>;
  stop(): Promise<void>;
}

/** All that a server does beside answering, in one engine: nothing is begun yet, but jobs are taken. */
export async function openJobs(options: {
  readonly db: Database;
  readonly log: Log;
  readonly receivers: readonly Receiver[];
  readonly imageApi: ImageApiSettings | null;
}): Promise<Jobs> {
  const { db, log, imageApi } = options;
  const engine = await openEngine({ db, log });
  const { make, stop } = pictureProcess(imageApi);
  const now = () => new Date();
  const shared = { db, log, now, sender: engine };
  return {
    send: engine.send,
    wake: engine.wake,
    start: (services) =>
      engine.work([
        previews({
          ...shared,
          make,
          atOnce: PICTURES_AT_ONCE[imageApi === null ? "builtIn" : "imageApi"],
        }),
        ...options.receivers.map((one) => deliveries(shared, one)),
        housekeeping(services),
      ]),
    stop: async () => {
      await engine.stop(GRACE_MS);
      stop();
    },
  };
}
