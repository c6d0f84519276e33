/** Compiles the content into `generated/`, without building the site: what most checks wait for. */
import { compileContent } from "../../compiler/site/compile-content.ts";

const compiled = await compileContent("funnels");
process.exitCode = compiled === null ? 1 : 0;
