import { type Command, Option } from "commander";
import type { Checkout } from "../checkout.mjs";
import { FORMATS } from "../report/print.ts";
import { missingContent } from "../workspace/content.ts";
import { checkCommand, type CheckOptions } from "./check.ts";
import type { JobsOptions } from "./jobs.ts";
import type { ExperimentsOptions } from "./experiments.ts";
import type { PrintOptions } from "./ask-server.ts";
import type {
  EraseOptions,
  ExportOptions,
  PeopleOptions,
  PersonOptions,
} from "./contacts.ts";
import type { ListOptions, RefundOptions } from "./orders.ts";
import type { OfBrand } from "./compiled.ts";

/** Adds one command to the program; `end` takes its exit code. The command line is the list at the end of this file. */
type Register = (
  program: Command,
  checkout: Checkout,
  end: (code: number) => void,
) => void;

/** How lists of what is compiled are printed. */
const LIST_FORMATS = ["pretty", "json"];

const check: Register = (program, checkout, end) =>
  program
    .command("check")
    .description("report every mistake in the content")
    .addOption(contentOption())
    .addOption(
      new Option("--format <format>", "the format of the findings")
        .choices(FORMATS)
        .default("pretty"),
    )
    .option("--no-cache", "check every file again, even if nothing changed")
    .option("--watch", "check again whenever a file changes")
    .action(async (options: CheckOptions) =>
      end(await onContent(options, () => checkCommand(options, checkout))),
    );

const build: Register = (program, checkout, end) =>
  program
    .command("build")
    .description("check the content and build the site into dist/")
    .addOption(contentOption())
    .action(async (options: { content: string }) => {
      const { buildCommand } = await import("./build.ts");
      end(await onContent(options, () => buildCommand(options, checkout)));
    });

const dev: Register = (program, checkout, end) =>
  program
    .command("dev")
    .description("serve the site, and show on its pages what is saved")
    .addOption(contentOption())
    .action(async (options: { content: string }) => {
      const { devCommand } = await import("./dev.ts");
      end(await onContent(options, () => devCommand(options, checkout)));
    });

const create: Register = (program, _, end) =>
  program
    .command("new")
    .description("create a brand or a funnel that passes the check")
    .argument("<what>", "brand or funnel")
    .argument("<name>", "`my-brand`, or `my-brand/my-funnel`")
    .addOption(contentOption())
    .action(
      async (what: string, name: string, options: { content: string }) => {
        const { newCommand } = await import("./new.ts");
        end(await newCommand(what, name, options));
      },
    );

const routes: Register = (program, checkout, end) =>
  program
    .command("routes")
    .description("list every address of every brand, redirects included")
    .addOption(contentOption())
    .option("--brand <id>", "list only this brand")
    .addOption(
      new Option("--format <format>", "the format of the list")
        .choices(LIST_FORMATS)
        .default("pretty"),
    )
    .action(async (options: OfBrand) => {
      const { routesCommand } = await import("./routes.ts");
      end(await onContent(options, () => routesCommand(options, checkout)));
    });

const privacy: Register = (program, checkout, end) =>
  program
    .command("privacy")
    .description("list what leaves visitors' browsers, to whom, and when")
    .addOption(contentOption())
    .option("--brand <id>", "list only this brand")
    .addOption(
      new Option("--format <format>", "the format of the list")
        .choices(LIST_FORMATS)
        .default("pretty"),
    )
    .action(async (options: OfBrand) => {
      const { privacyCommand } = await import("./privacy.ts");
      end(await onContent(options, () => privacyCommand(options, checkout)));
    });

const schema: Register = (program, checkout, end) =>
  program
    .command("schema")
    .description(
      "combine the files in schema/ into the schemas that editors read",
    )
    .action(async () => {
      const { schemaCommand } = await import("./schema.ts");
      end(schemaCommand(checkout));
    });

const experiments: Register = (program, _, end) =>
  program
    .command("experiments")
    .description("print the A/B experiment results of a running server")
    .addOption(urlOption())
    .addOption(resultOption())
    .action(async (options: ExperimentsOptions) => {
      const { experimentsCommand } = await import("./experiments.ts");
      end(await experimentsCommand(options, process.env.ADMIN_TOKEN));
    });

