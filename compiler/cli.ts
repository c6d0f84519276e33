import {
  accessSync,
  constants,
  existsSync,
  realpathSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Command, CommanderError } from "commander";
import type { Checkout } from "./checkout.mjs";
import { COMMANDS } from "./commands/registry.ts";
import { systemRefusal, WrongVariable } from "./workspace/system-refusal.ts";

/** Exit codes of every command. */
export const EXIT = { clean: 0, findings: 1, fault: 2 } as const;

/** Runs one command line of a checkout; returns its exit code. Commands are loaded when they are asked for. */
export async function main(
  argv: readonly string[],
  checkout: Checkout,
): Promise<number> {
  let code: number = EXIT.clean;
  const program = new Command("funnels")
    .description(
      "Check, build and serve quiz-and-checkout funnels written in YAML.",
    )
    .exitOverride()
    .showHelpAfterError("(`npx funnels --help` lists the commands)")
    .hook("preAction", (_, command) => {
      // Who names no content means the checkout they stand in.
      if (command.getOptionValueSource("content") === "cli") return;
      const other = otherCheckout(process.cwd(), checkout.root);
      if (other !== null)
        command.error(
          `This is the command line of ${checkout.root}, and you stand in ${other}: run its own (npx funnels), or name the content with --content DIR.`,
        );
    });
  for (const register of COMMANDS)
    register(program, checkout, (result) => {
      code = result;
    });
  addHelp(program);

  try {
    loadVariables(join(checkout.root, ".env"));
    await program.parseAsync(argv);
    return code;
  } catch (error) {
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? EXIT.clean : EXIT.fault;
    const refusal = systemRefusal(error);
    if (refusal !== null) {
      console.error(refusal);
      return EXIT.fault;
    }
    console.error(
      "This is a bug in the compiler, not a mistake in your files. Please report it with these lines:",
    );
    console.error(error);
    return EXIT.fault;
  }
}

/** Commander's own shows all commands for one that there is not, and does not say so. */
function addHelp(program: Command): void {
  program
    .helpCommand(false)
    .command("help [command]")
    .description("display help for command")
    .action((name: string | undefined) => {
      if (name === undefined) program.help();
      const asked = program.commands.find((known) => known.name() === name);
      if (asked === undefined)
        program.error(`error: unknown command '${name}'`);
      asked.help();
    });
}

/** The build puts the API's hosts into pages; the server reads the same file when it starts. */
function loadVariables(file: string): void {
  if (!existsSync(file)) return;
  if (statSync(file).isDirectory())
    throw new WrongVariable(
      `${file} is a folder, and variables are read from a file of that name: rename it.`,
    );
  // Node says of a file that it may not read that there is none.
  try {
    accessSync(file, constants.R_OK);
  } catch {
    throw new WrongVariable(
      `${file} cannot be read by this user: variables are read from it; make it readable, or rename it.`,
    );
  }
  process.loadEnvFile(file);
}

/** The checkout that a folder lies in, when that is another one than `root`. */
function otherCheckout(folder: string, root: string): string | null {
  for (let at = realpathSync(folder); at !== root; at = dirname(at)) {
    if (existsSync(join(at, "compiler/bin.mjs"))) return at;
    if (dirname(at) === at) return null;
  }
  return null;
}
