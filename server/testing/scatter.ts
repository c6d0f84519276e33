import { randomUUID } from "node:crypto";
import { emailHolder } from "../db/persons.ts";
import type { Buyer } from "./buyer.ts";
import type { TestServer } from "./server.ts";

type Server = Pick<TestServer, "db" | "clock">;

/** Puts an email wherever there is room for one. */
export async function scatter(server: Server, buyer: Buyer): Promise<void> {
  await scatterPerson(server, buyer);
  await scatterVisit(server, buyer);
  await scatterMoney(server, buyer);
  await scatterAfterSale(server, buyer);
}

/** What is kept by the address. */
export async function scatterPerson(
  { db, clock }: Server,
  { email, id, session }: Pick<Buyer, "email" | "id" | "session">,
): Promise<void> {
  const now = new Date(clock.ms);
  const holder = emailHolder(email.toLowerCase());
  const names = { brand: "calm", holder };
  await db
    .insertInto("auth_tokens")
    .values({
      token_digest: randomUUID(),
      brand: "calm",
      email: email.toLowerCase(),
      created_at: now,
      expires_at: now,
    })
    .execute();
  await db
    .insertInto("rights_requests")
    .values({
      request_id: randomUUID(),
      wanted: "export",
      brand: "calm",
      email: email.toLowerCase(),
      origin: "",
      token_digest: null,
      expires_at: now,
    })
    .execute();
  await db
    .insertInto("countdowns")
    .values({ ...names, funnel: "quiz", ends_at: now, extended: 1 })
    .execute();
  await db
    .insertInto("promo_codes")
    .values({ ...names, promo: "quiz/own", code: "CALM-1", given_at: now })
    .execute();
  await db
    .insertInto("unsubscribe_links")
    .values({
      ...names,
      token_digest: randomUUID(),
      mail_id: "x",
      made_at: now,
      used_at: now,
    })
    .execute();
  await db
    .insertInto("promo_uses")
    .values([
      { ...names, promo: "quiz/own", checkout_id: id },
      {
        ...names,
        holder: `session:${session}`,
        promo: "quiz/own",
        checkout_id: id,
      },
    ])
    .execute();
}

/** What is kept by the session. */
async function scatterVisit(
  { db, clock }: Server,
  { email, session }: Buyer,
): Promise<void> {
  const now = new Date(clock.ms);
  await db
    .insertInto("preview_jobs")
    .values({
      job_id: randomUUID(),
      session_id: session,
      device_id: "phone",
      status: "failed",
      styles: null,
      prompt: email,
      photo: null,
      picture: null,
      created_at: now,
      finished_at: now,
    })
    .execute();
  await db
    .insertInto("idempotency_keys")
    .values({
      session_id: session,
      key: randomUUID(),
      body_digest: "x",
      answer: JSON.stringify({ email }),
      started_at: now,
    })
    .execute();
  const { visitor_id } = await db
    .selectFrom("sessions")
    .select("visitor_id")
    .where("session_id", "=", session)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("consents")
    .values({
      session_id: session,
      event_id: randomUUID(),
      visitor_id,
      brand: "calm",
      version: 1,
      purposes: JSON.stringify(["measurement"]),
      chosen_at: now,
      stored_at: now,
    })
    .execute();
  await db
    .updateTable("quotes")
    .set({ fbp: email })
    .where("session_id", "=", session)
    .execute();
}

/** What is kept by the order. */
async function scatterMoney(
  { db, clock }: Server,
  { email, id }: Buyer,
): Promise<void> {
  const now = new Date(clock.ms);
  await db
    .updateTable("checkouts")
    .set({
      email,
      details: JSON.stringify({ note: email }),
      card_token: `token of ${email}`,
      provider_page: `https://pay.example/?email=${email}`,
      return_path: `/quiz?email=${email}`,
    })
    .where("checkout_id", "=", id)
    .execute();
  await db
    .insertInto("gifts")
    .values({
      gift_id: id,
      token: id,
      checkout_id: id,
      brand: "calm",
      places: 1,
      made_at: now,
    })
    .execute();
  await db
    .insertInto("gift_openings")
    .values({
      gift_id: id,
      opening: 1,
      email: email.toLowerCase(),
      opened_at: now,
    })
    .execute();
}

/** What is told of the order afterwards, and done about it. */
async function scatterAfterSale(
  { db, clock }: Server,
  { email, id }: Buyer,
): Promise<void> {
  const now = new Date(clock.ms);
  await db
    .insertInto("outbox")
    .values({
      message_id: randomUUID(),
      kind: "payment.refunded",
      payload: JSON.stringify({ checkout_id: id, amount: 5, email }),
      created_at: now,
      place: null,
    })
    .execute();
  await db
    .insertInto("disputes")
    .values({
      provider: "stripe",
      reference: randomUUID(),
      state: "open",
      told_at: now,
      checkout_id: id,
      transaction: null,
      amount: 999,
      withdrawn: 0,
      currency: "USD",
      reason: `told by ${email}`,
      at: now,
    })
    .execute();
  await db
    .insertInto("refunds")
    .values({
      refund_id: randomUUID(),
      status: "requested",
      checkout_id: id,
      transaction: null,
      amount: 1,
      currency: "USD",
      reference: null,
      reason: `${email} asked`,
      at: now,
    })
    .execute();
  await db
    .insertInto("operator_actions")
    .values({
      action_id: randomUUID(),
      action: "orders.refund",
      subject: id,
      asked: JSON.stringify({ reason: `for ${email}` }),
      outcome: JSON.stringify({ said: email }),
      begun_at: now,
      ended_at: now,
    })
    .execute();
}
