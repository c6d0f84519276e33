import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { readEnv } from "../../../server/env.ts";
import { silentLog } from "../../../server/log.ts";
import { startServer } from "../../../server/start.ts";
import { testSite } from "../../../server/testing/site.ts";

// One process of the API as it is in production, over a small site and without pages.
const dist = "node_modules/.cache/bench-dist";
for (const brand of Object.keys(testSite.brands))
  mkdirSync(join(dist, brand), { recursive: true });
const env = readEnv(process.env);
const server = await startServer({ env, site: testSite, dist, log: silentLog });
process.on("SIGTERM", () => {
  void server.stop().then(() => process.exit(0));
});
console.log(`port ${server.port}`);
