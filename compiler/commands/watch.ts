import type { Checkout } from "../checkout.mjs";
import { loadCompiler } from "../load-compiler.ts";
import { type Form, print } from "../report/print.ts";
import { watchContent } from "../workspace/watch-content.ts";

/** Checks again on every change, until interrupted. Only what changed is read, parsed and linked anew. */
export async function watchCheck(
  content: string,
  form: Form,
  { root }: Checkout,
): Promise<number> {
  let compile = await loadCompiler(root, content, "check");
  const stop = await watchContent(
    content,
    [],
    async (files, isNewEnvironment) => {
      // A new picture can answer a finding of any file: the compiler forgets what it knew.
      if (isNewEnvironment)
        compile = await loadCompiler(root, content, "check");
      print(compile(files), files, form);
    },
  );
  return new Promise((resolve) => {
    process.once("SIGINT", () => void stop().then(() => resolve(0)));
  });
}
