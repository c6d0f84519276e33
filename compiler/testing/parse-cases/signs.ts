/** A wrong text beside what is said about it: `line:column-endColumn code  message / hint`, then notes. */
export const signMistakes: readonly (readonly [string, ...string[]])[] = [
  [
    'a: "foo\nb: 2\n',
    '1:4-8 yaml/unclosed-quote  this quotation mark is never closed / add " at the end of the text',
  ],
  [
    'a: "foo\nb: "bar"\n',
    '1:4-8 yaml/unclosed-quote  this quotation mark is never closed / add " at the end of the text',
  ],
  [
    "a:\n  - x: 'foo\n    y: 2\n",
    "2:8-12 yaml/unclosed-quote  this quotation mark is never closed / add ' at the end of the text; put text with an apostrophe in double quotes: \"it's\"",
  ],
  [
    "a: 'tis the season\nb: 1\n",
    "1:4-19 yaml/unclosed-quote  this quotation mark is never closed / add ' at the end of the text; put text with an apostrophe in double quotes: \"it's\"",
  ],
  [
    "a: 'it's'\n",
    '1:4-10 yaml/needs-quotes  text that continues after a closing quote must be in quotes / write "it\'s"',
  ],
  [
    'a: "On your "wall""\nb: "On your "wall" it is."\nc: "Yes" and "no"\n',
    "1:4-20 yaml/needs-quotes  text that continues after a closing quote must be in quotes / write 'On your \"wall\"'",
    "2:4-27 yaml/needs-quotes  text that continues after a closing quote must be in quotes / write 'On your \"wall\" it is.'",
    '3:4-18 yaml/needs-quotes  text that continues after a closing quote must be in quotes / write \'"Yes" and "no"\'',
  ],
  [
    "a: { b: \"Hello, c: \"{{ name }} and **you**.\" }\nd: { e: 'Hello, f: '*Hi* you.' }\n",
    '1:21-45 yaml/needs-quotes  text that starts with {{ must be in quotes / write "{{ name }} and **you**."',
    '2:21-31 yaml/needs-quotes  text that starts with * must be in quotes / write "*Hi* you."',
  ],
  [
    'a: "Hi" she said\n',
    "1:4-17 yaml/needs-quotes  text that continues after a closing quote must be in quotes / write '\"Hi\" she said'",
  ],
  [
    'a: ["it\'s" fine, b]\n',
    "1:5-16 yaml/needs-quotes  text that continues after a closing quote must be in quotes / write '\"it''s\" fine'",
  ],
  [
    "a: [1, 2\nb: 2\n",
    "1:4-5 yaml/unclosed-bracket  [ is never closed / add ] at the end; put text that starts with [ in quotes",
  ],
  [
    "a: {x: 1\nb: 2\n",
    "1:4-5 yaml/unclosed-bracket  { is never closed / add } at the end; put text that starts with { in quotes",
  ],
  [
    "a: [1, 2}\nb: 2\n",
    "1:4-5 yaml/unclosed-bracket  [ is closed with } / write { in its place, or ] at the end",
    "  1:9 closed here",
  ],
  [
    "a: [1, 2]]\nb: 2\n",
    "1:10-11 yaml/unclosed-bracket  ] has no matching opening bracket / delete it; if ] is part of the text, put the text in quotes",
  ],
  [
    "b: ]\n",
    "1:4-5 yaml/unclosed-bracket  ] has no matching opening bracket / delete it; if ] is part of the text, put the text in quotes",
  ],
  [
    'a: ["x" "y"]\n',
    "1:9-10 yaml/missing-comma  a comma is missing between two items in brackets / write [one, two] or { one: 1, two: 2 }; put text that contains a colon in quotes",
  ],
  [
    "a: { b: 1 c: 2 }\n",
    "1:9-16 yaml/missing-comma  a comma is missing between two items in brackets / write [one, two] or { one: 1, two: 2 }; put text that contains a colon in quotes",
  ],
  [
    "a: [1,,2]\n",
    "1:7-8 yaml/missing-comma  there is nothing before this comma / delete the comma, or add the missing item before it",
  ],
  [
    "a: 1\nb: 2\na: 3\n",
    '3:1-2 yaml/duplicate-key  the key "a" is used twice / remove one of the two',
    "  1:1 first used here",
  ],
  [
    "a: { x: 1, x: 2 }\n",
    '1:12-13 yaml/duplicate-key  the key "x" is used twice / remove one of the two',
    "  1:6 first used here",
  ],
  [
    "a: He said: no # note\nb: 1\n",
    '1:4-15 yaml/needs-quotes  text that contains ": " must be in quotes / write "He said: no"',
  ],
  [
    "a:\n  - Yes: I do: very\n",
    '2:10-20 yaml/needs-quotes  text that contains ": " must be in quotes / write "I do: very"',
  ],
  [
    'a: "Hi": she said\n',
    '1:4-18 yaml/needs-quotes  text that contains ": " must be in quotes / write \'"Hi": she said\'',
  ],
  [
    "a: @foo\n",
    '1:4-8 yaml/needs-quotes  text that starts with @ must be in quotes / write "@foo"',
  ],
  [
    "a: `foo`\n",
    '1:4-9 yaml/needs-quotes  text that starts with ` must be in quotes / write "`foo`"',
  ],
  [
    "a: % of all\n",
    '1:4-12 yaml/needs-quotes  text that starts with % must be in quotes / write "% of all"',
  ],
  [
    "a: [50%, @home]\nb: { c: %x, d, e: 1 }\nf: [`g`, h]\n",
    '1:10-15 yaml/needs-quotes  text that starts with @ must be in quotes / write "@home"',
    '2:9-14 yaml/needs-quotes  text that starts with % must be in quotes / write "%x, d"',
    '3:5-8 yaml/needs-quotes  text that starts with ` must be in quotes / write "`g`"',
  ],
  [
    "a: , b\n",
    '1:4-7 yaml/needs-quotes  text that starts with , must be in quotes / write ", b"',
  ],
  [
    "a: *bold* text\n",
    '1:4-15 yaml/needs-quotes  text that starts with * must be in quotes / write "*bold* text"',
  ],
  [
    "a: {{ name }}, how are you?\n",
    '1:4-28 yaml/needs-quotes  text that starts with {{ must be in quotes / write "{{ name }}, how are you?"',
  ],
  [
    "l:\n- { a: Hi {{ name | you }}, how are you?, b: [1, 2] }\n",
    '2:8-41 yaml/needs-quotes  text with {{ between brackets must be in quotes / write "Hi {{ name | you }}, how are you?"',
  ],
  [
    "a:\n  - { b: Hi {name} there, c: 1 }\n",
    '2:10-25 yaml/needs-quotes  text with { between brackets must be in quotes / write "Hi {name} there"',
  ],
  [
    "l:\n- [{{ name | you }} there, 2]\n",
    '2:4-26 yaml/needs-quotes  text that starts with {{ must be in quotes / write "{{ name | you }} there"',
  ],
  [
    "l:\n- { a: *very* good, b: 1 }\n",
    '2:8-19 yaml/needs-quotes  text that starts with * must be in quotes / write "*very* good"',
  ],
  [
    "b: 2\n*a : 1\n",
    '2:1-7 yaml/needs-quotes  text that starts with * must be in quotes / write "*a : 1"',
  ],
  [
    "a: 1\n<<<<<<< HEAD\nb: 2\n=======\nb: 3\n>>>>>>> other\nc: 4\n",
    "2:1-13 yaml/merge-conflict  git has left two versions of these lines / keep what is right of both, and delete the lines that start with <<<<<<<, ======= and >>>>>>>",
  ],
  [
    "a: 1\n=======\nb: 3\n",
    "2:1-8 yaml/merge-conflict  git has left two versions of these lines / keep what is right of both, and delete the lines that start with <<<<<<<, ======= and >>>>>>>",
  ],
  [
    "a: [Terms](/terms) apply\n",
    '1:4-25 yaml/needs-quotes  text that starts with [ must be in quotes / write "[Terms](/terms) apply"',
  ],
  [
    "a: #fff\nb: 1\n",
    '1:4-8 yaml/needs-quotes  everything after # is a comment, so the key has no value / if it is a value, put it in quotes: "#fff"; if it is a comment, write a space after #',
  ],
  [
    "a: & more\n",
    '1:4-5 yaml/anchor  "&" is an anchor, and anchors are not allowed / write out the value wherever it is needed; if & is part of the text, put the text in quotes: "& more"',
  ],
  [
    "a: &x { b: 1 }\nc: *x\n",
    '1:4-6 yaml/anchor  "&x" is an anchor, and anchors are not allowed / write out the value wherever it is needed',
    '2:4-6 yaml/alias  "*x" refers to an anchor, and anchors are not allowed / write out the value here',
  ],
  [
    "a:\n  <<: { b: 1 }\n",
    '2:3-5 yaml/merge-key  "<<" is a merge key, and merge keys are not allowed / write out the keys here',
  ],
  [
    "a: !wow text\n",
    '1:4-8 yaml/tag  "!wow" is a tag, and tags are not allowed / remove it; if ! is part of the text, put the text in quotes: "!wow text"',
  ],
  [
    "a: 1\n---\nb: 2\n",
    "2:1-4 yaml/several-documents  a second document starts here, but a file can hold only one / delete the line `---` or `...`, or move everything after it to another file",
  ],
  [
    "a: 1\n...\nb: 2\n",
    "3:1-4 yaml/several-documents  a second document starts here, but a file can hold only one / delete the line `---` or `...`, or move everything after it to another file",
  ],
  [
    "%YAML 1.1\n---\na: 1\n",
    '1:1-10 yaml/directive  "%YAML 1.1" is a directive, and directives are not allowed / delete the line',
  ],
  [
    'a: "C:\\path"\n',
    '1:7-8 yaml/bad-escape  "\\p" is not a valid escape sequence in double quotes / write \\\\ for a backslash, or put the text in single quotes',
  ],
  [
    "a: { ask: &you How, to: b }\n",
    '1:11-15 yaml/anchor  "&you" is an anchor, and anchors are not allowed / write out the value wherever it is needed; if & is part of the text, put the text in quotes: "&you How"',
  ],
  [
    "a: { ask: !now How, to: b }\n",
    '1:11-15 yaml/tag  "!now" is a tag, and tags are not allowed / remove it; if ! is part of the text, put the text in quotes: "!now How"',
  ],
  [
    "a: |x\n  foo\n",
    '1:4-6 yaml/block-text  the text after | must start on the next line / move it to the next line and indent it; if | is part of the text, put the text in quotes: "|x"',
  ],
  [
    "a: > text here\n",
    '1:4-15 yaml/block-text  the text after > must start on the next line / move it to the next line and indent it; if > is part of the text, put the text in quotes: "> text here"',
  ],
  [
    "a: >50 people\n",
    '1:4-14 yaml/block-text  the text after > must start on the next line / move it to the next line and indent it; if > is part of the text, put the text in quotes: ">50 people"',
  ],
  [
    "a: \u0007b\n",
    "1:4-5 yaml/control-character  there is an invisible control character (U+0007) here / delete it; such characters often come with text pasted from another program",
  ],
  [
    'a: "\\u0007"\n',
    "1:4-12 yaml/control-character  the text contains an invisible control character (U+0007) / delete the escape sequence, which starts with \\",
  ],
  [
    "a: 1\rb: 2\n",
    "1:5-6 yaml/control-character  there is an invisible control character (U+000D) here / delete it; such characters often come with text pasted from another program",
  ],
  [
    "a: \ufeff1\n",
    "1:4-5 yaml/control-character  there is an invisible control character (U+FEFF) here / delete it; such characters often come with text pasted from another program",
  ],
  [
    "a: On\u200b your\u2060 wall\nb: [c\u2028d]\ne: |\n  f\u2029g\n",
    "1:6-7 yaml/control-character  there is an invisible character (a space without width, U+200B) here / delete it; such characters often come with text pasted from another program",
    "2:6-7 yaml/control-character  there is an invisible character (a line break of another program, U+2028) here / type a space or a new line in its place; such characters often come with text pasted from another program",
    "4:4-5 yaml/control-character  there is an invisible character (a paragraph break of another program, U+2029) here / type a space or a new line in its place; such characters often come with text pasted from another program",
  ],
  [
    'a: "\\u2060b"\nc: "d\\Le"\n',
    "1:4-13 yaml/control-character  the text contains an invisible character (a sign that keeps two words on one line, U+2060) / delete the escape sequence, which starts with \\",
    "2:4-10 yaml/control-character  the text contains an invisible character (a line break of another program, U+2028) / delete the escape sequence, which starts with \\",
  ],
  [
    "a: caf\ufffd\n",
    "1:7-8 yaml/encoding  a character could not be read: the file is not saved as UTF-8 / save the file as UTF-8, then type the character again",
  ],
  [
    "a: \ud800\n",
    "1:4-5 yaml/control-character  there is an invisible control character (U+D800) here / delete it; such characters often come with text pasted from another program",
  ],
  [
    "a: 12345678901234567890\nb: 1e999\nc: .nan\n",
    '1:4-24 yaml/bad-number  the number 12345678901234567890 has too many digits to be stored exactly / put it in quotes if it is meant as text: "12345678901234567890"',
    '2:4-9 yaml/bad-number  1e999 is not a usable number / put it in quotes if it is meant as text: "1e999"',
    '3:4-8 yaml/bad-number  .nan is not a usable number / put it in quotes if it is meant as text: ".nan"',
  ],
  [
    '__proto__: 1\nconstructor: 2\n"prototype": 3\n',
    '1:1-10 yaml/forbidden-key  "__proto__" is reserved and cannot be a key / choose another name',
    '2:1-12 yaml/forbidden-key  "constructor" is reserved and cannot be a key / choose another name',
    '3:1-12 yaml/forbidden-key  "prototype" is reserved and cannot be a key / choose another name',
  ],
  [
    "1: a\ntrue: b\nnull: c\n",
    '1:1-2 yaml/key-not-text  the key 1 is not text / put it in quotes: "1"',
    '2:1-5 yaml/key-not-text  the key true is not text / put it in quotes: "true"',
    '3:1-5 yaml/key-not-text  the key null is not text / put it in quotes: "null"',
  ],
  [
    ": a\n",
    "1:1-2 yaml/key-not-text  the key before this colon is missing, or it is not text / write a key, a colon and a space: `label: text`; put text that starts with a bracket in quotes",
  ],
  [
    "{a: 1}: 2\n[a]: 3\n",
    "1:1-7 yaml/key-not-text  the key before this colon is missing, or it is not text / write a key, a colon and a space: `label: text`; put text that starts with a bracket in quotes",
    "2:1-4 yaml/key-not-text  the key before this colon is missing, or it is not text / write a key, a colon and a space: `label: text`; put text that starts with a bracket in quotes",
  ],
  [
    `${"x".repeat(1_100)}: 1\n`,
    '1:1-1101 yaml/syntax  "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…" is not valid here / compare the line with the lines around it: indentation, colon, quotes; put text with special characters in quotes',
  ],
  [
    "q:\n  - id: age\n    ask: How\n  - <<: *age\n    ask: Who\n",
    '4:5-7 yaml/merge-key  "<<" is a merge key, and merge keys are not allowed / write out the keys here',
  ],
  [
    "q:\n  - { id: a, ask: - One or two?, b: 1 }\n  - { id: a, ask: ? One }\n  - { id: a, ask: [One] or two?, b: 1 }\n  - { id: a, ask: {One} or two? }\n  - { id: a, ask: : One }\n  - { id: a, b: [c] d: 1 }\n",
    '2:19-32 yaml/needs-quotes  text that starts with - must be in quotes / write "- One or two?"',
    '3:19-24 yaml/needs-quotes  text that starts with ? must be in quotes / write "? One"',
    '4:19-32 yaml/needs-quotes  text that starts with [ must be in quotes / write "[One] or two?"',
    '5:19-32 yaml/needs-quotes  text that starts with { must be in quotes / write "{One} or two?"',
    '6:19-24 yaml/needs-quotes  text that starts with : must be in quotes / write ": One"',
    '7:21-22 yaml/missing-comma  a comma is missing between two items in brackets / write a comma in front of "d"',
  ],
  [
    "when: { sleep: > 3, rest: >=4.5 }\n",
    '1:16-19 yaml/needs-quotes  text that starts with > must be in quotes / write "> 3"; as a condition on a number, write `{ atLeast: 3 }` or `{ atMost: 3 }`',
  ],
];
