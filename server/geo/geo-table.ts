import { isIP } from "node:net";
import { type CityResponse, open, type Reader } from "maxmind";
import { errorCode, Refusal } from "../refusal.ts";

/** What a database of networks says of an address; the city and the postal code are empty where it does not know them. */
export interface Place {
  readonly country: string;
  readonly city: string;
  readonly postcode: string;
}
export type GeoTable = (address: string) => Place | null;

/**
 * Reads a database of networks in MaxMind's format (.mmdb) with countries or cities: GeoLite2, GeoIP2, DB-IP. It is
 * read once and held in memory. Throws a `Refusal` that names the file when it is none.
 */
export async function readGeoTable(file: string): Promise<GeoTable> {
  const reader = await open<CityResponse>(file).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  const { databaseType } = reader.metadata;
  if (!/country|city|enterprise/i.test(databaseType))
    throw new Refusal(
      `GEO_TABLE names ${file}, which is a database of the type "${databaseType}": take one of countries or cities, such as GeoLite2-City.mmdb.`,
    );
  return (address) => find(reader, address);
}

function find(reader: Reader<CityResponse>, address: string): Place | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  const version = isIP(plain);
  // A database of IPv4 networks would take the first half of an IPv6 address for one.
  if (version === 0 || version > reader.metadata.ipVersion) return null;
  const found = plain.includes("%") ? null : reader.get(plain);
  const country = found?.country?.iso_code;
  if (country === undefined) return null;
  return {
    country,
    city: found?.city?.names.en ?? "",
    postcode: found?.postal?.code ?? "",
  };
}

function unreadable(file: string, error: unknown): Refusal {
  const code = errorCode(error);
  return new Refusal(
    code === null
      ? `GEO_TABLE names ${file}, which is not a MaxMind database: set it to an .mmdb file, unpacked, such as GeoLite2-City.mmdb.`
      : `GEO_TABLE names ${file}, which cannot be read (${code}).`,
  );
}
