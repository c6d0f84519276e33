// Registers the TypeScript loader in this process.
import { tsImport } from "tsx/esm/api";

await tsImport("./picture-program.ts", import.meta.url);
