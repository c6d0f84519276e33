import { formatMoney } from "../checkout/money.ts";
import type { Sent, ToldMessage } from "../db/person-messages.ts";
import { inWords, type Table, timeOf } from "./table.ts";
import type { OrderView } from "./view.ts";

/** What happened to an order, as tables under headings. */
export function orderTables(view: OrderView): Readonly<Record<string, Table>> {
  return {
    Payments: payments(view),
    Refunds: refunds(view),
    Disputes: disputes(view),
    "Failed renewals": failures(view),
    "Messages not dealt with": left(view),
    ...sentTables(view),
    "What operators did": actions(view),
  };
}

/** What was sent about an order or to a person, as tables under headings. */
export function sentTables({ mails, messages }: Sent) {
  return {
    "Mails that were sent": {
      heads: ["sent", "name"],
      rows: mails.map(({ mail_id, sent_at }) => [timeOf(sent_at), mail_id]),
    },
    "Messages to receivers": {
      heads: ["written", "kind", "who has it"],
      rows: messages.map((message) => [
        timeOf(message.created_at),
        message.kind,
        whoHas(message),
      ]),
    },
  };
}

/** `crm; waits for books; given up: erp` */
function whoHas({ passed, waiting, given_up }: ToldMessage): string {
  const parts = [
    ["", passed],
    ["waits for ", waiting],
    ["given up: ", given_up],
  ] as const;
  const said = parts.flatMap(([words, names]) =>
    names.length === 0 ? [] : [`${words}${names.join(", ")}`],
  );
  return said.length === 0 ? "nobody" : said.join("; ");
}

function payments({ payments: all }: OrderView): Table {
  return {
    heads: ["payment", "kind", "paid", "amount", "state", "returned", "note"],
    rows: all.map((money) => [
      money.id,
      money.kind,
      timeOf(money.paid_at),
      formatMoney(money.amount, money.currency),
      money.state,
      money.refunded + money.withdrawn === 0
        ? ""
        : formatMoney(money.refunded + money.withdrawn, money.currency),
      [
        ...(money.refund_due ? ["taken once too often"] : []),
        ...(money.isOverdrawn ? ["MORE RETURNED THAN TAKEN"] : []),
      ].join(", "),
    ]),
  };
}

function refunds({ refunds: all }: OrderView): Table {
  return {
    heads: ["refund", "at", "amount", "state", "reason"],
    rows: all.map((refund) => [
      refund.refund_id,
      timeOf(refund.at),
      formatMoney(refund.amount, refund.currency),
      refund.status,
      refund.reason ?? "",
    ]),
  };
}

function disputes({ disputes: all }: OrderView): Table {
  return {
    heads: ["dispute", "told", "amount", "state", "reason"],
    rows: all.map((dispute) => [
      dispute.reference,
      timeOf(dispute.told_at),
      formatMoney(dispute.amount, dispute.currency),
      dispute.state,
      dispute.reason ?? "",
    ]),
  };
}

function failures({ failed_renewals: all }: OrderView): Table {
  return {
    heads: ["renewal", "failed", "amount", "try"],
    rows: all.map((failure) => [
      failure.reference,
      timeOf(failure.failed_at),
      formatMoney(failure.amount, failure.currency),
      String(failure.attempt),
    ]),
  };
}

function left({ messages_left: all }: OrderView): Table {
  return {
    heads: ["message", "received", "type", "why it is left"],
    rows: all.map(({ event_id, type, problem, received_at }) => [
      event_id,
      timeOf(received_at),
      type,
      problem ?? "",
    ]),
  };
}

function actions({ actions: all }: OrderView): Table {
  return {
    heads: ["begun", "action", "ended"],
    rows: all.map(({ action, begun_at, outcome }) => [
      timeOf(begun_at),
      action,
      outcome === null ? "not ended" : inWords(outcome),
    ]),
  };
}
