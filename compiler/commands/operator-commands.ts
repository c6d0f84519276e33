import { type Command, Option } from "commander";
import type { BackupOptions } from "./backup.ts";
import type { ListOptions, PrintOptions } from "../workspace/ask-server.ts";
import type { EraseOptions, ExportOptions, PersonOptions } from "./contacts.ts";
import type { VisitsOptions } from "./visits.ts";
import type { ExperimentsOptions } from "./experiments.ts";
import { commandWithId } from "./id-command.ts";
import type { JobsOptions } from "./jobs.ts";
import type {
  OrdersOptions,
  RefundOptions,
  ResendOptions,
  SettleOptions,
} from "./orders.ts";
import type { Register } from "./register.ts";
import { orderName } from "./typed.ts";

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

const visits: Register = (program, _, end) =>
  program
    .command("visits")
    .description(
      "print how far the visitors of a running server come, and where they leave",
    )
    .argument("[funnel]", "only this funnel, such as calm/adhd")
    .option("--since <day>", "the first day, in UTC (default: six days ago)")
    .option("--before <day>", "the first day behind the last one")
    .addOption(urlOption())
    .addOption(resultOption())
    .action(async (funnel: string | undefined, options: VisitsOptions) => {
      const { visitsCommand } = await import("./visits.ts");
      end(await visitsCommand(funnel, options, process.env.ADMIN_TOKEN));
    });

const orders: Register = (program, _, end) => {
  const command = program
    .command("orders")
    .description(
      "list, show, refund, cancel, resend and settle orders of a running server",
    );
  listed(command.command("list"))
    .description("list orders, newest first")
    .option("--state <state>", "only orders in this state, such as disputed")
    .action(async (options: OrdersOptions) => {
      const { listOrders } = await import("./orders.ts");
      end(await listOrders(options, process.env.ADMIN_TOKEN));
    });
  commandWithId(command, "show")
    .description("show all that was paid, refunded and disputed of an order")
    .argument(
      "<id>",
      "the order, or the `checkout` of a line of the log",
      orderName,
    )
    .addOption(urlOption())
    .addOption(resultOption())
    .action(async (id: string, options: PrintOptions) => {
      const { showOrder } = await import("./orders.ts");
      end(await showOrder(id, options, process.env.ADMIN_TOKEN));
    });
  orderChanges(command, end);
  commandWithId(command, "messages")
    .description("list messages of providers that were not dealt with")
    .argument("[what]", "list, or drop one that somebody has looked at", "list")
    .argument("[id]", "the name of the message")
    .addOption(urlOption())
    .addOption(resultOption())
    .action(
      async (what: string, id: string | undefined, options: PrintOptions) => {
        const { leftMessages } = await import("./orders.ts");
        end(await leftMessages(what, id, options, process.env.ADMIN_TOKEN));
      },
    );
  commandWithId(command, "resend")
    .description("send the receipt of an order again, or what else was sent")
    .argument("<id>", "the order", orderName)
    .option("--to <receiver>", "to a receiver of messages, not by mail")
    .option("--kind <kind>", "only these messages, such as payment.refunded")
    .addOption(urlOption())
    .addOption(resultOption())
    .action(async (id: string, options: ResendOptions) => {
      const { resendOrder } = await import("./orders.ts");
      end(await resendOrder(id, options, process.env.ADMIN_TOKEN));
    });
};

/** What changes an order, or says what became of it. */
function orderChanges(command: Command, end: Parameters<Register>[2]): void {
  commandWithId(command, "refund")
    .description("refund all that is left of an order, or an amount")
    .argument("<id>", "the order", orderName)
    .option("--amount <amount>", "in the order's currency, such as 5.00")
    .option("--payment <id>", "one of its payments or renewals")
    .option("--reason <text>", "why, for those who look at the order later")
    .option("--despite-dispute", "although the buyer's bank was asked for it")
    .addOption(urlOption())
    .addOption(resultOption())
    .action(async (id: string, options: RefundOptions) => {
      const { refundOrder } = await import("./orders.ts");
      end(await refundOrder(id, options, process.env.ADMIN_TOKEN));
    });
  commandWithId(command, "cancel")
    .description("end the plan of an order when what is paid for is over")
    .argument("<id>", "the order", orderName)
    .addOption(urlOption())
    .addOption(resultOption())
    .action(async (id: string, options: PrintOptions) => {
      const { cancelOrder } = await import("./orders.ts");
      end(await cancelOrder(id, options, process.env.ADMIN_TOKEN));
    });
  commandWithId(command, "settle")
    .description("say what became of an order that its provider cannot say")
    .argument("<id>", "the order", orderName)
    .option("--paid <transaction>", "it was paid, by the transaction it names")
    .option("--unpaid", "nothing was taken")
    .addOption(urlOption())
    .addOption(resultOption())
    .action(async (id: string, options: SettleOptions) => {
      const { settleOrder } = await import("./orders.ts");
      end(await settleOrder(id, options, process.env.ADMIN_TOKEN));
    });
}

const contacts: Register = (program, _, end) => {
  const command = program
    .command("contacts")
    .description("list, show, export and erase the people of a running server");
  listed(command.command("list"))
    .description("list who left an email, newest first")
    .action(async (options: ListOptions) => {
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
  command
    .command("erase-again")
    .description("delete whom a log says were erased, after a restore")
    .requiredOption("--log <file>", "the server's log since the backup")
    .addOption(urlOption())
    .addOption(resultOption())
    .action(async (options: PrintOptions & { readonly log: string }) => {
      const { eraseAgain } = await import("./contacts.ts");
      end(await eraseAgain(options, process.env.ADMIN_TOKEN));
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

const backup: Register = (program, _, end) =>
  program
    .command("backup")
    .description("write the embedded database of a running server into a file")
    .requiredOption("--out <file>", "the file, such as backup.tar.gz")
    .addOption(urlOption())
    .action(async (options: BackupOptions) => {
      const { backupCommand } = await import("./backup.ts");
      end(await backupCommand(options, process.env.ADMIN_TOKEN));
    });

const restore: Register = (program, checkout, end) =>
  program
    .command("restore")
    .description("make the embedded database in DATA_DIR from a backup")
    .argument("<file>", "what `funnels backup` wrote")
    .action(async (file: string) => {
      const { restoreCommand } = await import("./backup.ts");
      end(await restoreCommand(file, checkout));
    });

/** What asks a running server; all of it needs its `ADMIN_TOKEN`. */
export const OPERATOR_COMMANDS: readonly Register[] = [
  experiments,
  visits,
  orders,
  contacts,
  jobs,
  backup,
  restore,
];

/** What every list is asked for. */
function listed(command: Command): Command {
  return command
    .option("--email <email>", "only this person")
    .option("--brand <brand>", "only this brand")
    .option("--since <time>", "nothing older, in ISO 8601")
    .option("--before <time>", "only what is older, in ISO 8601")
    .option("--limit <count>", "how many")
    .addOption(urlOption())
    .addOption(
      new Option("--format <format>", "the format of the results; csv: all")
        .choices(["text", "json", "csv"])
        .default("text"),
    );
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
