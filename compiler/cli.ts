import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { Command, CommanderError, Option } from "commander";
import type { Checkout } from "./checkout.mjs";
import type { RoutesOptions } from "./commands/routes.ts";
import type { ExperimentsOptions } from "./commands/experiments.ts";
import { checkCommand, FORMATS, type CheckOptions } from "./commands/check.ts";

/** How `routes` prints its table. */
const ROUTE_FORMATS = ["pretty", "json"];

/** Exit codes of every command. */
export const EXIT = { clean: 0, findings: 1, fault: 2 } as const;

/** Runs one command line of a checkout; returns its exit code. Commands are loaded when they are asked for. */
export async function main(
  argv: readonly string[],
  checkout: Checkout,
): Promise<number> {
  let code: number = EXIT.clean;
  // The build puts the API's hosts into pages; the server reads the same file when it starts.
  const environment = join(checkout.root, ".env");
  if (existsSync(environment)) process.loadEnvFile(environment);
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
          `This is the command line of ${checkout.root}, and you stand in ${other}: run its own (npx funnels), or name the content root with --content DIR.`,
        );
    });
  const content = new Option(
    "--content <dir>",
    "the folder that holds the content",
  ).default("funnels");

  program
    .command("check")
    .description("report every mistake in the content")
    .addOption(content)
    .addOption(
      new Option("--format <format>", "the format of the findings")
        .choices(FORMATS)
        .default("pretty"),
    )
    .option("--no-cache", "check every file again, even if nothing changed")
    .option("--watch", "check again whenever a file changes")
    .action(async (options: CheckOptions) => {
      code = await checkCommand(options, checkout);
    });
  program
    .command("build")
    .description("check the content and build the site into dist/")
    .addOption(content)
    .action(async (options: { content: string }) => {
      const { buildCommand } = await import("./commands/build.ts");
      code = await buildCommand(options, checkout);
    });
  program
    .command("dev")
    .description("serve the site and reload pages when a file changes")
    .addOption(content)
    .action(async (options: { content: string }) => {
      const { devCommand } = await import("./commands/dev.ts");
      code = await devCommand(options, checkout);
    });
  program
    .command("new")
    .description("create a brand or a funnel that passes the check")
    .argument("<what>", "brand or funnel")
    .argument("<name>", "`my-brand`, or `my-brand/my-funnel`")
    .addOption(content)
    .action(
      async (what: string, name: string, options: { content: string }) => {
        const { newCommand } = await import("./commands/new.ts");
        code = await newCommand(what, name, options);
      },
    );
  program
    .command("routes")
    .description("list every address of every brand, redirects included")
    .addOption(content)
    .option("--brand <id>", "list only this brand")
    .addOption(
      new Option("--format <format>", "the format of the list")
        .choices(ROUTE_FORMATS)
        .default("pretty"),
    )
    .action(async (options: RoutesOptions) => {
      const { routesCommand } = await import("./commands/routes.ts");
      code = await routesCommand(options, checkout);
    });
  program
    .command("schema")
    .description(
      "combine the files in schema/ into the schemas that editors read",
    )
    .action(async () => {
      const { schemaCommand } = await import("./commands/schema.ts");
      code = schemaCommand(checkout);
    });
  program
    .command("experiments")
    .description("print the A/B experiment results of a running server")
    .option(
      "--url <address>",
      "the address of the server",
      `http://localhost:${process.env.PORT ?? 4173}`,
    )
    .addOption(
      new Option("--format <format>", "the format of the results")
        .choices(["text", "json"])
        .default("text"),
    )
    .action(async (options: ExperimentsOptions) => {
      const { experimentsCommand } = await import("./commands/experiments.ts");
      code = await experimentsCommand(options, process.env.ADMIN_TOKEN);
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

/** The checkout that a folder lies in, when that is another one than `root`. */
function otherCheckout(folder: string, root: string): string | null {
  for (let at = realpathSync(folder); at !== root; at = dirname(at)) {
    if (existsSync(join(at, "compiler/bin.mjs"))) return at;
    if (dirname(at) === at) return null;
  }
  return null;
}
