import { ANONYMISED } from '#contract/fields/anonymised.ts';
import { newId } from '#contract/fields/ids.ts';

/** A record or an entry of the history, and when it was acknowledged. */
interface Acknowledged {
  /** `application <id>`, `inquiry <address>` or `entry <id>`. */
  thing: string;
  email: string;
  at: number;
}

interface Erasure {
  email: string;
  at: number;
  /** Whether a phone has pulled since. */
  isSeen: boolean;
}

/** What a server has acknowledged until its disk was lost. */
export class Ledger {
  readonly acknowledged: Acknowledged[] = [];
  readonly erasures: Erasure[] = [];
  readonly #erasing = new Set<string>();
  #isClosed = false;

  acknowledge(thing: string, email: string): void {
    if (!this.#isClosed) this.acknowledged.push({ thing, email, at: performance.now() });
  }

  /** An erasure is about to be asked for: from now on nothing of the person counts as lost. */
  beginErasure(email: string): void {
    this.#erasing.add(email);
  }

  isErasing(email: string | null): boolean {
    return email === null || email === ANONYMISED.email || this.#erasing.has(email);
  }

  erased(email: string): void {
    if (!this.#isClosed) this.erasures.push({ email, at: performance.now(), isSeen: false });
  }

  /** A phone began to pull at this moment, and has pulled. */
  erasuresSeen(since: number): void {
    if (this.#isClosed) return;
    for (const erasure of this.erasures) if (erasure.at < since) erasure.isSeen = true;
  }

  /** The disk is lost. */
  close(): void {
    this.#isClosed = true;
  }
}

/** The address of a person who is nowhere else. */
export function uniqueAddress(kind: 'player' | 'visitor'): string {
  return `${kind}-${newId()}@example.org`;
}
