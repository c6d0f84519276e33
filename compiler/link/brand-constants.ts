import { data, items, number, text, type Data } from "../schema/read.ts";
import { periodWords, RETENTION_NAME } from "./retention.ts";

/** Stand in the texts of a brand for who is behind it; the last one for all that is known of that. */
const COMPANY_NAME = "company.name";
const COMPANY_ADDRESS = "company.address";
export const IMPRINT_NAME = "company.imprint";
export const IMPRINT = `{{ ${IMPRINT_NAME} }}`;

const SHOWN = /\{\{\s*(company\.\w+)/g;

/** Whether a text as it is written says which company it is and where to write to it. */
export function showsCompany(written: string): boolean {
  const shown = new Set(
    [...written.matchAll(SHOWN)].map(([, name = ""]) => name),
  );
  return (
    shown.has(IMPRINT_NAME) ||
    (shown.has(COMPANY_NAME) && shown.has(COMPANY_ADDRESS))
  );
}

/** Text variables of a brand that are the same for every visitor. */
export function brandConstants(raw: Data): Record<string, string> {
  const project = data(raw.project);
  const retentionDays = number(raw.retentionDays);
  return {
    project: text(project.name),
    support: text(project.supportEmail),
    ...(retentionDays !== null && {
      [RETENTION_NAME]: periodWords(retentionDays),
    }),
    ...(raw.company !== undefined && companyConstants(data(raw.company))),
  };
}

function companyConstants(company: Data): Record<string, string> {
  const { registration, taxNumber } = company;
  const name = text(company.name);
  const address = items(company.address).map((line) => text(line));
  const numbers = [registration, taxNumber].flatMap((one) =>
    one === undefined ? [] : [text(one)],
  );
  return {
    [COMPANY_NAME]: name,
    [COMPANY_ADDRESS]: address.join(", "),
    [IMPRINT_NAME]: [name, ...address, ...numbers].join(", "),
  };
}

const KEYS = new Map([
  [RETENTION_NAME, "retentionDays"],
  [COMPANY_NAME, "company"],
  [COMPANY_ADDRESS, "company"],
  [IMPRINT_NAME, "company"],
]);

/** The key of brand.yaml that a variable shows, and that is not there where nothing has its name; null for all others. */
export function keyShownBy(variable: string): string | null {
  return KEYS.get(variable) ?? null;
}
