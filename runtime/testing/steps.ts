/** The steps of the fixture's funnel, as a compiler would write them. */
export const steps = [
  step(
    "gender",
    "single",
    {
      ask: "Who are you?",
      options: [option("female", "Woman"), option("male", "Man")],
      layout: "list",
    },
    {
      path: "start",
      progress: 0,
      edges: [to("cycle", is("gender", "female")), to("habits")],
    },
  ),
  step(
    "cycle",
    "single",
    {
      ask: "Regular?",
      options: [option("yes", "Yes"), option("no", "No")],
      layout: "list",
    },
    { path: "2-cycle", progress: 0.1, edges: [to("habits")] },
  ),
  step(
    "habits",
    "multi",
    {
      ask: "Which?",
      options: [
        option("late", "Late nights", 2),
        option("phone", "My phone", 3),
        option("tea", "Tea"),
      ],
      layout: "list",
      min: 1,
      none: "None of these",
      button: "Continue",
      score: "drift",
    },
    { path: "3-habits", progress: 0.2, edges: [to("rating")] },
  ),
  step(
    "rating",
    "scale",
    {
      ask: "How often?",
      from: 1,
      to: 5,
      low: "never",
      high: "always",
      score: "drift",
    },
    { path: "4-rating", progress: 0.4, edges: [to("minutes")] },
  ),
  step(
    "minutes",
    "slider",
    {
      ask: "How long?",
      min: 5,
      max: 60,
      step: 5,
      unit: "minutes",
      singular: "minute",
      low: "5",
      high: "60",
      button: "Go",
    },
    { path: "5-minutes", progress: 0.5, edges: [to("weight")] },
  ),
  step(
    "weight",
    "number",
    { ask: "Weight?", measure: "weight", min: 35, max: 250, button: "Go" },
    { path: "6-weight", progress: 0.6, edges: [to("birthday")] },
  ),
  step(
    "birthday",
    "date",
    { ask: "Born?", latest: "today", button: "Go" },
    { path: "7-birthday", progress: 0.7, edges: [to("name")] },
  ),
  step(
    "name",
    "text",
    {
      ask: "Name?",
      label: "Your name",
      autocomplete: "given-name",
      maxLength: 20,
      contact: "name",
      button: "Go",
    },
    { path: "8-name", progress: 0.8, edges: [to("email")] },
  ),
  step(
    "email",
    "registration",
    {
      heading: "Your email",
      fields: ["email"],
      privacy: "Private.",
      button: "Go",
    },
    { path: "9-email", progress: 0.9, edges: [to("oto")] },
  ),
  step(
    "oto",
    "offer",
    {
      heading: "Your plan",
      sections: [],
      page_type: "A",
      showClock: true,
      titleType: "a",
      type: "a",
      button: "Get my plan",
      declineLabel: "No, thanks",
    },
    {
      guards: ["prerequisites", "visitor-loaded"],
      needs: [
        { kind: "answer", id: "gender", from: "gender" },
        { kind: "contact", id: "email", from: "email" },
      ],
      edges: [to("upsell", null, "accept"), to("thanks", null, "decline")],
    },
  ),
  step(
    "upsell",
    "upsell",
    {
      heading: "One more",
      product: "extra",
      sections: [],
      acceptLabel: "Yes",
      declineLabel: "No",
    },
    {
      edges: [
        to("thanks", null, "accept"),
        to("thanks", null, "decline"),
        to("oto", null, "failed"),
      ],
    },
  ),
  step("thanks", "thank-you", {
    heading: "Thank you",
    empty: "Nothing.",
    sections: [],
    accessLabel: "Open",
  }),
];

function step(id: string, page: string, props: object, more: object = {}) {
  return {
    id,
    page,
    pattern: id,
    path: id,
    title: id,
    description: null,
    props,
    variant: null,
    guards: [],
    needs: [],
    basis: null,
    edges: [],
    progress: null,
    personal: false,
    sensitive: "no",
    ...more,
  };
}

function option(value: string, label: string, points = 0) {
  return { value, label, points };
}

function to(id: string, when: object | null = null, on = "next") {
  return { on, to: id, when };
}

function is(id: string, ...values: string[]) {
  return { kind: "answer", step: id, in: values };
}
