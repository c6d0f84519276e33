import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { errorCode, Refusal } from "../refusal.ts";

/** What a table of networks says of an address. */
export interface Place {
  readonly country: string;
  readonly city: string;
  readonly postcode: string;
}
export type GeoTable = (address: string) => Place | null;

interface Row extends Place {
  readonly from: string;
  readonly to: string;
}

/**
 * Reads a table of networks: CSV lines of `first address, last address, country` and, if known, `city, postcode`;
 * IPv4 and IPv6 may be mixed. Such tables are given away by several registries. Throws a `Refusal` that names the line.
 */
export function readGeoTable(file: string): GeoTable {
  const rows = readText(file)
    .split("\n")
    .flatMap((line, index) => readRow(line, file, index + 1))
    .toSorted((a, b) => (a.from < b.from ? -1 : 1));
  return (address) => {
    const key = keyOf(address);
    const row = key === null ? null : lastFrom(rows, key);
    return row !== null && key !== null && key <= row.to ? row : null;
  };
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Refusal(
      `GEO_TABLE names ${file}, which cannot be read (${errorCode(error) ?? "unknown fault"}).`,
    );
  }
}

function readRow(line: string, file: string, number: number): Row[] {
  if (/^\s*(#|$)/.test(line)) return [];
  const [first = "", last = "", country = "", city = "", postcode = ""] = line
    .split(",")
    .map((field) => field.trim().replace(/^"(.*)"$/, "$1"));
  const [from, to] = [keyOf(first), keyOf(last)];
  if (from !== null && to !== null && /^[A-Z]{2}$/.test(country))
    return [{ from, to, country, city, postcode }];
  throw new Refusal(
    `${file}:${number} is no line of a table of networks: write first address, last address, country, as in 192.0.2.0,192.0.2.255,CA.`,
  );
}

/** The last row that begins at the key or before it. */
function lastFrom(rows: readonly Row[], key: string): Row | null {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle]?.from ?? "") <= key) low = middle + 1;
    else high = middle;
  }
  return rows[low - 1] ?? null;
}

/** An address as 32 hexadecimal digits, IPv4 as it is written in IPv6; null for what is none. */
function keyOf(address: string): string | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIP(plain) === 4)
    return `${"0".repeat(20)}ffff${plain
      .split(".")
      .map((part) => Number(part).toString(16).padStart(2, "0"))
      .join("")}`;
  if (isIP(plain) !== 6 || plain.includes("%")) return null;
  const [head = "", tail] = plain.split("::");
  const before = groups(head);
  const after = groups(tail ?? "");
  const gap = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<string>(gap).fill("0000"), ...after].join("");
}

function groups(text: string): string[] {
  return text === ""
    ? []
    : text.split(":").map((group) => group.toLowerCase().padStart(4, "0"));
}
