/** As the app reads it: what did not fit into the storage is in the tab's own. */
export function readStored(name: string): unknown {
  try {
    const text = sessionStorage.getItem(name) ?? localStorage.getItem(name);
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
