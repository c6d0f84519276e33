/** A wrong text beside what is said about it: `line:column-endColumn code  message / hint`, then notes. */
export const layoutMistakes: readonly (readonly [string, ...string[]])[] = [
  [
    "",
    "1:1-2 yaml/empty  the file is empty / add content, or delete the file; a link that leads nowhere is empty, too",
  ],
  [
    "# nothing yet\n",
    "1:1-2 yaml/empty  the file is empty / add content, or delete the file; a link that leads nowhere is empty, too",
  ],
  [
    "hello\n",
    "1:1-6 yaml/not-a-mapping  the file must consist of keys and values / start with a key, a colon and a space: `name: My funnel`",
  ],
  [
    "- a\n- b\n",
    "1:1-4 yaml/not-a-mapping  the file must consist of keys and values / start with a key, a colon and a space: `name: My funnel`",
  ],
  [
    "<html>\n<body>\n",
    "1:1-7 yaml/not-a-mapping  the file must consist of keys and values / start with a key, a colon and a space: `name: My funnel`",
  ],
  [
    "a:\n  b: 1\n c: 2\n",
    '3:2-6 yaml/indentation  "c: 2" is not aligned with the lines it belongs to / indent it with 0 or 2 spaces, like a line above; it has 1',
  ],
  [
    "a:\n  b: 1\n    c: 2\n",
    '3:5-9 yaml/indentation  "c: 2" is indented too far / align it with the keys above; if it is part of the text above, put that whole text in quotes',
    '  2:6 "b: 1" already has a value',
  ],
  [
    "a:\n  - x\n - y\n",
    '3:2-5 yaml/indentation  "- y" is not aligned with the lines it belongs to / indent it with 2 spaces, like the dashes above; it has 1',
  ],
  [
    "a:\n  - x\n   - y\n",
    "3:4-5 yaml/indentation  this list item is indented too far, so it would become part of the text above / align its dash with the other dashes; if it is part of the text, put the text in quotes",
    "  2:5 the text starts here",
  ],
  [
    "a:\n  - id: x\n   b: y\n",
    '3:4-8 yaml/indentation  "b: y" is not aligned with the lines it belongs to / indent it with 2 or 4 spaces, like a line above; it has 3',
  ],
  [
    "a:\n  - id: x\n     b: y\n",
    '3:6-10 yaml/indentation  "b: y" is indented too far / align it with the keys above; if it is part of the text above, put that whole text in quotes',
    '  2:9 "- id: x" already has a value',
  ],
  [
    "  a: 1\nb: 2\n",
    '2:1-5 yaml/indentation  "b: 2" is not aligned with the lines it belongs to / indent it with 2 spaces, like a line above; it has 0',
  ],
  [
    "text: long text\n  goes on: here\n",
    '2:3-16 yaml/indentation  "goes on: here" is indented too far / align it with the keys above; if it is part of the text above, put that whole text in quotes',
    '  1:7 "text: long text" already has a value',
  ],
  [
    "//all of it\na: 1\n",
    '1:1-12 yaml/syntax  a comment starts with #, not with // / write "# all of it"',
  ],
  [
    "a: 1\n// the next step\nb: 2\n",
    '2:1-17 yaml/syntax  a comment starts with #, not with // / write "# the next step"',
  ],
  [
    'a: "One, two",\nb:\n  - \'c\' ;\n  - "d", e\n',
    "1:14-15 yaml/syntax  there is a , behind the closing quote / delete it: the line ends with the quote",
    "3:9-10 yaml/syntax  there is a ; behind the closing quote / delete it: the line ends with the quote",
    "4:5-11 yaml/needs-quotes  text that continues after a closing quote must be in quotes / write '\"d\", e'",
  ],
  [
    "help: some long\ntext here\n",
    '2:1-10 yaml/missing-colon  a colon is missing after "text" / write "text: here"; if the line is part of the text above, indent it further than the line above',
  ],
  [
    "a: 1\n- b\n",
    '2:1-4 yaml/indentation  "- b" is not aligned with the lines it belongs to / a list needs a key: write the key and a colon on the line above',
  ],
  [
    "a: - b\n",
    '1:4-5 yaml/indentation  a list cannot start on the same line as its key / move "-" to the next line; if it is part of the text, put the text in quotes: "- b"',
  ],
  [
    "q:\n  - id: a\n    ask: b\n  id: c\n    ask: d\n",
    '4:3-8 yaml/indentation  "id: c" is not aligned with the lines it belongs to / if a new list item starts here, write "- id: c"; otherwise indent the line with 4 spaces',
  ],
  [
    "a: |\n    foo\n  bar\n",
    '3:3-6 yaml/indentation  "bar" is not aligned with the lines it belongs to / indent it with 4 spaces, like the text above; it has 2',
  ],
  [
    "a: 1\nb\nc: 2\n",
    '2:1-2 yaml/missing-colon  a colon is missing after "b" / write "b:"; if the line is part of the text above, indent it further than the line above',
  ],
  [
    "a:\n  b 1\n  c: 2\n",
    '2:3-6 yaml/missing-colon  a colon is missing after "b" / write "b: 1"; if the line is part of the text above, indent it further than the line above',
  ],
  [
    "a: 1\nb\n  c: 2\n",
    '2:1-2 yaml/missing-colon  a colon is missing after "b" / write "b:"; if the line is part of the text above, indent it further than the line above',
  ],
  [
    "a:1\nb: 2\n",
    '1:1-3 yaml/missing-space  a space is missing after the colon / write "a: 1"',
  ],
  [
    "b: 2\na:1\n",
    '2:1-3 yaml/missing-space  a space is missing after the colon / write "a: 1"',
  ],
  [
    "a: { b:1, c: 2 }\n",
    '1:6-9 yaml/missing-space  a space is missing after the colon / write "b: 1"',
  ],
  [
    "b:\n  -x\n  -y\n",
    '2:3-5 yaml/missing-space  a space is missing after the dash / write "- x"; if the dash is part of the text, put the text in quotes',
  ],
  [
    "b:\n  - x\n  -y\n",
    '3:3-5 yaml/missing-space  a space is missing after the dash / write "- y"; if the dash is part of the text, put the text in quotes',
  ],
  [
    'a: ["x"#c\n]\n',
    "1:8-9 yaml/missing-space  a space is missing before # / put a space before the comment; if # is part of the text, put the whole text in quotes",
  ],
  [
    "a:\n\tb: 1\n",
    "2:1-2 yaml/tab  the line is indented with a tab / indent with spaces, two for each level",
  ],
  [
    "a:\n  - b: 1\n  \tc: 1\n",
    "3:3-4 yaml/tab  the line is indented with a tab / indent with spaces, two for each level",
  ],
  [
    "a:\n  - b: 1\n\tc: 2\n    d: text\n  - { e: 3 }\n",
    "3:1-2 yaml/tab  the line is indented with a tab / indent with spaces, two for each level",
  ],
  [
    "a:\n  - b: 1\n\u00a0\u00a0\u00a0\u00a0c: 2\n    d: text\n  - { e: 3 }\n",
    "3:1-2 yaml/control-character  there is a special space character (U+00A0) here instead of a normal space / delete it and type a space; such characters often come with text pasted from another program",
  ],
  [
    "a:\n\tb: 1\nc: { d: 2 }}\n",
    "2:1-2 yaml/tab  the line is indented with a tab / indent with spaces, two for each level",
    "3:12-13 yaml/unclosed-bracket  } has no matching opening bracket / delete it; if } is part of the text, put the text in quotes",
  ],
  [
    "a:\n  - b: 1\n    c: 2\n  d: 3\n  e: 4\n  - { f: 5 }\n",
    '4:3-7 yaml/indentation  "d: 3" is not aligned with the lines it belongs to / if a new list item starts here, write "- d: 3"; otherwise indent the line with 4 spaces',
  ],
  [
    "q:\n  - id: tried\n    ask: What\n   max: 3\n    none: x\n    options: [a, b]\n  - id: next\n    ask: y\n",
    '4:4-10 yaml/indentation  "max: 3" is not aligned with the lines it belongs to / indent it with 2 or 4 spaces, like a line above; it has 3',
  ],
  [
    "q:\n  - id: tried\n    text: |\n      You chose\n\n    You said it\n    more: x\n  - id: next\n",
    '6:5-16 yaml/indentation  "You said it" is not aligned with the lines it belongs to / indent it with 6 spaces, like the text above; it has 4',
  ],
  [
    "q:\n  - id: tried\n    text: |\n      You chose\n    heading Hello\n  - id: next\n",
    '5:5-18 yaml/missing-colon  a colon is missing after "heading" / write "heading: Hello"; if the line is part of the text above, indent it further than the line above',
  ],
  [
    "a: 1\nask = How are you?\n",
    '2:1-19 yaml/missing-colon  a colon is missing after "ask" / write "ask: How are you?"; if the line is part of the text above, indent it further than the line above',
  ],
  [
    "a: 1\nask：How are you?\n",
    '2:1-17 yaml/missing-colon  a colon is missing after "ask" / write "ask: How are you?"; if the line is part of the text above, indent it further than the line above',
  ],
  [
    "a: [{ id: x, ask：How are you?, b: 1 }]\n",
    '1:14-30 yaml/missing-colon  a colon is missing after "ask" / write "ask: How are you?"; if this is part of the text before it, put that whole text in quotes',
  ],
  [
    "a: { id: x, ask = How are you? }\n",
    '1:13-31 yaml/missing-colon  a colon is missing after "ask" / write "ask: How are you?"; if this is part of the text before it, put that whole text in quotes',
  ],
  [
    "a: { id: x, options： [Good, Bad] }\n",
    '1:13-21 yaml/missing-colon  a colon is missing after "options" / write "options:"; if this is part of the text before it, put that whole text in quotes',
  ],
  [
    "a: 1\noptions\n  - Good\n  - Bad\nb: 1\n",
    '2:1-8 yaml/missing-colon  a colon is missing after "options" / write "options:"; if the line is part of the text above, indent it further than the line above',
  ],
  [
    "a: 1\nask; How are you?\n",
    '2:1-18 yaml/missing-colon  a colon is missing after "ask" / write "ask: How are you?"; if the line is part of the text above, indent it further than the line above',
  ],
  [
    "q:\n  - text: |\n    Attention is more\n    button: Go\n",
    "3:5-22 yaml/block-text  the text below | is not indented / indent each of its lines with 6 spaces",
  ],
  [
    "q:\n  - id: a\n    text: |\n    You chose: **this**\n    button: Go\n",
    "4:5-24 yaml/block-text  the text below | is not indented / indent each of its lines with 6 spaces",
  ],
  [
    "ask: \u201cOne thing first: how are you?\u201d\n",
    '1:6-37 yaml/needs-quotes  text that contains ": " must be in quotes / write "One thing first: how are you?"',
  ],
  [
    "pages:\n  - path: a\n    page: report\n    sections:\n  - section: recap\n        heading: One\n        items: []\n      - section: text\n        text: Two\n    button: Go\n  - path: b\n    page: offer\n",
    '6:9-21 yaml/indentation  "heading: One" is indented too far / align it with the keys above; if it is part of the text above, put that whole text in quotes',
    '  5:14 "- section: recap" already has a value',
  ],
  [
    "q:\n  - id: a\n    page: multi\n    ask: One?\n    help: More.\n    options: [x, y]\n\n    id: b\n    ask: Two?\n    layout: grid\n    options: [x, y]\nb: 1\n",
    '8:5-7 yaml/duplicate-key  the key "id" is used twice / if a new list item starts here, write "- id"; otherwise remove one of the two',
    "  2:5 first used here",
  ],
  [
    "q:\n  - id: a\n    page: info\n    - when: { b: c }\n    heading: H\n",
    '4:5-21 yaml/indentation  "- when: { b: c }" is not aligned with the lines it belongs to / remove the dash if this belongs to the item above: "when: { b: c }"; for an item of its own, indent it like the other dashes',
  ],
  [
    "items:\n  - One\n  * Two\n  - Three\n",
    '3:3-4 yaml/other-dash  the list item begins with *, which is not a hyphen / write a hyphen and a space: "- Two"',
  ],
  [
    "q:\n  - id: a\n\n  // Part two\n  - id: b\n",
    '4:3-14 yaml/syntax  a comment starts with #, not with // / write "# Part two"',
  ],
  [
    "q:\n  - id: a\n\n  <!-- Part two -->\n  - id: b\n",
    '4:3-20 yaml/syntax  a comment starts with #, not with <!-- / write "# Part two"',
  ],
  [
    'q:\n  - id: a\n    when: b: "yes"\n',
    '3:11-19 yaml/needs-quotes  keys with values on one line stand in braces / write `when: { b: "yes" }`',
  ],
  [
    "p:\n  price: USD: 9.99, EUR: 8.99\n",
    "2:10-30 yaml/needs-quotes  keys with values on one line stand in braces / write `price: { USD: 9.99, EUR: 8.99 }`",
  ],
];
