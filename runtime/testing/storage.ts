/** A storage with a switch for each way it fails. */
export class FakeStorage implements Storage {
  readonly entries = new Map<string, string>();
  full = false;
  broken = false;

  get length(): number {
    return this.entries.size;
  }
  key(index: number): string | null {
    return [...this.entries.keys()][index] ?? null;
  }
  getItem(key: string): string | null {
    if (this.broken) throw new DOMException("no", "SecurityError");
    return this.entries.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    if (this.full) throw new DOMException("no", "QuotaExceededError");
    this.entries.set(key, value);
  }
  removeItem(key: string): void {
    this.entries.delete(key);
  }
  clear(): void {
    this.entries.clear();
  }
}
