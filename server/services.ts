import type { PaymentServices } from "./checkout/provider.ts";
import type { GeoTable } from "./geo/geo-table.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import type { PreviewWorker } from "./previews/worker.ts";

/** Everything a route may use; time and randomness are among it so that tests can hold them still. */
export interface Services extends PaymentServices {
  readonly log: Log;
  /** Has the pictures made that visitors sent a photograph for. */
  readonly previews: Pick<PreviewWorker, "wake">;
  readonly countryHeader: string | null;
  readonly cityHeader: string | null;
  readonly postcodeHeader: string | null;
  /** Where addresses are, when no header tells; null: nobody knows. */
  readonly geoTable: GeoTable | null;
  readonly addressHeader: string | null;
  /** What lets its holder see figures; null: only a developer on this machine may. */
  readonly adminToken: string | null;
  /** Whether anybody may read the metrics. */
  readonly openMetrics: boolean;
  readonly metrics: Metrics;
  readonly life: Life;
  readonly production: boolean;
}

/** Where the process is in its life; whoever stops it says so here. */
export interface Life {
  stopping: boolean;
}
