import { expect, test } from "vitest";
import { compileWith, quizText } from "../testing/base-content.ts";

/** What is said of the numbers in a text. */
function found(said: string): string[] {
  const text = quizText(
    `- { id: mood, ask: How are you?, options: [Good, Bad] }\n- { id: help, page: info, heading: Help, text: ${JSON.stringify(said)} }`,
  );
  const { diagnostics } = compileWith({ name: "demo/quiz.yaml", text });
  return diagnostics.flatMap(({ code, message }) =>
    code === "danger/other-country" ? [message.replace(/ .*/, "")] : [],
  );
}

const call = (number: string) => `[${number}](tel:${number})`;

test.each([
  `${call("988")} in the US and Canada, ${call("116123")} in the UK and Ireland.`,
  `**UK, Ireland**: ${call("999")}`,
  `Northern Ireland: ${call("999")} or ${call("112")}`,
  `Call us at ${call("911")}.`,
  `If you are in danger, call ${call("911")} (US, Canada), ${call("999")} (UK) or ${call("112")} (Europe), and go.`,
  `In Europe as in America, somebody answers at ${call("112")} or ${call("911")}.`,
  `In the US: ${call("988")}.\nElsewhere: [a list](https://lines.example).`,
  `In the UK, call [0808 2000 247](tel:08082000247).`,
  `Australia: ${call("000")}; New Zealand: ${call("111")}`,
])("right: %s", (said) => {
  expect(found(said)).toEqual([]);
});

test.each([
  [`UK: ${call("988")}`, ["988"]],
  [`- **UK and Ireland**: Samaritans, **${call("988")}**`, ["988"]],
  [`${call("116123")} in the US and Canada, by call or text`, ["116123"]],
  [`- US: ${call("911")}\n- EU: ${call("999")}`, ["999"]],
  [`Call ${call("911")} in the US, ${call("988")} in the UK.`, ["988"]],
])("wrong: %s", (said, numbers) => {
  expect(found(said)).toEqual(numbers);
});
