import type { Json } from "./json.ts";

/** How an experiment divided its visitors at some time; another division is another row. */
export interface AbConfigurationTable {
  /** Digest of everything but the time. */
  configuration_id: string;
  brand: string;
  variable_block: string;
  variants: Json<readonly { component: string; weight: number }[]>;
  first_used_at: Date;
}

/** Who chose a visitor's side: this server by the device, the device by itself, or the address (`abtest`). */
export type AbSource = "server" | "device" | "forced";

export interface AbAssignmentTable {
  brand: string;
  variable_block: string;
  visitor_id: string;
  configuration_id: string;
  component: string;
  source: AbSource;
  /** Has seen more than one side. */
  mixed: boolean;
  assigned_at: Date;
  /** When the visitor first saw their side. */
  exposed_at: Date | null;
}

export interface ConversionTable {
  brand: string;
  variable_block: string;
  visitor_id: string;
  converted_at: Date;
}
