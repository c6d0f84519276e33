import { describe, expect, test } from "vitest";
import { compileWith, quizText } from "../testing/base-content.ts";

function found(questions: string, pages = "", head = ""): string[] {
  const text = quizText(questions, pages, head);
  const { diagnostics } = compileWith({ name: "demo/quiz.yaml", text });
  return diagnostics.map(({ code, message }) => `${code}: ${message}`);
}

const MOOD = `- { id: mood, ask: How are you?, options: [{ label: Good, value: good }, { label: Bad, value: bad }] }`;

describe("sensible funnels", () => {
  test.each([
    [
      "a name that is asked on both branches",
      `- { id: mood, ask: How are you?, options: [{ label: Good, value: good, to: hers }, { label: Bad, value: bad, to: his }] }
- { id: hers, page: text, ask: Your name?, contact: name, next: hello }
- { id: his, page: text, ask: And you are?, contact: name }
- { id: hello, page: info, heading: "Hello, {{ name }}" }`,
    ],
    [
      "an answer that is quoted to those who were asked for it",
      `${MOOD}
- { id: why, ask: Why is that?, when: { mood: bad }, options: [Rain, Work] }
- { id: help, page: info, when: { mood: bad }, heading: "{{ why }} passes" }`,
    ],
    [
      "two conditions that leave nobody out",
      `${MOOD}
- { id: a, page: text, ask: Your name?, contact: name, when: { mood: good } }
- { id: b, page: text, ask: Your name then?, contact: name, when: { not: { mood: good } } }
- { id: hello, page: info, heading: "Hello, {{ name }}" }`,
    ],
    [
      "a number that is told apart twice",
      `- { id: age, page: number, ask: How old are you?, min: 10, max: 99 }
- { id: school, ask: Which school?, when: { age: { atMost: 17 } }, options: [Day, Evening] }
- { id: work, ask: Which work?, when: { age: { atLeast: 18 } }, options: [Day, Night] }
- { id: day, page: info, when: { age: { atMost: 17 } }, heading: "{{ school }}" }
- { id: night, page: info, when: { age: { atLeast: 18 } }, heading: "{{ work }}" }`,
    ],
    [
      "two ways between which lies no number that is taken",
      `- { id: cups, page: number, ask: How many?, min: 0, max: 9, next: [{ to: few, when: { cups: { atMost: 5 } } }, { to: many, when: { cups: { atLeast: 6 } } }] }
- { id: few, page: info, heading: Few, next: tall }
- { id: many, page: info, heading: Many }
- { id: tall, page: number, measure: height, ask: How tall?, min: 120, max: 220, next: [{ to: low, when: { tall: { atMost: 170 } } }, { to: high, when: { tall: { atLeast: 170.1 } } }] }
- { id: low, page: info, heading: Low, next: end }
- { id: high, page: info, heading: High }
- { id: end, page: info, heading: End }`,
    ],
    [
      "the same where a number has no first one",
      `- { id: cups, page: number, ask: How many?, next: [{ to: few, when: { cups: { atMost: 5 } } }, { to: many, when: { cups: { atLeast: 6 } } }] }
- { id: few, page: info, heading: Few, next: thank-you }
- { id: many, page: info, heading: Many }`,
    ],
    [
      "several answers, one of which is asked about",
      `- { id: pulls, page: multi, ask: What pulls you?, options: [{ label: Phone, value: phone }, { label: Noise, value: noise }], none: None }
- { id: app, ask: Which app?, when: { pulls: phone }, options: [Mail, Chat] }
- { id: one, page: info, when: { pulls: phone, not: { not: { pulls: noise } } }, heading: "{{ app }} and noise" }`,
    ],
  ])("%s", (_, questions) => {
    expect(found(questions)).toEqual([]);
  });

  test("a section that quotes an answer to those who gave it", () => {
    const pages = `- path: 3-report
  page: report
  heading: Your day
  sections:
    - { section: text, when: { mood: bad }, heading: "{{ why }}", text: It passes. }
    - { section: text, when: { mood: good }, heading: Good, text: Keep it. }`;
    const why = `- { id: why, ask: Why is that?, when: { mood: bad }, options: [Rain, Work] }`;
    expect(found(`${MOOD}\n${why}`, pages)).toEqual([]);
  });

  test("the same in a point of a section that others see as well", () => {
    const page = (point: string) => `- path: 3-report
  page: report
  heading: Your day
  sections:
    - section: bullets
      items: [Always, { text: "You said {{ why }}", when: { ${point} } }]`;
    const why = `- { id: why, ask: Why is that?, when: { mood: bad }, options: [{ label: Rain, value: rain }, Work] }`;
    expect(found(`${MOOD}\n${why}`, page("why: rain"))).toEqual([]);
    expect(found(`${MOOD}\n${why}`, page("mood: bad"))).toEqual([]);
    expect(found(`${MOOD}\n${why}`, page("mood: good"))).toEqual([
      'variable/may-be-missing: a visitor can get here before "why" is known: mood "Good" → report',
    ]);
  });

  test("the same among so many sections that there are too many ways to go them all", () => {
    const ids = [..."abcdefghi"].map((letter) => `of-${letter}`);
    const sections = ids.flatMap((id) =>
      ["yes", "no"].map(
        (value) =>
          `    - { section: text, when: { ${id}: ${value} }, heading: "${id} ${value}", text: So it is. }`,
      ),
    );
    const page = (why: string) => `- path: 12-report
  page: report
  heading: Your day
  text: What you have told us.
  sections:
    - { section: text, when: { ${why} }, heading: "{{ why }}", text: It passes. }
${sections.join("\n")}`;
    const asked = ids.map(
      (id) =>
        `- { id: ${id}, ask: "And ${id}?", options: [{ label: Oh yes, value: yes }, { label: Oh no, value: no }, Perhaps] }`,
    );
    const questions = `${MOOD}
- { id: why, ask: Why is that?, when: { mood: bad }, options: [Rain, Work] }
${asked.join("\n")}`;
    expect(found(questions, page("mood: bad"))).toEqual([]);
    expect(found(questions, page("of-i: yes"))).toEqual([
      'variable/may-be-missing: a visitor can get here before "why" is known: mood "Good" → of-i "Oh yes" → report',
    ]);
  });

  test("an answer that is quoted where too much decides together who sees it", () => {
    const options = [..."abcdef"].map(
      (one) => `{ label: L${one}, value: ${one}${one} }`,
    );
    const ids = ["one", "two", "three", "four"];
    const asked = ids.map(
      (id) =>
        `- { id: ${id}, page: multi, ask: "And ${id}?", options: [${options.join(", ")}] }`,
    );
    const pairs = [..."abcdef"].flatMap((one) => [
      `{ one: ${one}${one}, three: ${one}${one} }`,
      `{ two: ${one}${one}, four: ${one}${one} }`,
    ]);
    const when = `when: { any: [${pairs.join(", ")}] }`;
    const quoted = `- path: 6-report
  page: report
  heading: Your day
  sections:
    - { section: text, heading: Today, text: It passes. }
    - { section: text, ${when}, heading: "{{ why }}", text: It passes. }`;
    const why = `- { id: why, ask: Why is that?, ${when}, options: [Rain, Work] }`;
    const said = found(`${asked.join("\n")}\n${why}`, quoted);
    expect(said).toEqual([expect.stringMatching(/^flow\/not-proved: /)]);
  });

  test("an offer after another one that was declined sells the same", () => {
    const offer = (id: string, accept: string, decline: string, more = "") =>
      `- path: ${id}
  page: offer
  heading: ${id}
  sections: [{ section: plans, plans: [{ product: plan, label: Four weeks }${more}] }]
  accept: ${accept}
  decline: ${decline}`;
    const pages = (
      first: string,
    ) => `- { path: 2-email, page: registration, heading: Which email? }
${first}
${offer("later", "thank-you", "thank-you")}`;
    const declined = pages(offer("oto", "thank-you", "later"));
    expect(found(MOOD, declined)).toEqual([]);
    // Of several plans, nobody knows which was bought.
    const other = ", { product: small, label: One week }";
    expect(found(MOOD, pages(offer("oto", "later", "later", other)))).toEqual(
      [],
    );
    expect(found(MOOD, pages(offer("oto", "later", "later")))).toEqual([
      'product/sold-twice: "later" sells "plan" to visitors who have bought it: oto (accept) → later',
    ]);
  });
});

