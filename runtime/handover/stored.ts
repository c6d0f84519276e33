/** As the app reads it: what did not fit into the storage is in the tab's own. */
export function readStored(name: string): unknown {
  try {
    const text = sessionStorage.getItem(name) ?? localStorage.getItem(name);
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/** As the app writes it. Where both storages are blocked or full, it holds for this document. */
export function writeStored(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    try {
      localStorage.setItem(name, text);
      sessionStorage.removeItem(name);
    } catch {
      sessionStorage.setItem(name, text);
    }
  } catch {
    return;
  }
}
