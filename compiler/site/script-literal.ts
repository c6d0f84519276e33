const PLAIN_KEY = /^[A-Za-z_$][\w$]*$/;

/** Data as a script has it, as short as it can be said; what JSON would leave out is left out. */
export function scriptLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(scriptLiteral).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .map(([key, each]) => `${keyOf(key)}:${scriptLiteral(each)}`);
    return `{${entries.join(",")}}`;
  }
  if (typeof value === "boolean") return value ? "!0" : "!1";
  return JSON.stringify(value ?? null);
}

/** In quotes where it is no name, and computed where it would be the prototype instead of a key. */
function keyOf(key: string): string {
  if (key === "__proto__") return '["__proto__"]';
  return PLAIN_KEY.test(key) ? key : JSON.stringify(key);
}