test("a recap shows nothing to those who were not asked, whatever is asked", () => {
  const recap = (id: string) => `- path: 5-report
  page: report
  heading: Your day
  sections: [{ section: recap, items: [{ label: Yours, question: ${id} }] }]`;
  const asked = (when: string) => `${MOOD}
- { id: cups, page: number, ask: How many?${when} }
- { id: words, page: text, ask: In your words?${when} }
- { id: day, page: date, ask: Since when?${when} }`;
  for (const id of ["cups", "words", "day"]) {
    expect(found(asked(""), recap(id))).toEqual([]);
    expect(found(asked(", when: { mood: bad }"), recap(id))).toEqual([
      'section/none-shown: a visitor can come to "report" and see nothing below its headline: mood "Good" → report',
    ]);
  }
});

test("a recap of what nobody who comes there was asked shows nothing", () => {
  const why = `- { id: why, ask: Why is that?, when: { mood: good }, options: [Luck, Work] }`;
  const page = `- path: 3-report
  page: report
  heading: Your day
  when: { mood: bad }
  sections: [{ section: recap, items: [{ label: Yours, question: why }] }]`;
  expect(found(`${MOOD}\n${why}`, page)).toEqual([
    'section/none-shown: a visitor can come to "report" and see nothing below its headline: mood "Bad" → report',
  ]);
});

