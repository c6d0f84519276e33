/** Runs inside a copy of the project: emits its content, and prints the document of an address as it is developed. */
import { join } from "node:path";
import { createServer } from "vite";
import { compileContent } from "../../compiler/site/compile-content.ts";
import { developmentDocument } from "../../compiler/site/development-document.ts";
import { DEFINES } from "../../compiler/site/environment.ts";
import { findRoot } from "../../compiler/checkout.mjs";

const root = findRoot();
const [path = ""] = process.argv.slice(2);
const compiled = await compileContent(root, join(root, "funnels"));
if (compiled === null) throw new Error("the content has mistakes");
// Without the project's own configuration: the API and its database are not asked for.
const server = await createServer({
  root,
  configFile: false,
  appType: "custom",
  define: DEFINES,
  server: { middlewareMode: true, ws: false },
  optimizeDeps: { noDiscovery: true },
});
const { units, traits } = compiled;
console.log(await developmentDocument(path, units, traits, server));
await server.close();
