// Registers the TypeScript loader in the process. The built server has the program itself in this place.
import { tsImport } from "tsx/esm/api";

const [, , asker] = process.argv;
await tsImport("./picture-program.ts", asker);
