// Registers the TypeScript loader in this thread; in the bundled compiler, thread.ts itself has this name.
import { tsImport } from "tsx/esm/api";

await tsImport("./thread.ts", import.meta.url);
