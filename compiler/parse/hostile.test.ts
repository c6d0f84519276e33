import { describe, expect, test } from "vitest";
import { baseFiles, compileWith, quizText } from "../testing/base-content.ts";

describe("hostile content is refused", () => {
  const info = (keys: string) =>
    quizText(`- { id: hello, page: info, heading: Hello, ${keys} }`);
  const brand = (from: string, to: string) =>
    baseFiles
      .find(({ name }) => name === "demo/brand.yaml")
      ?.text.replace(from, to) ?? "";
  test.each<[string, string, "quiz" | "brand", string]>([
    [
      "a key called __proto__",
      info("__proto__: { polluted: yes }"),
      "quiz",
      "yaml/forbidden-key",
    ],
    [
      "a script link in Markdown",
      info('text: "[x](javascript:alert(1))"'),
      "quiz",
      "url/unsafe",
    ],
    [
      "a script link with a tab in it",
      info('text: "[x](<java\\tscript:alert(1)>)"'),
      "quiz",
      "url/unsafe",
    ],
    ["a data link", info('text: "<data:text/html,x>"'), "quiz", "url/unsafe"],
    [
      "a link to another host without a scheme",
      info('text: "[x](//evil.example)"'),
      "quiz",
      "url/unsafe",
    ],
    [
      "an asset from elsewhere",
      info("picture: ../../other/assets/a.svg"),
      "quiz",
      "asset/outside",
    ],
    [
      "an absolute asset",
      info("picture: /etc/passwd"),
      "quiz",
      "asset/outside",
    ],
    [
      "a remote asset",
      info('picture: "https://evil.example/a.svg"'),
      "quiz",
      "asset/outside",
    ],
    [
      "a variable called __proto__",
      info('text: "{{ __proto__ }}"'),
      "quiz",
      "variable/malformed",
    ],
    [
      "a variable called constructor",
      info('text: "{{ constructor }}"'),
      "quiz",
      "variable/unknown",
    ],
    [
      "a mount on another host",
      info("text: T").replace("/quiz", "//evil.example"),
      "quiz",
      "path/bad-form",
    ],
    [
      "a mount above the root",
      info("text: T").replace("/quiz", "/a/../../etc"),
      "quiz",
      "path/bad-form",
    ],
    [
      "a homepage that is a script",
      brand("https://app.demo.example", "javascript:alert(1)"),
      "brand",
      "url/unsafe",
    ],
    [
      "a colour that ends the style sheet",
      brand('"#1d2129"', '"#fff}</style>"'),
      "brand",
      "schema/wrong-form",
    ],
    [
      "a font that ends the style sheet",
      brand("Figtree Variable", "'x\"}</style>'"),
      "brand",
      "schema/wrong-form",
    ],
    [
      "a font from elsewhere",
      brand("@fontsource-variable/figtree", "@evil/font"),
      "brand",
      "schema/wrong-form",
    ],
  ])("%s", (_, text, file, code) => {
    const { program, diagnostics } = compileWith({
      name: `demo/${file}.yaml`,
      text,
    });
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toContain(code);
    expect(program).toBeNull();
  });
});