describe("ways out of a question with many answers", () => {
  const letters = [..."abcdefg"];
  const options = letters.map((one) => `{ label: L${one}, value: ${one} }`);
  const waysOf = (some: readonly string[]) =>
    some.map((one) => `{ to: r${one}, when: { m: ${one} } }`).join(", ");
  const pages = letters.map(
    (one) =>
      `- { id: r${one}, page: info, heading: "Of ${one}", next: thank-you }`,
  );
  const quiz = (ways: readonly string[]) =>
    `- { id: m, page: multi, ask: Which?, options: [${options.join(", ")}], next: [${waysOf(ways)}] }\n${pages.join("\n")}`;

  test("one for each leaves nobody out", () => {
    expect(found(quiz(letters))).toEqual([
      expect.stringMatching(/^flow\/not-proved: /),
    ]);
  });

  test("one for each but the last leaves out who chooses that alone", () => {
    expect(found(quiz(letters.slice(0, -1)))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^flow\/dead-end: /)]),
    );
  });
});

test("a question that can be left empty is looked at with its bounds", () => {
  const pulls = `- { id: pulls, page: multi, ask: What pulls you?, min: 0, max: 1, options: [{ label: Phone, value: phone }, { label: Noise, value: noise }] }`;
  const page = (id: string, when: string) =>
    `- { id: ${id}, page: info, when: ${when}, heading: "{{ pulls }}" }`;
  const said = found(`${pulls}
${page("some", "{ pulls: [phone, noise] }")}
${page("none", "{ not: { pulls: [phone, noise] } }")}
${page("both", "{ pulls: phone, not: { not: { pulls: noise } } }")}`);
  expect(said).toEqual([
    'variable/may-be-missing: a visitor can get here before "pulls" is known: pulls "nothing" → none',
    'flow/never-shown: no visitor ever sees "both": no answers match its conditions',
  ]);
});

