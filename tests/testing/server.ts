import { ROOT } from "../../compiler/testing/root.ts";
import {
  type RunningServer,
  startSandbox,
} from "../../compiler/walk/sandbox-server.ts";

export type { RunningServer } from "../../compiler/walk/sandbox-server.ts";

/** Proxies tell the visitor's country in it; a test says where its visitor is. */
const COUNTRY_HEADER = "x-test-country";

/** The built server over the built pages, in this folder or another one, with an empty database of its own, at a port that is free. */
export function startServer(
  at = ROOT,
  variables: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  return startSandbox(
    ROOT,
    { GEO_COUNTRY_HEADER: COUNTRY_HEADER, ...variables },
    at,
  );
}
