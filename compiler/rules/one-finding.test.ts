import { describe, expect, test } from "vitest";
import { compileWith, quizText } from "../testing/base-content.ts";

/** What is said of a funnel with these questions and pages: the code and what it is about, in the order of the file. */
function found(questions: string, pages = "", before = ""): string[] {
  const text = quizText(questions, pages, before);
  const { diagnostics } = compileWith({ name: "demo/quiz.yaml", text });
  const lines = text.split("\n");
  return diagnostics.flatMap(({ code, at }) =>
    at.file.endsWith("demo/quiz.yaml")
      ? `${code} ${(lines[at.line - 1] ?? "").slice(at.column - 1, at.endColumn - 1)}`
      : [],
  );
}

const question = (id: string, more = "") =>
  `- { id: ${id}, ask: How is ${id}?, options: [Good, Bad]${more} }`;

describe("a step that nobody comes to", () => {
  const four = (next: string) =>
    ["mood", "sleep", "work", "food"].map((id) =>
      question(id, id === "mood" ? next : ""),
    );

  test("is said of the first alone, not of those behind it", () => {
    expect(found(four(", next: thank-you").join("\n"))).toEqual([
      "flow/unreachable sleep",
    ]);
  });

  test("is said of each behind which the others are", () => {
    const [mood = "", sleep = "", ...more] = four(", next: thank-you");
    const ends = sleep.replace(" }", ", next: thank-you }");
    expect(found([mood, ends, ...more].join("\n"))).toEqual([
      "flow/unreachable sleep",
      "flow/unreachable work",
    ]);
  });

  test("is said once of some that lead to each other alone", () => {
    const questions = [
      question("mood", ", next: thank-you"),
      question("sleep"),
      question(
        "work",
        ", next: [{ to: sleep, when: { work: bad } }, { to: thank-you }]",
      ),
    ];
    expect(
      found(questions.join("\n")).filter((one) =>
        one.startsWith("flow/unreachable"),
      ),
    ).toEqual(["flow/unreachable sleep"]);
  });

  test("is said once of all its addresses", () => {
    const pages =
      "- { path: result, page: report, heading: H, sections: [{ section: text, text: Well. }], aliases: [{ path: other }] }";
    expect(found(question("mood", ", next: thank-you"), pages)).toEqual([
      "flow/unreachable result",
    ]);
  });
});

describe("an offer that some come to without an email", () => {
  const email = (when: string) =>
    `- { path: email, page: registration, heading: Where to?, when: ${when} }`;
  const offer = (path: string, accept: string, decline: string) =>
    `- { path: ${path}, page: downsell, heading: H, product: ${path === "oto" ? "plan" : "small"}, acceptLabel: Take it, accept: ${accept}, decline: ${decline} }`;

  test("is said of the first, not of those that it leads to", () => {
    const pages = [
      email("{ mood: good }"),
      offer("oto", "thank-you", "well"),
      "- { path: well, page: report, heading: H, sections: [{ section: text, text: Well. }] }",
      offer("small", "thank-you", "thank-you"),
    ];
    expect(found(question("mood"), pages.join("\n"))).toEqual([
      "contact/email-not-asked oto",
    ]);
  });

  test("is said of each that is come to by a way of its own", () => {
    const questions =
      "- { id: mood, ask: How are you?, options: [Good, Bad, { label: So so, to: small }] }";
    const pages = [
      email("{ mood: good }"),
      offer("oto", "thank-you", "small"),
      offer("small", "thank-you", "thank-you"),
    ];
    expect(found(questions, pages.join("\n"))).toEqual([
      "contact/email-not-asked oto",
      "contact/email-not-asked small",
    ]);
  });
});

describe("choices of an option set that there is not", () => {
  const set = "optionSets: { moods: [Good, Bad] }";
  const asked = (options: string) =>
    `- { id: mood, ask: How are you?, options: ${options} }\n${question("sleep")}`;
  const report = (when: string) =>
    `- { path: result, page: report, heading: H, sections: [{ section: text, text: A }, { section: text, text: B, when: ${when} }] }`;

  test.each(["mood", '"Good, Bad"'])(
    "are said where they are named: %s",
    (name) => {
      expect(found(asked(name), report("{ mood: good }"), set)).toEqual([
        `option-set/unknown ${name}`,
      ]);
    },
  );

  test("hide no wrong answer of another question", () => {
    expect(
      found(
        asked("mood"),
        report("{ any: [{ mood: good }, { sleep: goood }] }"),
        set,
      ),
    ).toEqual(["option-set/unknown mood", "answer/unknown goood"]);
  });
});