test("the shortest way is given, with the answers that decide", () => {
  expect(
    found(`${MOOD}
- { id: sleep, ask: How did you sleep?, options: [Well, Badly] }
- { id: why, ask: Why is that?, when: { mood: bad }, options: [Rain, Work] }
- { id: help, page: info, heading: "{{ why }} passes" }`),
  ).toEqual([
    'variable/may-be-missing: a visitor can get here before "why" is known: mood "Good" → help',
  ]);
});

test("what an earlier step has decided is never so behind it", () => {
  expect(
    found(`- { id: mood, ask: How are you?, options: [{ label: Good, value: good, to: fine }, { label: Bad, value: bad }] }
- { id: why, ask: Why is that?, options: [{ label: Rain, value: rain }, { label: Work, value: work }] }
- { id: glad, page: info, when: { mood: good }, heading: Glad }
- { id: fine, page: info, heading: Fine }`),
  ).toEqual([
    'flow/never-shown: no visitor ever sees "glad": no answers match its conditions',
  ]);
});

test("a step behind one that nobody sees is not told as well", () => {
  expect(
    found(`${MOOD}
- { id: long, ask: How long?, when: { mood: good, not: { mood: good } }, options: [{ label: Days, value: days, to: deep }, { label: Weeks, value: weeks }] }
- { id: on, page: info, heading: On, next: fine }
- { id: deep, page: info, heading: Deep }
- { id: fine, page: info, heading: Fine }`),
  ).toEqual([
    'flow/never-shown: no visitor ever sees "long": no answers match its conditions',
  ]);
});

