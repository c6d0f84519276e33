import type { ColumnType } from "kysely";
import type { StyleId } from "../pictures/styles.ts";
import type { Json } from "./json.ts";

export type PreviewStatus = "pending" | "completed" | "failed";

/** A picture to be made, or made. */
export interface PreviewTable {
  job_id: string;
  session_id: string;
  device_id: string | null;
  /** A digest of the network that it was asked for from; null where nobody could tell, and as soon as it is finished. */
  network: ColumnType<string | null, string | null | undefined, string | null>;
  /** What has a lower one is made earlier: each network has one picture in each turn. */
  turn: ColumnType<number, number | undefined, number>;
  status: PreviewStatus;
  styles: Json<readonly StyleId[]> | null;
  prompt: string | null;
  /** JPEG; null without a photograph, and as soon as the job is finished. */
  photo: Uint8Array | null;
  /** JPEG. */
  picture: Uint8Array | null;
  created_at: Date;
  finished_at: Date | null;
}
