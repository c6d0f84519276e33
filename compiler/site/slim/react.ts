import { type ESTree, parseSync, Visitor } from "vite";
import { applyEdits, type Edit } from "./edits.ts";

/**
 * Kinds of fiber, by the numbers of React's ReactWorkTags, that no page makes. An element of such a kind ends in React's
 * own error 156, "unknown unit of work tag"; the linter forbids importing what makes one.
 */
const ABSENT_KINDS: ReadonlySet<unknown> = new Set([
  4, // portal
  11, // forwardRef
  12, // profiler
  13, // suspense
  14, // memo
  15, // memo of a plain function
  16, // lazy
  17, // class component that suspended
  18, // server-rendered suspense boundary
  19, // suspense list
  21, // scope
  22, // offscreen
  23, // hidden, the old way
  24, // cache
  25, // tracing marker
  26, // hoisted title, meta, link, style, script
  27, // html, head, body
  28, // function component that suspended
  30, // view transition
  31, // activity
]);

/** Hooks that no component calls, left out of React's dispatchers. */
const ABSENT_HOOKS: ReadonlySet<string> = new Set([
  "useActionState",
  "useCacheRefresh",
  "useDeferredValue",
  "useFormState",
  "useHostTransitionStatus",
  "useImperativeHandle",
  "useInsertionEffect",
  "useMemoCache",
  "useOptimistic",
  "useSyncExternalStore",
  "useTransition",
]);

/** Exports that neither a page nor a library of ours takes, by the part of React that they stand in. */
const ABSENT_EXPORTS = {
  react: [
    "Activity",
    "Children",
    "Profiler",
    "PureComponent",
    "Suspense",
    "ViewTransition",
    "__COMPILER_RUNTIME",
    "addTransitionType",
    "cache",
    "cacheSignal",
    "cloneElement",
    "createRef",
    "forwardRef",
    "isValidElement",
    "lazy",
    "memo",
    "unstable_useCacheRefresh",
    "useActionState",
    "useDeferredValue",
    "useImperativeHandle",
    "useInsertionEffect",
    "useOptimistic",
    "useSyncExternalStore",
    "useTransition",
  ],
  "react-dom": [
    "browser",
    "createPortal",
    "preconnect",
    "prefetchDNS",
    "preinit",
    "preinitModule",
    "preload",
    "preloadModule",
    "requestFormReset",
    "unstable_batchedUpdates",
    "useFormState",
    "useFormStatus",
  ],
  "react-dom-client": ["createRoot"],
} as const;

/** The parts of React of which something is left out, by the names of their files without `.production.js`. */
export type ReactPart = keyof typeof ABSENT_EXPORTS;

/** The part of React that a file is, by its path; null for any other file. */
export function reactPart(path: string): ReactPart | null {
  const name = /\/cjs\/([\w-]+)\.production\.js$/.exec(path)?.[1] ?? "";
  return isReactPart(name) ? name : null;
}

function isReactPart(name: string): name is ReactPart {
  return Object.hasOwn(ABSENT_EXPORTS, name);
}

/** Functions of react-dom that serve absent kinds and hooks alone but are called by others, and what is left of each. */
const EMPTIED: Readonly<Record<string, string>> = {
  // View transitions: only a transition starts one.
  startViewTransition: "",
  trackEnterViewTransitions: "",
  commitEnterViewTransitions: "",
  commitExitViewTransitions: "",
  commitNestedViewTransitions: "",
  commitAfterMutationEffectsOnFiber: "",
  defaultOnDefaultTransitionIndicator: "",
  // References to fragments.
  isFragmentInstanceParent: "return false",
  commitNewChildToFragmentInstance: "",
  commitNewChildToFragmentInstances: "",
  deleteChildFromFragmentInstance: "",
  // Hoisted elements, and pictures or styles that a commit waits for.
  isHostHoistableType: "return false",
  accumulateSuspenseyCommitOnFiber: "",
  waitForCommitToBeReady: "return null",
  preloadInstanceAndSuspendIfNeeded: "",
  // Actions and forms with a function as their action.
  extractEvents$1: "",
  startTransition: "",
  startHostTransition: "",
  requestFormReset$1: "",
  recursivelyResetForms: "",
  entangleAsyncAction: "",
  TransitionAwareHostComponent: "",
  // Component stacks, which nothing here reports.
  getStackByFiberInDevAndProd: 'return ""',
  // Custom elements.
  isCustomElement: "return false",
  setPropOnCustomElement: "",
};

