/** A wrong text beside what is said about it: `line:column-endColumn code  message / hint`, then notes. */
export const signMistakes: readonly (readonly [string, ...string[]])[] = [
  [
    'a: "foo\nb: 2\n',
    '1:4-8 yaml/unclosed-quote  the quote that opens here is not closed / add " at the end of the text',
  ],
  [
    'a: "foo\nb: "bar"\n',
    '1:4-8 yaml/unclosed-quote  the quote that opens here is not closed / add " at the end of the text',
  ],
  [
    "a:\n  - x: 'foo\n    y: 2\n",
    "2:8-12 yaml/unclosed-quote  the quote that opens here is not closed / add ' at the end of the text; a text with an apostrophe goes in double quotes: \"it's\"",
  ],
  [
    "a: 'tis the season\nb: 1\n",
    "1:4-19 yaml/unclosed-quote  the quote that opens here is not closed / add ' at the end of the text; a text with an apostrophe goes in double quotes: \"it's\"",
  ],
  [
    "a: 'it's'\n",
    '1:4-10 yaml/needs-quotes  a text that goes on after a closing quote must stand in quotes / write "it\'s"',
  ],
  [
    'a: "Hi" she said\n',
    "1:4-17 yaml/needs-quotes  a text that goes on after a closing quote must stand in quotes / write '\"Hi\" she said'",
  ],
  [
    'a: ["it\'s" fine, b]\n',
    "1:5-16 yaml/needs-quotes  a text that goes on after a closing quote must stand in quotes / write '\"it''s\" fine'",
  ],
  [
    "a: [1, 2\nb: 2\n",
    "1:4-5 yaml/unclosed-bracket  [ is not closed / add ] at the end; a text that begins with [ goes in quotes",
  ],
  [
    "a: {x: 1\nb: 2\n",
    "1:4-5 yaml/unclosed-bracket  { is not closed / add } at the end; a text that begins with { goes in quotes",
  ],
  [
    "a: [1, 2}\nb: 2\n",
    "1:4-5 yaml/unclosed-bracket  [ is closed with } / add ] at the end; a text that begins with [ goes in quotes",
    "  1:9 closed here",
  ],
  [
    "a: [1, 2]]\nb: 2\n",
    "1:10-11 yaml/unclosed-bracket  ] closes nothing / delete it, or put the text in quotes if ] belongs to it",
  ],
  [
    "b: ]\n",
    "1:4-5 yaml/unclosed-bracket  ] closes nothing / delete it, or put the text in quotes if ] belongs to it",
  ],
  [
    'a: ["x" "y"]\n',
    "1:9-10 yaml/missing-comma  a comma is missing between two items in brackets / write [one, two] or { one: 1, two: 2 }; put a text with a colon in quotes",
  ],
  [
    "a: { b: 1 c: 2 }\n",
    "1:9-16 yaml/missing-comma  a comma is missing between two items in brackets / write [one, two] or { one: 1, two: 2 }; put a text with a colon in quotes",
  ],
  [
    "a: [1,,2]\n",
    "1:7-8 yaml/missing-comma  there is nothing before this comma / delete the comma, or write what should stand before it",
  ],
  [
    "a: 1\nb: 2\na: 3\n",
    '3:1-2 yaml/duplicate-key  "a" is given twice / keep one of the two',
    "  1:1 first here",
  ],
  [
    "a: { x: 1, x: 2 }\n",
    '1:12-13 yaml/duplicate-key  "x" is given twice / keep one of the two',
    "  1:6 first here",
  ],
  [
    "a: He said: no # note\nb: 1\n",
    '1:4-15 yaml/needs-quotes  a text with ": " inside must stand in quotes / write "He said: no"',
  ],
  [
    "a:\n  - Yes: I do: very\n",
    '2:10-20 yaml/needs-quotes  a text with ": " inside must stand in quotes / write "I do: very"',
  ],
  [
    'a: "Hi": she said\n',
    '1:4-18 yaml/needs-quotes  a text with ": " inside must stand in quotes / write \'"Hi": she said\'',
  ],
  [
    "a: @foo\n",
    '1:4-8 yaml/needs-quotes  a text that begins with @ must stand in quotes / write "@foo"',
  ],
  [
    "a: `foo`\n",
    '1:4-9 yaml/needs-quotes  a text that begins with ` must stand in quotes / write "`foo`"',
  ],
  [
    "a: % of all\n",
    '1:4-12 yaml/needs-quotes  a text that begins with % must stand in quotes / write "% of all"',
  ],
  [
    "a: , b\n",
    '1:4-7 yaml/needs-quotes  a text that begins with , must stand in quotes / write ", b"',
  ],
  [
    "a: *bold* text\n",
    '1:4-15 yaml/needs-quotes  a text that begins with * must stand in quotes / write "*bold* text"',
  ],
  [
    "a: {{ name }}, how are you?\n",
    '1:4-28 yaml/needs-quotes  a text that begins with {{ must stand in quotes / write "{{ name }}, how are you?"',
  ],
  [
    "a: [Terms](/terms) apply\n",
    '1:4-25 yaml/needs-quotes  a text that begins with [ must stand in quotes / write "[Terms](/terms) apply"',
  ],
  [
    "a: #fff\nb: 1\n",
    '1:4-8 yaml/needs-quotes  what follows # is a comment, so the key has no value / write "#fff" in quotes; a comment has a space after #',
  ],
  [
    "a: & more\n",
    '1:4-5 yaml/anchor  "&" is an anchor, and anchors are not allowed / write the value out wherever it is needed; if a text begins with &, put it in quotes: "& more"',
  ],
  [
    "a: &x { b: 1 }\nc: *x\n",
    '1:4-6 yaml/anchor  "&x" is an anchor, and anchors are not allowed / write the value out wherever it is needed; if a text begins with &, put it in quotes: "&x { b: 1 }"',
    '2:4-6 yaml/alias  "*x" repeats an anchor, and anchors are not allowed / write the value out here',
  ],
  [
    "a:\n  <<: { b: 1 }\n",
    '2:3-5 yaml/merge-key  "<<" merges mappings, and merging is not allowed / write the keys out here',
  ],
  [
    "a: !wow text\n",
    '1:4-8 yaml/tag  "!wow" is a tag, and tags are not allowed / leave it out; if a text begins with !, put it in quotes: "!wow text"',
  ],
  [
    "a: 1\n---\nb: 2\n",
    "2:1-4 yaml/several-documents  a second document begins here; a file holds one / delete the line `---` or `...`, or move what follows to a file of its own",
  ],
  [
    "a: 1\n...\nb: 2\n",
    "3:1-4 yaml/several-documents  a second document begins here; a file holds one / delete the line `---` or `...`, or move what follows to a file of its own",
  ],
  [
    "%YAML 1.1\n---\na: 1\n",
    '1:1-10 yaml/directive  "%YAML 1.1" is a directive, and directives are not allowed / delete the line',
  ],
  [
    'a: "C:\\path"\n',
    '1:7-8 yaml/bad-escape  "\\p" has no meaning in double quotes / write \\\\ for a backslash, or put the text in single quotes',
  ],
  [
    "a: |x\n  foo\n",
    '1:4-6 yaml/block-text  after | the text begins on the next line / move it there, indented; a text that begins with | goes in quotes: "|x"',
  ],
  [
    "a: > text here\n",
    '1:4-15 yaml/block-text  after > the text begins on the next line / move it there, indented; a text that begins with > goes in quotes: "> text here"',
  ],
  [
    "a: >50 people\n",
    '1:4-14 yaml/block-text  after > the text begins on the next line / move it there, indented; a text that begins with > goes in quotes: ">50 people"',
  ],
  [
    "a: \u0007b\n",
    "1:4-5 yaml/control-character  an invisible control character (U+0007) stands here / delete it; it often comes along when text is pasted from another program",
  ],
  [
    'a: "\\u0007"\n',
    "1:4-12 yaml/control-character  the text holds an invisible control character (U+0007) / delete the sequence that begins with \\",
  ],
  [
    "a: 1\rb: 2\n",
    "1:5-6 yaml/control-character  an invisible control character (U+000D) stands here / delete it; it often comes along when text is pasted from another program",
  ],
  [
    "a: \ufeff1\n",
    "1:4-5 yaml/control-character  an invisible control character (U+FEFF) stands here / delete it; it often comes along when text is pasted from another program",
  ],
  [
    "a: caf\ufffd\n",
    "1:7-8 yaml/encoding  a character could not be read: the file is not saved as UTF-8 / save the file with the encoding UTF-8, then type the character again",
  ],
  [
    "a: \ud800\n",
    "1:4-5 yaml/control-character  an invisible control character (U+D800) stands here / delete it; it often comes along when text is pasted from another program",
  ],
  [
    "a: 12345678901234567890\nb: 1e999\nc: .nan\n",
    '1:4-24 yaml/bad-number  the number 12345678901234567890 has too many digits to be kept exactly / put it in quotes if it is meant as text: "12345678901234567890"',
    '2:4-9 yaml/bad-number  1e999 is not a number that can be used / put it in quotes if it is meant as text: "1e999"',
    '3:4-8 yaml/bad-number  .nan is not a number that can be used / put it in quotes if it is meant as text: ".nan"',
  ],
  [
    '__proto__: 1\nconstructor: 2\n"prototype": 3\n',
    '1:1-10 yaml/forbidden-key  "__proto__" cannot be a key / choose another name',
    '2:1-12 yaml/forbidden-key  "constructor" cannot be a key / choose another name',
    '3:1-12 yaml/forbidden-key  "prototype" cannot be a key / choose another name',
  ],
  [
    "1: a\ntrue: b\nnull: c\n",
    '1:1-2 yaml/key-not-text  the key 1 is no text / put it in quotes: "1"',
    '2:1-5 yaml/key-not-text  the key true is no text / put it in quotes: "true"',
    '3:1-5 yaml/key-not-text  the key null is no text / put it in quotes: "null"',
  ],
  [
    ": a\n",
    "1:1-2 yaml/key-not-text  a key is missing before the colon, or it is a list or mapping / write a key, a colon and a space: `label: text`; a text that begins with a bracket goes in quotes",
  ],
  [
    "{a: 1}: 2\n[a]: 3\n",
    "1:1-7 yaml/key-not-text  a key is missing before the colon, or it is a list or mapping / write a key, a colon and a space: `label: text`; a text that begins with a bracket goes in quotes",
    "2:1-4 yaml/key-not-text  a key is missing before the colon, or it is a list or mapping / write a key, a colon and a space: `label: text`; a text that begins with a bracket goes in quotes",
  ],
  [
    `${"x".repeat(1_100)}: 1\n`,
    '1:1-1101 yaml/syntax  "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…" does not fit here / compare the line with its neighbours: indentation, colon, quotes; put a text with special signs in quotes',
  ],
];
