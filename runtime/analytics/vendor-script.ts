/** Loads a vendor's script from this one address; rejects when it cannot be had. */
export function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const element = document.createElement("script");
    element.async = true;
    element.addEventListener("load", () => resolve());
    element.addEventListener("error", () =>
      reject(new Error("the script could not be loaded")),
    );
    // The setter takes a trusted address where the browser asks for one.
    Object.assign(element, { src: trusted(url) });
    document.head.append(element);
  });
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): unknown };
}

/** A policy that knows this address alone. */
function trusted(url: string): unknown {
  const factory = trustedTypes();
  if (factory === null) return url;
  const policy = factory.createPolicy("vendor-script", {
    createScriptURL: () => url,
  });
  return policy.createScriptURL(url);
}

function trustedTypes(): TrustedTypes | null {
  const found: unknown = Reflect.get(globalThis, "trustedTypes");
  return isFactory(found) ? found : null;
}

function isFactory(value: unknown): value is TrustedTypes {
  return typeof value === "object" && value !== null && "createPolicy" in value;
}
