import { readEnv } from "../../../server/env.ts";
import { silentLog } from "../../../server/log.ts";
import { startServer } from "../../../server/start.ts";
import { writeBuild } from "../../../server/testing/build.ts";

// One process of the API as it is in production, over a small site and one page.
const given = process.env["BENCH_DIST"] ?? "";
const dist = given === "" ? "node_modules/.cache/bench-dist" : given;
if (given === "")
  writeBuild(dist, { id: "bench", pages: { "/calm/quiz/start": "start" } });
const env = readEnv(process.env);
const server = await startServer({ env, dist, log: silentLog });
process.on("SIGTERM", () => {
  void server.stop().then(() => process.exit(0));
});
console.log(`port ${server.port}`);