describe("a question whose ends are swapped", () => {
  const jars = (ends: string) =>
    `- { id: jars, page: slider, ask: How many?, ${ends}, unit: jars, singular: jar, low: None, high: All }`;
  const report = (when: string) =>
    `- { path: result, page: report, heading: H, sections: [{ section: text, text: A }, { section: text, text: B, when: ${when} }] }`;

  test.each(["{ jars: { atLeast: 7 } }", "{ jars: 7 }"])(
    "is said there, not in the condition %s",
    (when) => {
      expect(found(jars("min: 15, max: 0"), report(when))).toEqual([
        "question/bounds 0",
      ]);
    },
  );

  test("hides no condition that another question cannot meet", () => {
    const questions = `${jars("min: 15, max: 0")}\n${jars("min: 0, max: 5").replace("id: jars", "id: pots")}`;
    expect(found(questions, report("{ pots: { atLeast: 7 } }"))).toEqual([
      "condition/no-answer 7",
    ]);
  });
});

describe("more choices than there are", () => {
  const several = (help: string, more: string) =>
    `- { id: mood, page: multi, ask: How are you?, help: ${help}, ${more}, options: [Good, Bad, Tired] }`;

  test("are said of the key alone where the text can be right", () => {
    expect(found(several("Up to two.", "max: 9"))).toEqual([
      "question/bounds 9",
    ]);
  });

  test("hide no text that says more than there are, or of the other end", () => {
    expect(found(several("Up to four.", "max: 9"))).toEqual([
      "question/other-count Up to four",
      "question/bounds 9",
    ]);
    expect(found(several("At least two.", "max: 9"))).toEqual([
      "question/other-count At least two",
      "question/bounds 9",
    ]);
  });
});

describe("an offer that sells nothing", () => {
  const page = (path: string, next: string, use = "") =>
    `- { path: ${path}, page: offer, heading: H, sections: [${use}{ section: text, text: A }], accept: ${next}, decline: ${next} }`;
  const code = (products: string) =>
    `codes: { less: { code: LESS-*, off: 10%, products: [${products}] } }`;
  const shared =
    "shared: { plans: { section: plans, plans: [{ product: plan, label: Four weeks }] } }";
  const promo = "- { path: code, page: promo-code, heading: H, code: less }";

  test("is said alone, not of the code for what it should sell", () => {
    const pages = `${promo}\n${page("oto", "thank-you")}`;
    const told = found(question("mood"), pages, `${code("plan")}\n${shared}`);
    expect(told).toEqual(["offer/sells-nothing sections"]);
    expect(found(question("mood"), pages, code("plan"))).toEqual([
      "offer/sells-nothing sections",
    ]);
  });

  test("hides no code for what would not be sold either", () => {
    const pages = `${promo}\n${page("oto", "thank-you")}`;
    const told = found(
      question("mood"),
      pages,
      `${code("plan, small")}\n${shared}`,
    );
    expect(told).toContain("code/no-effect small");
    expect(told).not.toContain("code/no-effect plan");
  });
});

test("answers in danger that come to an offer by one way are one mistake", () => {
  const asked = (more: string) =>
    `- { id: safety, page: multi, sensitive: true, ask: Is any of it true?, none: None, options: [{ label: A, value: a, danger: true }, { label: B, value: b, danger: true }${more}] }`;
  const help =
    "- { id: help, page: info, when: { safety: [a, b] }, urgent: true, heading: Help, text: 'Call [911](tel:911).' }";
  const oto =
    "- { path: oto, page: downsell, heading: H, product: plan, acceptLabel: Take it, accept: thank-you, decline: thank-you }";
  const sold = (questions: string) =>
    found(questions, oto).filter((one) => one.startsWith("danger/sells"));
  expect(sold(`${asked("")}\n${help}`)).toHaveLength(1);
  const other = ", { label: C, value: c, danger: true }";
  expect(sold(`${asked(other)}\n${help}`)).toHaveLength(2);
});

