import { existsSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { COMMANDS } from "./commands/registry.ts";

/** Exit codes of every command. */
export const EXIT = { clean: 0, findings: 1, fault: 2 } as const;

/** Runs one command line; returns its exit code. Commands are loaded when they are asked for. */
export async function main(argv: readonly string[]): Promise<number> {
  let code: number = EXIT.clean;
  // The build puts the API's hosts into pages; the server reads the same file when it starts.
  if (existsSync(".env")) process.loadEnvFile(".env");
  const program = new Command("funnels")
    .description(
      "Check, build and serve quiz-and-checkout funnels written in YAML.",
    )
    .exitOverride()
    .showHelpAfterError("(`npx funnels --help` lists the commands)");
  for (const register of COMMANDS)
    register(program, (result) => {
      code = result;
    });

  try {
    await program.parseAsync(argv);
    return code;
  } catch (error) {
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? EXIT.clean : EXIT.fault;
    console.error(
      "This is a bug in the compiler, not a mistake in your files. Please report it with these lines:",
    );
    console.error(error);
    return EXIT.fault;
  }
}
