import type { Compiler } from "./compile.ts";
import { prefixOf } from "./workspace/content.ts";

/** The compiler is loaded only when it is needed: an unchanged tree costs little more than reading it. */
export async function loadCompiler(
  root: string,
  contentDir: string,
  purpose: "check" | "emit",
): Promise<Compiler> {
  const [{ createCompiler }, { readEnvironment }] = await Promise.all([
    import("./compile.ts"),
    import("./workspace/environment.ts"),
  ]);
  return createCompiler(
    readEnvironment(root, contentDir, prefixOf(contentDir), purpose),
  );
}
