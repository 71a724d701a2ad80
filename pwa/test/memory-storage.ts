/** `localStorage` for tests without a browser; keys are own properties, as in the real one. */
export class MemoryStorage {
  [key: string]: unknown;

  get length(): number {
    return Object.keys(this).length;
  }

  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }

  setItem(key: string, value: string): void {
    this[key] = value;
  }

  removeItem(key: string): void {
    delete this[key];
  }

  clear(): void {
    for (const key of Object.keys(this)) delete this[key];
  }
}
