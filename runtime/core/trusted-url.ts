interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): unknown };
}

/** The address of a script, passed by a policy that knows it alone; as it is where the browser asks for none. */
export function trustedUrl(policy: string, url: string): unknown {
  const factory: unknown = Reflect.get(globalThis, "trustedTypes");
  if (!isFactory(factory)) return url;
  const rules = { createScriptURL: () => url };
  return factory.createPolicy(policy, rules).createScriptURL(url);
}

function isFactory(value: unknown): value is TrustedTypes {
  return typeof value === "object" && value !== null && "createPolicy" in value;
}
