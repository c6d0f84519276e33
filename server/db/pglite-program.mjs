// Registers the TypeScript loader in the thread. The built server has the program itself in this place.
import { tsImport } from "tsx/esm/api";

await tsImport("./pglite-program.ts", import.meta.url);
