import type { Backup } from "./db/backup.ts";
import type { PaymentServices } from "./checkout/provider.ts";
import type { GeoTable } from "./geo/geo-table.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import type { PageCounter } from "./visits/page-counter.ts";
import type { LimitClock } from "./db/limits.ts";
import type { Interest } from "./db/outbox.ts";
import type { Budget } from "./http/budget.ts";
import type { Sender } from "./jobs/engine.ts";

/** Everything a route may use; time and randomness are among it so that tests can hold them still. */
export interface Services extends PaymentServices {
  readonly log: Log;
  /** Takes in what is to be done beside answering. */
  readonly jobs: Sender;
  /** Who is told of messages, and of which. */
  readonly receivers: readonly Interest[];
  readonly countryHeader: string | null;
  readonly cityHeader: string | null;
  readonly postcodeHeader: string | null;
  /** Where addresses are, when no header tells; null: nobody knows. */
  readonly geoTable: GeoTable | null;
  readonly addressHeader: string | null;
  /** The time by which calls are counted. */
  readonly limitClock: LimitClock;
  /** How often tokens may be asked for, by a client and for an email. */
  readonly tokenBudgets: {
    readonly ofClient: Budget;
    readonly ofEmail: Budget;
  };
  /** How often somebody may ask for what is kept of them, in the same way. */
  readonly rightsBudgets: Services["tokenBudgets"];
  /** What lets its holder see figures; null: only a developer on this machine may. */
  readonly adminToken: string | null;
  /** What the served build keeps for later ones to be held against, as JSON; null where it keeps nothing. */
  readonly live: () => Promise<string | null>;
  /** Whether anybody may read the metrics. */
  readonly openMetrics: boolean;
  /** The id of the served build; null where pages are rendered on demand, or none are served. */
  readonly build: string | null;
  readonly metrics: Metrics;
  readonly pageCounter: PageCounter;
  readonly life: Life;
  /** For how many days people are kept at brands that say nothing. */
  readonly retentionDays: number;
  readonly production: boolean;
  readonly backup: Backup;
  /** What the server keeps on its own disk. */
  readonly dataDir: string;
}

/** Where the process is in its life; whoever stops it says so here. */
export interface Life {
  stopping: boolean;
}
