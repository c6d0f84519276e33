/** The folder `jobs` holds all work beside answering requests, one queue a file. */
import type { Database } from "../db/tables.ts";
import type { Log } from "../log.ts";
import type { ImageApiSettings } from "../previews/image-api.ts";
import { createMetrics, type Metrics } from "../metrics.ts";
import { mailFolder } from "../mail/mail-folder.ts";
import type { MailPictures } from "../mail/pictures.ts";
import { createMailer } from "../mail/mailer.ts";
import type { SmtpSettings } from "../mail/settings.ts";
import { pictureProcess } from "../previews/picture-process.ts";
import { deliveries, type Receiver } from "./deliveries.ts";
import { openEngine, type Sender } from "./engine.ts";
import { housekeeping, type JobServices } from "./housekeeping.ts";
import { mail } from "./mail.ts";
import { PICTURE_LIMITS, previews } from "./previews.ts";
import { rights } from "./rights.ts";

/** Work in hand may end for so long when the server stops. */
const GRACE_MS = 5_000;

export interface Jobs extends Sender {
  /** Begins to work; `services` are asked for at each piece of work. */
  start(
    services: () => JobServices & { readonly mailPictures: MailPictures },
  ): Promise<void>;
  stop(): Promise<void>;
}

/** All that a server does beside answering, in one engine: nothing is begun yet, but jobs are taken. */
export async function openJobs(options: {
  readonly db: Database;
  readonly log: Log;
  readonly receivers: readonly Receiver[];
  readonly imageApi: ImageApiSettings | null;
  readonly smtp: SmtpSettings | null;
  readonly dataDir: string;
  readonly metrics?: Metrics;
}): Promise<Jobs> {
  const { db, log, imageApi, metrics = createMetrics(false) } = options;
  const engine = await openEngine({ db, log, triedOf: metrics.jobTries });
  const pictures = pictureProcess(imageApi);
  const mailer = createMailer(options.smtp, mailFolder(options.dataDir));
  const now = () => new Date();
  const shared = { db, log, now, sender: engine };
  return {
    send: engine.send,
    wake: engine.wake,
    start: (services) =>
      engine.work([
        previews({
          ...shared,
          make: pictures.make,
          limits: PICTURE_LIMITS[imageApi === null ? "builtIn" : "imageApi"],
        }),
        ...options.receivers.map((one) => deliveries(shared, one)),
        mail({ ...shared, sendMail: mailer.sendMail, services }),
        ...rights({ db, now, sendMail: mailer.sendMail, services }),
        housekeeping(services),
      ]),
    stop: async () => {
      await engine.stop(GRACE_MS);
      pictures.stop();
      mailer.close();
    },
  };
}