describe("a list below a broken line", () => {
  const broken = `- { id: mood, ask: How are you?, options: [Good, Bad] }
- id: sleep
  when: { mood: good
  ask: How is sleep?
  options: moods
- id: work
  ask: How is work?
  options: [Good, Bad]`;

  test("is not said to be a part of the text above", () => {
    expect(found(broken)).toEqual(["yaml/unclosed-bracket {"]);
  });

  test("hides no list that is indented too far", () => {
    const deep = `${broken.replace("[Good, Bad]`", "")}
- id: food
  ask: How is food?
  options: moods
    - Good`;
    expect(found(deep)).toEqual([
      "yaml/unclosed-bracket {",
      "yaml/indentation -",
    ]);
  });
});

describe("behind a step on which some get stuck", () => {
  const questions = (to: string, last: string) =>
    [
      question("mood"),
      question("sleep", `, next: [{ to: ${to}, when: { mood: good } }]`),
      question("work"),
      question("food", `, when: ${last}`),
    ].join("\n");
  const page =
    "- { path: result, page: report, heading: H, sections: [{ section: text, text: A }, { section: text, text: B, when: { mood: bad } }] }";

  test.each(["work", "food"])(
    "nothing is said of conditions that decide once they go on: to %s",
    (to) => {
      expect(found(questions(to, "{ mood: good }"), page)).toEqual([
        "flow/dead-end sleep",
      ]);
    },
  );

  test("conditions that decide nothing are said all the same", () => {
    expect(found(questions("work", "{ mood: [good, bad] }"), page)).toEqual([
      "flow/dead-end sleep",
      "flow/always-shown { mood: [good, bad] }",
    ]);
  });

  test("so are steps that nobody comes to elsewhere", () => {
    const pages = `- { path: early, page: report, heading: H, next: thank-you, sections: [{ section: text, text: A }] }
- { path: late, page: report, heading: H, sections: [{ section: text, text: A }] }`;
    expect(found(questions("work", "{ mood: good }"), pages)).toEqual([
      "flow/dead-end sleep",
      "flow/unreachable late",
    ]);
  });
});

test("behind a step that leads back, nothing is said of what decides once it leads on", () => {
  const questions = [
    question("mood"),
    "- { id: note, page: info, heading: Well, when: { mood: bad }, next: mood }",
    question("sleep", ", when: { mood: good }"),
    question("work"),
  ].join("\n");
  const page =
    "- { path: result, page: report, heading: H, sections: [{ section: text, text: A, when: { mood: good } }, { section: text, text: B, when: { mood: bad } }] }";
  expect(found(questions, page)).toEqual(["flow/goes-back mood"]);
});

test("behind an offer that returns, nothing is said of what is sold twice", () => {
  const pages = `- { path: result, page: report, heading: H, sections: [{ section: text, text: A }] }
- { path: oto, page: offer, heading: H, sections: [{ section: plans, plans: [{ product: plan, label: A }, { product: small, label: B }] }], accept: more, decline: thank-you }
- { path: more, page: upsell, heading: H, product: small, acceptLabel: Take it, accept: result, decline: thank-you }`;
  expect(found(question("mood"), pages)).toEqual(["flow/offer-returns result"]);
});

describe("a step that leads past the page that asks for the email", () => {
  test("is said of that page, not of what is sent to nobody", () => {
    const info =
      "- { id: word, page: info, heading: A word, next: oto }\n- { id: more, ask: What more?, options: [Good, Bad] }";
    const mail =
      "mails: { contact.stored: { subject: Your plan, text: Here it is., button: Read it, to: well } }";
    const pages = [
      "- { path: email, page: registration, heading: Where to? }",
      "- { path: oto, page: offer, heading: H, sections: [{ section: plans, plans: [{ product: plan, label: Plan }] }], accept: well, decline: well }",
      "- { path: well, page: report, heading: H, text: Your plan is on its way by email., sections: [{ section: text, text: Well. }] }",
    ];
    expect(
      found(`${question("mood")}\n${info}`, pages.join("\n"), mail),
    ).toEqual(["flow/unreachable more"]);
  });
});

describe("a score that is shown before its questions", () => {
  test("is said once of all addresses of a page", () => {
    const scores =
      "scores: { calm: { label: Calm, bands: [{ id: low, upTo: 2, label: Low }, { id: high, label: High }] } }";
    const page =
      "- { path: result, page: report, heading: '{{ score.calm }}', sections: [{ section: text, text: Well. }], aliases: [{ path: other }], next: later }";
    const later =
      "- { path: later, page: scale, ask: How true?, statement: I am calm., low: Not, high: Very, score: calm }";
    expect(
      found(question("mood"), `${page}\n${later}`, scores).filter((one) =>
        one.startsWith("score/"),
      ),
    ).toHaveLength(1);
  });
});

describe("a picture that lies elsewhere", () => {
  test("hides that the one in the folder is shown by nobody", () => {
    const picture = (name: string) =>
      compileWith({
        name: "demo/quiz.yaml",
        text: quizText(
          `${question("mood")}\n- { id: word, page: info, heading: A word, picture: "${name}" }`,
        ),
      }).diagnostics.map(({ code }) => code);
    expect(picture("https://cdn.example/hero.svg")).toEqual(["asset/outside"]);
  });
});

describe("a copy of a funnel under the same address", () => {
  test("is not told of its title as well", () => {
    const text = quizText(
      question("mood"),
      "",
      "description: Two questions about how you are today, and one about tomorrow.",
    );
    const { diagnostics } = compileWith(
      { name: "demo/quiz.yaml", text },
      { name: "demo/quiz-2.yaml", text },
    );
    expect(diagnostics.map(({ code }) => code)).toEqual(["path/duplicate"]);
  });
});

describe("a regular price of the wrong product", () => {
  const brand = (regular: string) =>
    `plans: [{ product: plan, label: Plan, regular: ${regular} }]`;
  const told = (regular: string) =>
    found(
      question("mood"),
      `- { path: oto, page: offer, heading: H, sections: [{ section: countdown, minutes: 9, text: For, ended: Over. }, { section: plans, ${brand(regular)} }], accept: thank-you, decline: thank-you }`,
    );

  test("is said once where it is the plan itself", () => {
    expect(told("plan")).toEqual(["product/regular-price plan"]);
  });
});

describe("a step that leads back for all", () => {
  test("is said of the loop, not of what lies behind it", () => {
    const questions = [
      question("mood"),
      "- { id: word, page: info, heading: A word, next: mood }",
      question("sleep"),
    ];
    expect(found(questions.join("\n"))).toEqual(["flow/endless mood"]);
  });
});

describe("a page that has the name of another one", () => {
  test("is said, not that its own name is gone", () => {
    const page = (path: string) =>
      `- { path: ${path}, page: report, heading: ${path}, sections: [{ section: text, text: Well. }] }`;
    const questions =
      "- { id: mood, ask: How are you?, options: [Good, { label: Bad, to: chart }] }";
    expect(
      found(questions, [page("result"), page("result")].join("\n")),
    ).toEqual(["step/duplicate-id result"]);
  });
});

describe("an answer of danger that leads to an offer", () => {
  test("is said, not that the offer comes too early", () => {
    const questions =
      "- { id: mood, ask: How are you?, options: [Good, { label: Bad, danger: true, to: oto }] }";
    const pages = [
      "- { path: email, page: registration, heading: Where to? }",
      "- { path: oto, page: offer, heading: H, sections: [{ section: plans, plans: [{ product: plan, label: Plan }] }], accept: thank-you, decline: thank-you }",
    ];
    const said = found(questions, pages.join("\n"));
    expect(said.filter((one) => !one.startsWith("sensitive/"))).toEqual([
      "danger/sells true",
    ]);
  });
});

describe("a funnel that asks for no email", () => {
  test("is told of its mail, not of what a page says of it", () => {
    const mail =
      "mails: { contact.stored: { subject: Your plan, text: Here it is., button: Read it, to: result } }";
    const page =
      "- { path: result, page: report, heading: H, text: Your plan is on its way by email., sections: [{ section: text, text: Well. }] }";
    expect(found(question("mood"), page, mail)).toEqual([
      "mail/never-sent contact.stored",
    ]);
  });
});