/** Starts of top-level statements of react-dom that only absent features use. */
const DROPPED = [
  "FragmentInstance.prototype.",
  "ViewTransitionPseudoElement.prototype.",
  "ReactDOMSharedInternals.d = {",
];

/** The version that the lists above were made for. */
const MADE_FOR = "19.3.1";

/**
 * A part of React without what no page uses, which is a third of React. null for another version than the one that this
 * was made for: that one is taken whole until somebody has looked at it. Throws where a part is not found in it.
 * @param code the part's production build
 */
export function slimReact(part: ReactPart, code: string): string | null {
  if (!code.includes(`exports.version = "${MADE_FOR}"`)) return null;
  const { program } = parseSync(`${part}.js`, code, { sourceType: "script" });
  const openings = ABSENT_EXPORTS[part].map((name) => `exports.${name} =`);
  const edits = dropped(program.body, code, openings);
  if (part === "react-dom-client") edits.push(...clientEdits(program, code));
  return applyEdits(code, edits);
}

/** What a build says of a version that is taken whole. */
export const WHOLE_REACT = `React is another version than ${MADE_FOR} and is taken whole, which is 28 kB more for every visitor. Once the browser tests pass with the new version in compiler/site/slim/react.ts, it is taken in part again.`;

function clientEdits(program: ESTree.Program, code: string): Edit[] {
  const found = new Set<string>();
  const edits = dropped(program.body, code, DROPPED);
  const edit = ({ start, end }: ESTree.Span, text: string) =>
    edits.push({ start, end, text });
  new Visitor({
    FunctionDeclaration({ id, body }) {
      const left = id === null ? undefined : EMPTIED[id.name];
      if (left === undefined || id === null || body === null) return;
      found.add(id.name);
      edit(body, `{ ${left} }`);
    },
    SwitchStatement(node) {
      if (isKind(node.discriminant)) edits.push(...absentCases(node));
    },
    Property({ key, value }) {
      if (key.type !== "Identifier" || !ABSENT_HOOKS.has(key.name)) return;
      found.add(key.name);
      edit(value, "null");
    },
    BinaryExpression(node) {
      const { operator, left, right } = node;
      const value = isKind(left) ? right : isKind(right) ? left : null;
      if (value?.type !== "Literal" || !ABSENT_KINDS.has(value.value)) return;
      if (operator === "===") edit(node, "false");
      if (operator === "!==") edit(node, "true");
    },
  }).visit(program);
  for (const name of [...Object.keys(EMPTIED), ...ABSENT_HOOKS])
    if (!found.has(name)) throw missing(name);
  return edits;
}

function isKind(node: ESTree.Node): boolean {
  return node.type === "MemberExpression"
    ? node.property.type === "Identifier" && node.property.name === "tag"
    : node.type === "Identifier" && node.name === "tag";
}

/**
 * Makes the absent cases of a switch unreachable: behind the case before it, which does not fall into it, or behind a label
 * that no kind has. What they declare stays declared. Of a case that is fallen into, only the label goes.
 */
function absentCases({ cases }: ESTree.SwitchStatement): Edit[] {
  const edits: Edit[] = [];
  let fallenInto = false;
  for (const [place, { start, end, test, consequent }] of cases.entries()) {
    const absent = test?.type === "Literal" && ABSENT_KINDS.has(test.value);
    if (absent) {
      const body = consequent[0]?.start ?? end;
      const label = place === 0 ? 'case "":' : "";
      const text = fallenInto ? "" : `${label} if (false) {`;
      edits.push({ start, end: body, text });
      if (!fallenInto) edits.push({ start: end, end, text: "}" });
    }
    if (!absent || fallenInto) fallenInto = !leaves(consequent.at(-1));
  }
  return edits;
}

/** Whether nothing after this statement of a case is reached from it. */
function leaves(statement: ESTree.Statement | undefined): boolean {
  switch (statement?.type) {
    case "BlockStatement":
      return leaves(statement.body.at(-1));
    case "ReturnStatement":
    case "BreakStatement":
    case "ContinueStatement":
    case "ThrowStatement":
      return true;
    default:
      return false;
  }
}

function dropped(
  body: readonly ESTree.Node[],
  code: string,
  openings: readonly string[],
): Edit[] {
  return openings.flatMap((opening) => {
    const found = body.filter(({ start }) => code.startsWith(opening, start));
    if (found.length === 0) throw missing(opening);
    return found.map(({ start, end }) => ({ start, end, text: "" }));
  });
}

function missing(part: string): Error {
  return new Error(
    `React ${MADE_FOR} has no "${part}": look at what is new in this version, then mend the lists in compiler/site/slim/react.ts.`,
  );
}
