import type { Vendors } from "../shared/vendors.ts";
import { safeUrl } from "../shared/safe-url.ts";
import type { Path } from "../parse/source.ts";
import { data, items, text } from "../schema/read.ts";
import type { Findings } from "./scope.ts";

/** Strict, because these stand in the policy of every document that uses the vendor. */
const ADDRESS = /^https:\/\/[a-z0-9.-]+(:\d+)?(\/[\w./-]*)?$/;
const DATA_SOURCE = /^https:\/\/[a-z0-9]+@[a-z0-9.-]+(:\d+)?\/\d+$/;

/** The third parties of a brand; an address that is none is a finding. */
export function vendorsOf(written: unknown, findings: Findings): Vendors {
  const raw = data(written);
  const known = { written: raw, findings };
  return {
    posthog: account("posthog", known),
    replay: account("replay", known),
    tagManager:
      raw.tagManager === undefined
        ? null
        : {
            id: text(raw.tagManager),
            hosts: items(raw.tagHosts).map((host, i) =>
              address(text(host), ADDRESS, ["vendors", "tagHosts", i], known),
            ),
          },
    abScript: single("abScript", ADDRESS, known),
    sentry: single("sentry", DATA_SOURCE, known),
  };
}

interface Known {
  readonly written: Readonly<Record<string, unknown>>;
  readonly findings: Findings;
}

/** A vendor that is reached at a host with a key. */
function account(name: "posthog" | "replay", known: Known) {
  const value = known.written[name];
  if (value === undefined) return null;
  const { key, host } = data(value);
  const path = ["vendors", name, "host"];
  return { key: text(key), host: address(text(host), ADDRESS, path, known) };
}

function single(name: "abScript" | "sentry", form: RegExp, known: Known) {
  const value = known.written[name];
  return value === undefined
    ? null
    : address(text(value), form, ["vendors", name], known);
}

function address(
  url: string,
  form: RegExp,
  path: Path,
  { findings }: Known,
): string {
  if (!safeUrl(url)) findings.add("url/unsafe", path, { url });
  else if (!form.test(url)) findings.add("vendor/bad-address", path, { url });
  return url;
}
