import type { Compiler } from "../compile.ts";
import { prefixOf } from "./content.ts";

/** The compiler is loaded only when it is needed: a command line that is refused costs hardly anything. */
export async function loadCompiler(
  root: string,
  contentDir: string,
): Promise<Compiler> {
  const [{ createCompiler }, { readEnvironment }] = await Promise.all([
    import("../compile.ts"),
    import("./environment.ts"),
  ]);
  return createCompiler(
    readEnvironment(root, contentDir, prefixOf(contentDir)),
  );
}
