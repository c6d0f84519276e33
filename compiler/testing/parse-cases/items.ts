/** Items of lists that are none, and texts that YAML takes for something else; written like the layout's mistakes. */
export const itemMistakes: readonly (readonly [string, ...string[]])[] = [
  [
    "q:\n  - { id: age, ask: How }\n  -{ id: area, ask: Where }\nb: 1\n",
    '3:3-5 yaml/missing-space  a space is missing after the dash / write "- { id: area, ask: Where }"; if the dash is part of the text, put the text in quotes',
  ],
  [
    "q:\n  – { id: area, ask: Where }\nb: 1\n",
    '2:3-4 yaml/other-dash  the list item begins with –, which is not a hyphen / write a hyphen and a space: "- { id: area, ask: Where }"; text processors put – in its place',
  ],
  [
    "q:\n  • id: age\n    ask: How\n    options:\n      • A\n      • B\n  • id: area\n    ask: Where\nb: 1\n",
    '2:3-4 yaml/other-dash  the list item begins with •, which is not a hyphen / write a hyphen and a space: "- id: age"; text processors put • in its place',
    '7:3-4 yaml/other-dash  the list item begins with •, which is not a hyphen / write a hyphen and a space: "- id: area"; text processors put • in its place',
  ],
  [
    "a: [1,000 steps, 2,500 steps, $1,000,000, 1,000-2,000]\n",
    '1:5-16 yaml/needs-quotes  the comma ends the item, so 1,000 steps is read as "1" and "000 steps" / write "1,000 steps"; if these are several items, write a space after the comma',
    '1:18-29 yaml/needs-quotes  the comma ends the item, so 2,500 steps is read as "2" and "500 steps" / write "2,500 steps"; if these are several items, write a space after the comma',
    '1:31-41 yaml/needs-quotes  the comma ends the item, so $1,000,000 is read as "$1" and "000" and "000" / write "$1,000,000"; if these are several items, write a space after the comma',
    '1:43-54 yaml/needs-quotes  the comma ends the item, so 1,000-2,000 is read as "1" and "000-2" and "000" / write "1,000-2,000"; if these are several items, write a space after the comma',
  ],
  [
    "a: [1,50 euros,\n  { b: [From 2,80 €, None] }]\n",
    '1:5-15 yaml/needs-quotes  the comma ends the item, so 1,50 euros is read as "1" and "50 euros" / write "1,50 euros"; if these are several items, write a space after the comma',
    '2:9-20 yaml/needs-quotes  the comma ends the item, so From 2,80 € is read as "From 2" and "80 €" / write "From 2,80 €"; if these are several items, write a space after the comma',
  ],
  // Lists that are written closely.
  ["a: [1,2, 3]\nb: [18-24,25-34, 35+]\nc: [10,20,30 or more]\n"],
  [
    "a: [“Early, before ten”, Late]\nb: [‘It’s early, before ten’, „Spät, nach zehn“, «Tôt, tard»]\n",
    '1:5-24 yaml/other-quotes  the text is cut in two, because “ is not a quotation mark to YAML / put straight quotation marks around the whole text: "Early, before ten"; marks that visitors should read go within them',
    '2:5-29 yaml/other-quotes  the text is cut in two, because ‘ is not a quotation mark to YAML / put straight quotation marks around the whole text: "It’s early, before ten"; marks that visitors should read go within them',
    '2:31-48 yaml/other-quotes  the text is cut in two, because „ is not a quotation mark to YAML / put straight quotation marks around the whole text: "Spät, nach zehn"; marks that visitors should read go within them',
    '2:50-61 yaml/other-quotes  the text is cut in two, because « is not a quotation mark to YAML / put straight quotation marks around the whole text: "Tôt, tard"; marks that visitors should read go within them',
  ],
  [
    "a: { b: “A screen, small”, c: “Note: d” }\ne: [He said “no, never”, [“Early,\n  late”]]\n",
    '1:9-26 yaml/other-quotes  the text is cut in two, because “ is not a quotation mark to YAML / put straight quotation marks around the whole text: "A screen, small"; marks that visitors should read go within them',
    '1:31-40 yaml/other-quotes  the text is cut in two, because “ is not a quotation mark to YAML / put straight quotation marks around the whole text: "Note: d"; marks that visitors should read go within them',
    '2:5-24 yaml/other-quotes  the text is cut in two, because “ is not a quotation mark to YAML / put straight quotation marks around the whole text: "He said “no, never”"; marks that visitors should read go within them',
    '2:27-34 yaml/other-quotes  the text is cut in two, because “ is not a quotation mark to YAML / put straight quotation marks around the whole text: "Early, late"; marks that visitors should read go within them',
  ],
  [
    "q:\n  - id: age\n    ask: How\n - id: area\n    ask: Where\n    options: [c, d]\n  - id: next\n    ask: Who\nb: 1\n",
    '4:2-12 yaml/indentation  "- id: area" is not aligned with the lines it belongs to / indent it with 2 spaces, like the dashes above; it has 1',
  ],
  [
    "q:\n  - id: age\n    ask: How\n    - id: area\n    ask: Where\n    options: [c, d]\n  - id: next\n    ask: Who\nb: 1\n",
    '4:5-15 yaml/indentation  "- id: area" is not aligned with the lines it belongs to / indent it with 2 spaces, like the dashes above; it has 4',
  ],
  [
    "q:\n  - id: age\n    ask: How\n\t- id: area\n    ask: Where\n    options: [c, d]\n  - id: next\n    ask: Who\nb: 1\n",
    "4:1-2 yaml/tab  the line is indented with a tab / indent with spaces, two for each level",
  ],
  [
    "q:\n  - id: age\n    ask: How\n  -id: area\n    ask: Where\n    options: [c, d]\n  - id: next\n    ask: Who\nb: 1\n",
    '4:3-5 yaml/missing-space  a space is missing after the dash / write "- id"; if the dash is part of the text, put the text in quotes',
  ],
  [
    "q:\n  - id: age\n    ask: How\n- id: area\n    ask: Where\n    options: [c, d]\n  - id: next\n    ask: Who\nb: 1\n",
    '4:1-11 yaml/indentation  "- id: area" is not aligned with the lines it belongs to / indent it with 2 spaces, like the dashes above; it has 0',
  ],
  [
    "q:\n  - id: age\n    ask: How\n   - id: area\n    ask: Where\n    options: [c, d]\n  - id: next\n    ask: Who\nb: 1\n",
    '4:4-14 yaml/indentation  "- id: area" is not aligned with the lines it belongs to / indent it with 2 spaces, like the dashes above; it has 3',
  ],
  [
    "q:\n  - id: age\n    ask: How\n    id: area\n    ask: Where\n    help: x\n",
    '4:5-7 yaml/duplicate-key  the key "id" is used twice / if a new list item starts here, write "- id"; otherwise remove one of the two',
    "  2:5 first used here",
  ],
  [
    "q:\n  - heading: A good place:\n    text: foo\n",
    '2:14-27 yaml/needs-quotes  text that ends with a colon must be in quotes / write "A good place:"',
  ],
  [
    "q:\n  - heading: ? really\n    text: foo\n",
    '2:14-22 yaml/needs-quotes  text that starts with ? must be in quotes / write "? really"',
  ],
  [
    "q:\n  - id: welcome\n    text: |\n      You chose\n\n  Attention is\n    more: x\n",
    '6:3-15 yaml/indentation  "Attention is" is not aligned with the lines it belongs to / indent it with 6 spaces, like the text above; it has 2',
  ],
  [
    "q:\n  - id: welcome\n    text:\n      You chose it.\n\n      Three sides of yours: focus.\n    heading: x\n",
    '3:5-10 yaml/block-text  the text under this key contains a colon, so it is read as another key / write "text: |"; then the lines below it are read as text, colons included',
  ],
  [
    "q:\n  - id: welcome\n    page:\u00a0info\n    text: foo\n",
    "3:10-11 yaml/control-character  there is a special space character (U+00A0) here instead of a normal space / delete it and type a space; such characters often come with text pasted from another program",
  ],
  [
    "q:\n  - { label: Not sure: maybe, value: private }\n",
    '2:14-29 yaml/missing-comma  a comma is missing between two items in brackets / write a comma between the items; if this is one text, put it in quotes: "Not sure: maybe"',
  ],
  [
    "q:\n  - { symbol: #, region: Default }\nb: 2\n",
    "2:15-16 yaml/unclosed-bracket  everything after # is a comment, so { is never closed / put text that contains # in quotes; write a comment after the closing bracket",
  ],
  [
    "a: { until: May 31, 2027 }\n",
    '1:13-25 yaml/key-not-text  the comma ends the text, so 2027 is read as a key / text that contains a comma needs quotes here: `until: "May 31, 2027"`',
  ],
  [
    "p: { USD: 6,99 }\nq: { USD: 6, 99 }\nr: { USD: 1,006.99, EUR: 5 }\n",
    "1:11-15 yaml/key-not-text  the comma ends the number, so 6,99 is read as 6 / use a point for decimals, and no commas or spaces: 6.99",
    '2:14-16 yaml/key-not-text  the key 99 is not text / put it in quotes: "99"',
    "3:11-19 yaml/key-not-text  the comma ends the number, so 1,006.99 is read as 1 / use a point for decimals, and no commas or spaces: 1006.99",
  ],
  [
    "a: { max: 1.000,50, min: 0,125, step: 1,000 }\n",
    "1:11-19 yaml/key-not-text  the comma ends the number, so 1.000,50 is read as 1.000 / use a point for decimals, and no commas or spaces: 1000.50",
    "1:26-31 yaml/key-not-text  the comma ends the number, so 0,125 is read as 0 / use a point for decimals, and no commas or spaces: 0.125",
    "1:39-44 yaml/key-not-text  the comma ends the number, so 1,000 is read as 1 / use a point for decimals, and no commas or spaces: 1000",
  ],
  [
    "q:\n  - id: age\n    options: [a, b\n  - id: next\n    page: info\n    heading: x\nb: 1\n",
    "3:14-15 yaml/unclosed-bracket  [ is never closed / add ] at the end; put text that starts with [ in quotes",
  ],
  [
    "q:\n  - id: age\n    options: five\n      - { label: A, value: a }\n      - { label: B, value: b }\n      - label: C\n    ask: How\nb: 1\n",
    '4:7-8 yaml/indentation  this list item is indented too far, so it would become part of the text above / if the list is what belongs to "options", delete "five"; if it is part of the text, put all of the text in quotes',
    "  3:14 the text starts here",
  ],
  [
    "q:\n  - options: five\n      - A\n  - options: six\n      - B\n",
    '3:7-8 yaml/indentation  this list item is indented too far, so it would become part of the text above / if the list is what belongs to "options", delete "five"; if it is part of the text, put all of the text in quotes',
    "  2:14 the text starts here",
    '5:7-8 yaml/indentation  this list item is indented too far, so it would become part of the text above / if the list is what belongs to "options", delete "six"; if it is part of the text, put all of the text in quotes',
    "  4:14 the text starts here",
  ],
  [
    "options:\n  - label: At work, value: at-work\n",
    '2:12-35 yaml/needs-quotes  text that contains ": " must be in quotes / write "At work, value: at-work"; if "value" is a key, write it in a line of its own, or put all keys of this line in { }',
  ],
  [
    "a: Good to meet you: {{ name }}.\nb:\n  - One thing: **keep** it.\n  - { c: Pace: {{ pace }}, d: 1 }\ne:\n  Heading: {{ name }}\n",
    '1:4-33 yaml/needs-quotes  text that contains ": " must be in quotes / write "Good to meet you: {{ name }}."',
    '3:5-28 yaml/needs-quotes  text that contains ": " must be in quotes / write "One thing: **keep** it."',
    '4:10-26 yaml/needs-quotes  text that contains ": " must be in quotes / write "Pace: {{ pace }}"',
    '6:12-22 yaml/needs-quotes  text that starts with {{ must be in quotes / write "{{ name }}"',
  ],
  [
    'a: It is simple: "keep" it.\nb: See: [the plan](plan) for more.\n',
    '1:4-28 yaml/needs-quotes  text that contains ": " must be in quotes / write \'It is simple: "keep" it.\'',
    '2:4-35 yaml/needs-quotes  text that contains ": " must be in quotes / write "See: [the plan](plan) for more."',
  ],
  [
    "a:\n  text:\n    First of all.\n    One thing: {{ name }} too.\n    And more.\n  b: 1\n",
    '2:3-8 yaml/block-text  the text under this key contains a colon, so it is read as another key / write "text: |"; then the lines below it are read as text, colons included',
  ],
  [
    "a:\n  - { b: c }\n  * { b: d }\n  * b: e\n",
    '3:3-4 yaml/other-dash  the list item begins with *, which is not a hyphen / write a hyphen and a space: "- { b: d }"',
    '4:3-4 yaml/other-dash  the list item begins with *, which is not a hyphen / write a hyphen and a space: "- b: e"',
  ],
  [
    "a: 1\n<!-- a remark -->\nb: 2\n",
    '2:1-18 yaml/syntax  a comment starts with #, not with <!-- / write "# a remark"',
  ],
  [
    "a:\n  - b: c\n  <!-- a remark -->\n  - b: d\n",
    '3:3-20 yaml/syntax  a comment starts with #, not with <!-- / write "# a remark"',
  ],
  [
    'a:\n  b:\n    - { c: "d, e: f }\n    - { c: g, e: h }\n    - { c: "i", e: j }\nk: 1\n',
    '3:12-22 yaml/unclosed-quote  this quotation mark is never closed / add " at the end of the text',
  ],
  [
    "p: { USD: 19.99, EUR: 18,49 € }\nq: { USD: $1,000.00, EUR: 18,49 EUR }\n",
    "1:23-30 yaml/key-not-text  the comma ends the number, so 18,49 € is read as 18 / use a point for decimals, and no commas, spaces or signs: 18.49",
    "2:11-20 yaml/key-not-text  the comma ends the number, so $1,000.00 is read as $1 / use a point for decimals, and no commas, spaces or signs: 1000.00",
    "2:27-36 yaml/key-not-text  the comma ends the number, so 18,49 EUR is read as 18 / use a point for decimals, and no commas, spaces or signs: 18.49",
  ],
  [
    "q:\n  - { label: A, value: a },\n  - [a, b],\n  - { label: C, value: c }\n",
    "2:27-28 yaml/syntax  there is nothing behind this comma / delete the comma: items that begin with a dash have none between them",
    "3:11-12 yaml/syntax  there is nothing behind this comma / delete the comma: items that begin with a dash have none between them",
  ],
  [
    "q:\n  - { label: A; value: a }\n  - { label: B， value: b }\n",
    '2:14-26 yaml/missing-comma  items in brackets are separated by ",", not by ";" / write `A, value: a`; if this is one text, put it in quotes',
    '3:14-26 yaml/missing-comma  items in brackets are separated by ",", not by "，" / write `B, value: b`; if this is one text, put it in quotes',
  ],
  [
    "max: 10.000\nstep: { a: -12.500, b: 1.125, c: 0.500, KWD: 12.500, d: 1.50 }\n",
    "1:6-12 yaml/bad-number  10.000 is read as 10: the point starts the decimals / write 10000 if thousands are meant, and 10 if not",
    "2:12-19 yaml/bad-number  -12.500 is read as -12.5: the point starts the decimals / write -12500 if thousands are meant, and -12.5 if not",
  ],
];