const orders: Register = (program, _, end) => {
  const command = program
    .command("orders")
    .description("list, show and refund the orders of a running server");
  command
    .command("list")
    .description("list orders, newest first")
    .option("--email <email>", "only orders of this person")
    .option("--state <state>", "only orders in this state, such as disputed")
    .option("--before <time>", "only orders begun before, in ISO 8601")
    .option("--limit <count>", "how many")
    .addOption(urlOption())
    .addOption(resultOption())
    .action(async (options: ListOptions) => {
      const { listOrders } = await import("./orders.ts");
      end(await listOrders(options, process.env.ADMIN_TOKEN));
    });
  command
    .command("show")
    .description("show all that was paid, refunded and disputed of an order")
    .argument("<id>", "the order")
    .addOption(urlOption())
    .addOption(resultOption())
    .action(async (id: string, options: PrintOptions) => {
      const { showOrder } = await import("./orders.ts");
      end(await showOrder(id, options, process.env.ADMIN_TOKEN));
    });
  command
    .command("refund")
    .description("refund all that is left of an order, or an amount")
    .argument("<id>", "the order")
    .option("--amount <amount>", "in the order's currency, such as 5.00")
    .option("--payment <id>", "one of its payments or renewals")
    .option("--reason <text>", "why, for those who look at the order later")
    .addOption(urlOption())
    .addOption(resultOption())
    .action(async (id: string, options: RefundOptions) => {
      const { refundOrder } = await import("./orders.ts");
      end(await refundOrder(id, options, process.env.ADMIN_TOKEN));
    });
};

const contacts: Register = (program, _, end) => {
  const command = program
    .command("contacts")
    .description("list, show, export and erase the people of a running server");
  command
    .command("list")
    .description("list who left an email, newest first")
    .option("--email <email>", "only this person")
    .option("--before <time>", "only those who left it before, in ISO 8601")
    .option("--limit <count>", "how many")
    .addOption(urlOption())
    .addOption(resultOption())
    .action(async (options: PeopleOptions) => {
      const { listContacts } = await import("./contacts.ts");
      end(await listContacts(options, process.env.ADMIN_TOKEN));
    });
  command
    .command("show")
    .description("show what a person told, bought, was sent and was offered")
    .requiredOption("--email <email>", "the person")
    .addOption(urlOption())
    .addOption(resultOption())
    .action(async (options: PersonOptions) => {
      const { showContact } = await import("./contacts.ts");
      end(await showContact(options, process.env.ADMIN_TOKEN));
    });
  command
    .command("export")
    .description("print everything that is known of a person, to hand it over")
    .requiredOption("--email <email>", "the person")
    .addOption(urlOption())
    .addOption(
      new Option("--format <format>", "the format of the export")
        .choices(["json", "csv"])
        .default("json"),
    )
    .action(async (options: ExportOptions) => {
      const { exportContact } = await import("./contacts.ts");
      end(await exportContact(options, process.env.ADMIN_TOKEN));
    });
  command
    .command("erase")
    .description("delete a person; sums and states of orders are kept")
    .requiredOption("--email <email>", "the person")
    .option("--yes", "do not ask again")
    .addOption(urlOption())
    .addOption(resultOption())
    .action(async (options: EraseOptions) => {
      const { eraseContact } = await import("./contacts.ts");
      end(await eraseContact(options, process.env.ADMIN_TOKEN));
    });
};

const jobs: Register = (program, _, end) =>
  program
    .command("jobs")
    .description(
      "list the dead letters of a running server, try them again, or drop them",
    )
    .argument("[what]", "list, retry or drop", "list")
    .argument("[id]", "the id of one job; without it, all that are meant")
    .option("--queue <name>", "only the jobs of this queue")
    .addOption(urlOption())
    .addOption(resultOption())
    .action(
      async (what: string, id: string | undefined, options: JobsOptions) => {
        const { jobsCommand } = await import("./jobs.ts");
        end(await jobsCommand(what, id, options, process.env.ADMIN_TOKEN));
      },
    );

/** Every command, in the order of the help. What a command does is loaded when it is asked for. */
export const COMMANDS: readonly Register[] = [
  check,
  build,
  dev,
  create,
  routes,
  privacy,
  schema,
  experiments,
  orders,
  contacts,
  jobs,
];

/** Runs a command on its content root; 2 when there is no such folder. */
async function onContent(
  { content }: { readonly content: string },
  command: () => Promise<number>,
): Promise<number> {
  const missing = missingContent(content);
  if (missing === null) return command();
  console.error(missing);
  return 2;
}

function urlOption(): Option {
  return new Option("--url <address>", "the address of the server").default(
    `http://localhost:${process.env.PORT ?? 4173}`,
  );
}

function resultOption(): Option {
  return new Option("--format <format>", "the format of the results")
    .choices(["text", "json"])
    .default("text");
}

function contentOption(): Option {
  return new Option(
    "--content <dir>",
    "the folder that holds the content",
  ).default("funnels");
}
