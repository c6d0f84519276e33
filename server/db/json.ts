import type { ColumnType } from "kysely";

/** Written as JSON text, read back as data. */
export type Json<T> = ColumnType<T, string, string>;
