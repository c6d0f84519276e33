/** Compiles the content into `generated/`, without building the site: what most checks wait for. */
import { ROOT } from "../../compiler/testing/root.ts";
import { compileContent } from "../../compiler/site/compile-content.ts";

const compiled = await compileContent(ROOT, "funnels");
process.exitCode = compiled === null ? 1 : 0;