describe("what answers add up to is followed", () => {
  const SCORE = `scores:
  calm:
    label: Calm
    bands:
      - { id: low, upTo: 1, label: Low }
      - { id: some, upTo: 2, label: Some }
      - { id: high, label: High }`;
  const question = (id: string, most: number, more = "") =>
    `- { id: ${id}, ask: "And ${id}?", score: calm${more}, options: [{ label: No, points: 0 }, { label: Yes, points: ${most} }] }`;
  const two = `${question("stop", 1)}\n${question("rest", 2)}`;

  test("a score that nobody has on the way leads nowhere, even if all answers together were enough", () => {
    const both = `${question("stop", 1, ", next: [{ when: { score: { calm: { atLeast: 2 } } }, to: glad }, { to: rest }]")}
${question("rest", 2)}
- { id: glad, page: info, heading: "Calm: {{ band.calm }}" }`;
    expect(found(both, "", SCORE)).toEqual([
      expect.stringMatching(/^flow\/never-taken: /),
    ]);
  });

  test("one that some have leads them on, with the answers that add up to it", () => {
    const why = `- { id: why, ask: Why is that?, when: { score: { calm: { atLeast: 3 } } }, options: [Luck, Work] }`;
    const glad = `- { id: glad, page: info, when: { band: { calm: high } }, heading: "{{ why }} helps" }`;
    expect(found(`${two}\n${why}\n${glad}`, "", SCORE)).toEqual([]);
    const some = glad.replace("calm: high", "calm: [some, high]");
    expect(found(`${two}\n${why}\n${some}`, "", SCORE)).toEqual([
      'variable/may-be-missing: a visitor can get here before "why" is known: stop "No" → rest "Yes" → glad',
    ]);
  });

  test("a band whose total no answers make is never shown, and one that all have always is", () => {
    const stop = question("stop", 2).replace("points: 0", "points: 2");
    const never = `- { id: why, page: info, when: { band: { calm: low } }, heading: "Why, with {{ score.calm }}?" }`;
    // Whoever says No has the band, and is led past the step.
    const led = question("stop", 2).replace("points: 0", "points: 0, to: end");
    const end = `- { id: end, page: info, heading: "{{ score.calm }}" }`;
    expect(found(`${led}\n${never}\n${end}`, "", SCORE)).toEqual(
      expect.arrayContaining([
        'flow/never-shown: no visitor ever sees "why": no answers match its conditions',
      ]),
    );
    const always = never.replace("low", "some");
    expect(found(`${stop}\n${always}`, "", SCORE)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^flow\/always-shown: /)]),
    );
  });

  const PARTS = [..."abcdefg"].map((one) => `{ label: L${one}, points: 1 }`);
  const BANDS = `scores:
  calm: { label: Calm, bands: [{ id: low, upTo: 3, label: Low }, { id: high, label: High }] }`;
  const WHY = `- { id: why, ask: Why is that?, when: { band: { calm: high } }, options: [Luck, Work] }`;
  const report = (band: string) => `- path: 3-report
  page: report
  heading: Your day
  sections: [{ section: text, text: So it is., when: { band: { calm: low } } }, { section: text, text: "You said {{ why }}", when: { band: { calm: ${band} } } }]`;

  test.each([
    [
      "of seven options",
      `- { id: signs, page: multi, ask: Which?, score: calm, options: [${PARTS.join(", ")}] }`,
    ],
    [
      "of halves",
      `- { id: load, page: slider, ask: How heavy?, min: 0, max: 10, step: 0.5, low: Light, high: Heavy, score: calm }`,
    ],
    [
      "of tenths",
      `- { id: load, ask: How heavy?, score: calm, options: [{ label: Light, points: 0.1 }, { label: Heavy, points: 3.1 }] }`,
    ],
  ])("%s", (_, question) => {
    expect(found(`${question}\n${WHY}`, report("high"), BANDS)).toEqual([]);
    expect(found(`${question}\n${WHY}`, report("low"), BANDS)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^variable\/may-be-missing: .* → report$/),
      ]),
    );
  });

  test("of seven options, also in what nobody may be left without", () => {
    const plans = `- { path: 2-email, page: registration, heading: Which email? }
- { path: oto, page: offer, heading: Yours, sections: [{ section: plans, when: { band: { calm: high } }, plans: [{ product: plan, label: Four weeks }] }], accept: thank-you, decline: thank-you }`;
    const signs = `- { id: signs, page: multi, ask: Which?, score: calm, options: [${PARTS.join(", ")}] }`;
    expect(found(signs, plans, BANDS)).toEqual([
      'offer/sells-nothing: a visitor can come here and find nothing to buy: signs "Lg" → oto',
    ]);
  });

  test("but where it cannot be, nothing is said but that", () => {
    const SCORES = `scores:
  calm: { label: Calm, bands: [{ id: low, upTo: 15, label: Low }, { id: high, label: High }] }
  glad: { label: Glad, bands: [{ id: low, upTo: 15, label: Low }, { id: high, label: High }] }`;
    const asked = ["calm", "glad"].flatMap((score) =>
      [..."abcdefghij"].map(
        (one) =>
          `- { id: ${score}-${one}, ask: "How ${score} of ${one}?", score: ${score}, options: [{ label: Never, points: 0 }, { label: Once, points: 1 }, { label: Often, points: 2 }, { label: Always, points: 3 }] }`,
      ),
    );
    const both = `when: { band: { calm: high, glad: high } }`;
    const why = `- { id: why, ask: Why is that?, ${both}, options: [Luck, Work] }`;
    const page = `- path: 22-report
  page: report
  heading: Your day
  sections: [{ section: text, text: So it is. }, { section: text, text: "You said {{ why }}", ${both} }]`;
    const said = found([...asked, why].join("\n"), page, SCORES);
    expect(said).toEqual([
      expect.stringMatching(/^flow\/not-proved: .*calm-a/),
    ]);
    // The same where the whole page has the condition.
    const mid = `- { id: mid, page: info, heading: And then }`;
    const own = `- { path: 23-report, page: report, heading: "You said {{ why }}", ${both}, sections: [{ section: text, text: So it is. }] }`;
    expect(found([...asked, why, mid].join("\n"), own, SCORES)).toEqual([
      expect.stringMatching(/^flow\/not-proved: /),
    ]);
  });
});
