import { PICTURE_KEPT_DAYS } from "../../generated/privacy.ts";
import type { PaymentServices } from "../checkout/provider.ts";
import { countAttention } from "../db/attention.ts";
import { deleteOutlived } from "../db/cleanup.ts";
import { eraseOutlived } from "../db/retention.ts";
import { countDead } from "../db/jobs.ts";
import { forgetPreviews } from "../db/previews.ts";
import { tellUpcomingRenewals } from "../db/upcoming-renewals.ts";
import { describeError, type Log } from "../log.ts";
import { deleteOldMails, mailFolder } from "../mail/mail-folder.ts";
import { attempt } from "./attempt.ts";
import { reconcile } from "./reconcile.ts";
import type { Queue } from "./run-queue.ts";
import { SESSION_TTL_S } from "../sessions/session.ts";

const PEOPLE_AT_ONCE = 200;
/** Of a round, as long as people may be erased; the rest of it has its own work, within the time limit. */
const ERASING_MS = 120_000;
/** Of a round, as long as is told of renewals. */
const TELLING_MS = 30_000;
export const PICTURES_KEPT_MS = PICTURE_KEPT_DAYS * 86_400_000;

/** As long as nobody's contact is deleted before: what a brand promises has to hold for these as well. */
const MAIL_FILES_KEPT_MS = 30 * 86_400_000;

export interface JobServices extends PaymentServices {
  readonly log: Log;
  /** What the server keeps on its own disk. */
  readonly dataDir: string;
  readonly retentionDays: number;
}

/** What a server does by itself every ten minutes; `services` are asked for at each round. */
export function housekeeping(services: () => JobServices): Queue {
  return {
    name: "housekeeping",
    atOnce: 1,
    limitS: 300,
    // The next round is the next try.
    retries: 0,
    retryAfterS: 0,
    everyS: 600,
    handle: async () => {
      const undone = await clean(services());
      if (undone.length > 0) throw new Error(undone.join(", "));
    },
  };
}

type Part = (message: string, work: () => Promise<void>) => Promise<void>;

/**
 * One round: forgotten checkouts are closed, unanswered refunds asked for again, sales reviewed, renewals told of before
 * they are charged, and what is of no more use is deleted. Answers which parts of it could not be done.
 */
export async function clean(services: JobServices): Promise<string[]> {
  const { db, log, now } = services;
  const ago = (ms: number) => new Date(now().getTime() - ms);
  const undone: string[] = [];
  const part: Part = async (message, work) => {
    if (!(await attempt(log, message, work))) undone.push(message);
  };
  await part("sales not reviewed", () => reconcile(services));
  await tellAhead(services, part);
  await part("rows of no more use not deleted", async () => {
    const { deleted, failures } = await deleteOutlived(db, now());
    if (deleted > 0) log({ level: "info", message: "cleaned up", deleted });
    tellFailures(log, "rows not deleted", failures);
  });
  await eraseOld(services, part);
  await part("pictures not deleted", () =>
    forgetPreviews(db, ago(PICTURES_KEPT_MS)),
  );
  await part("mails not deleted", () =>
    deleteOldMails(mailFolder(services.dataDir), ago(MAIL_FILES_KEPT_MS)),
  );
  const attention = await countAttention(db, now());
  for (const { message, alert, count: payments } of attention)
    if (payments > 0) {
      const level = alert === null ? "info" : "error";
      log({ level, message, payments });
    }
  const jobs = await countDead(db);
  if (jobs > 0) log({ level: "error", message: "dead letters", jobs });
  return undone;
}

/** After the providers were asked: a plan that has ended at one of them is told of no more. */
async function tellAhead(services: JobServices, part: Part): Promise<void> {
  const { db, log, now } = services;
  const until = performance.now() + TELLING_MS;
  await part("renewals not told ahead", async () => {
    const isOver = () => performance.now() > until;
    const { told, failures } = await tellUpcomingRenewals(db, now(), {
      isOver,
    });
    if (told > 0) log({ level: "info", message: "renewals told ahead", told });
    tellFailures(log, "a renewal not told ahead", failures);
  });
}

/** What people left is kept as long as the policy of their brand says. */
async function eraseOld(services: JobServices, part: Part): Promise<void> {
  const { db, hosts, log, now, retentionDays } = services;
  const begun = performance.now();
  const retention = {
    ofBrand: new Map(
      hosts.brands.map((brand) => [
        brand.id,
        brand.retentionDays ?? retentionDays,
      ]),
    ),
    otherwise: retentionDays,
    atOnce: PEOPLE_AT_ONCE,
    isOver: () => performance.now() - begun > ERASING_MS,
    sessionMs: SESSION_TTL_S * 1_000,
  };
  await part("people not erased", async () => {
    const { failures, ...erased } = await eraseOutlived(db, retention, now());
    if (erased.sessions + erased.visitors > 0)
      log({ level: "info", message: "erased after their time", ...erased });
    // Kept beyond what their brand promises: the round is not done, and raises its alert while it stays so.
    tellFailures(log, "a person not erased", failures);
  });
}

/** A line in the log for each thing of a part that could not be done. Throws where there is one: the part is not done. */
function tellFailures(
  log: Log,
  message: string,
  failures: readonly { readonly error: unknown }[],
): void {
  for (const { error, ...about } of failures)
    log({ level: "error", message, ...about, ...describeError(error) });
  if (failures.length > 0) throw new Error(`${message}: ${failures.length}`);
}
