import MagicString from "magic-string";
import { parseSync } from "vite";

/** A small change of a program that some test has to notice. */
export interface Mutant {
  /** File, line and what is changed to what: the name under which it may be excused. */
  readonly name: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** The file of a mutant with this name. */
export function fileOf(name: string): string {
  return name.slice(0, name.indexOf(": "));
}

interface Change {
  readonly start: number;
  readonly end: number;
  readonly from: string;
  readonly to: string;
  readonly isStatement: boolean;
}

const COMPARED: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
};

/**
 * All mutants of a module, and the module with every one of them in it: `globalThis.mutant` is the name of the one that
 * is at work, and `globalThis.met` is told of each that is come by.
 */
export function mutate(
  file: string,
  source: string,
): { readonly code: string; readonly mutants: readonly Mutant[] } {
  const { program } = parseSync(file, source);
  const changes: Change[] = [];
  visit(program, false, source, changes);
  const text = new MagicString(source);
  const mutants: Mutant[] = [];
  const names = new Map<string, number>();
  // From the inside out, so that what is changed stays whole.
  for (const change of changes.toSorted(
    (one, other) => one.end - one.start - (other.end - other.start),
  )) {
    const { start, end, from, to, isStatement } = change;
    const line = source.slice(0, start).split("\n").length;
    const short = (code: string) => code.replaceAll(/\s+/g, " ").slice(0, 80);
    const plain = `${file}: ${short(from)} → ${short(to)}`;
    const count = (names.get(plain) ?? 0) + 1;
    names.set(plain, count);
    const name = count === 1 ? plain : `${plain} (${count})`;
    mutants.push({ name, file, line });
    const key = JSON.stringify(name);
    const met = `(globalThis.met?.(${key}), globalThis.mutant === ${key})`;
    // In a block, or an `else` behind it would be that of this `if`.
    if (isStatement)
      text.prependRight(start, `{if (!${met}) {`).appendLeft(end, "}}");
    else
      text.prependRight(start, `(${met} ? (${to}) : (`).appendLeft(end, "))");
  }
  return { code: text.toString(), mutants };
}

/** What is looked at of a node of the syntax tree. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function visit(
  node: unknown,
  inFunction: boolean,
  source: string,
  changes: Change[],
): void {
  if (!isNode(node)) return;
  if (node.type.startsWith("TS") && node.type !== "TSNonNullExpression") return;
  const inside = inFunction || /Function/.test(node.type);
  // What runs when a module is loaded is met before any test.
  if (inside) changes.push(...changesOf(node, source));
  for (const value of Object.values(node))
    for (const child of [value].flat()) visit(child, inside, source, changes);
}

function changesOf(node: Node, source: string): Change[] {
  const codeOf = (child: unknown) =>
    isNode(child) ? source.slice(child.start, child.end) : "";
  const replaced = (child: unknown, to: string): Change[] =>
    isNode(child)
      ? [
          {
            start: child.start,
            end: child.end,
            from: codeOf(child),
            to,
            isStatement: false,
          },
        ]
      : [];
  switch (node.type) {
    case "IfStatement":
      return [
        ...replaced(node["test"], "true"),
        ...replaced(node["test"], "false"),
      ];
    case "ConditionalExpression":
      return replaced(node["test"], `!(${codeOf(node["test"])})`);
    case "LogicalExpression":
      return [
        ...replaced(node, codeOf(node["left"])),
        ...replaced(node, codeOf(node["right"])),
      ];
    case "BinaryExpression": {
      const operator = String(node["operator"]);
      const other = COMPARED[operator];
      if (other === undefined) return [];
      const [left, right] = [codeOf(node["left"]), codeOf(node["right"])];
      // Of texts, nothing can be taken away.
      if (operator === "+" && /["'`]/.test(left + right)) return [];
      return replaced(node, `${left} ${other} ${right}`);
    }
    case "ExpressionStatement":
      return [
        {
          start: node.start,
          end: node.end,
          from: codeOf(node),
          to: "nothing",
          isStatement: true,
        },
      ];
    default:
      return [];
  }
}
