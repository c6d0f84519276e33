import { expect, test } from "vitest";
import type { Contact } from "./contact.ts";
import { type PendingContact, pendingContactFor } from "./outbox.ts";

const QUIZ = "https://calm.example/quiz/9-email";
const NAME = "https://calm.example/quiz/10-name";
const OTHER = "https://calm.example/quiz-other/5-email";

const pending: PendingContact = {
  event_id: "id-1",
  fields: { email: "a@b.co", name: "A" },
  page: QUIZ,
  sent: false,
};
const sent = { ...pending, sent: true };

/** What becomes of an earlier one when a page gives an email, a name or both. */
function next(
  earlier: PendingContact | null,
  page: string,
  given: { email?: string; name?: string },
  fields: Contact = { ...earlier?.fields, ...given },
) {
  return pendingContactFor(earlier, { fields, page }, given, () => "id-2");
}

test.each([pending, sent])(
  "the same fields of the same page are the same pending contact: $sent",
  (earlier) => {
    const given = { name: "A", email: "a@b.co" };
    expect(next(earlier, QUIZ, given, given)).toBe(earlier);
    expect(next(earlier, `${QUIZ}?utm_source=late`, given)).toBe(earlier);
  },
);

test("other fields are another one", () => {
  expect(next(sent, QUIZ, { email: "b@b.co" })).toEqual({
    event_id: "id-2",
    fields: { email: "b@b.co", name: "A" },
    page: QUIZ,
    sent: false,
  });
  const fewer = { email: "a@b.co" };
  expect(next(sent, QUIZ, fewer, fewer).event_id).toBe("id-2");
});

test("what another page asked for is told of that page, though it says the same", () => {
  const told = { ...pending, event_id: "id-2", page: OTHER };
  expect(next(sent, OTHER, { email: "a@b.co" })).toEqual(told);
  expect(next(pending, OTHER, { email: "a@b.co" })).toEqual(told);
});

test("a name that follows while the email waits leaves the email where it was left", () => {
  expect(next(pending, NAME, { name: "B" })).toMatchObject({
    event_id: "id-2",
    fields: { email: "a@b.co", name: "B" },
    page: QUIZ,
  });
  expect(next(pending, NAME, { name: "A" })).toBe(pending);
  expect(next(sent, NAME, { name: "B" }).page).toBe(NAME);
  const unnamed = { ...pending, fields: { name: "A" } };
  expect(next(unnamed, NAME, { name: "B" }).page).toBe(NAME);
});
