import type { Db } from '#prisma/client.ts';
import { type Actor, audit, type Deed } from './audit.ts';

/** In milliseconds. */
const MINUTE = 60_000;
/** Deeds of a minute that are written as they come. */
const MOST_AT_ONCE = 10;
/** Rows for counted entries; each kind has one more row for the entries beyond them. */
const MOST_COUNTED = 7;

/**
 * Writes deeds that anybody can repeat, such as failed sign-ins: at most 20 rows a minute and process, however many
 * come. The first of a kind, name and place is written at once. Later ones are counted, and written at the end
 * of the minute; a process that is killed loses what it has counted.
 */
export class GatheredAudit {
  readonly #db: Db;
  readonly #tellFailure: (error: unknown) => void;
  /** The entries of this minute, with the number of unwritten ones. */
  readonly #seen = new Map<string, { actor: Actor; deed: Deed; count: number }>();
  #written = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param tellFailure receives the reason when entries were not written: they are counted again */
  constructor(db: Db, tellFailure: (error: unknown) => void) {
    this.#db = db;
    this.#tellFailure = tellFailure;
  }

  /** Never throws: the call fails in any case, for its own reason. */
  async note(actor: Actor, deed: Deed): Promise<void> {
    this.#timer ??= setTimeout(() => void this.flush(), MINUTE).unref();
    const key = [deed.kind, deed.name, deed.subject, deed.detail, actor.userId, actor.place].join(
      '\n',
    );
    const isNew = !this.#seen.has(key);
    if (isNew && this.#written < MOST_AT_ONCE) {
      this.#written += 1;
      this.#seen.set(key, { actor, deed, count: 0 });
      if (!(await this.#write(actor, deed))) this.#count(key, actor, deed, 1);
    } else this.#count(key, actor, deed, 1);
  }

  /** Writes the counts and begins the next minute. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#written = 0;
    const counted = [...this.#seen].filter(([, { count }]) => count > 0);
    this.#seen.clear();
    for (const [key, { actor, deed, count }] of counted) {
      if (!(await this.#write(actor, { ...deed, count }))) this.#count(key, actor, deed, count);
    }
  }

  #count(key: string, actor: Actor, deed: Deed, count: number): void {
    const counted = [...this.#seen.values()].filter((each) => each.count > 0);
    const isNamed = (this.#seen.get(key)?.count ?? 0) > 0 || counted.length < MOST_COUNTED;
    const among = isNamed ? { actor, deed } : { actor: SEVERAL, deed: { kind: deed.kind } };
    const place = isNamed ? key : deed.kind;
    const before = this.#seen.get(place)?.count ?? 0;
    this.#seen.set(place, { ...among, count: before + count });
  }

  async #write(actor: Actor, deed: Deed): Promise<boolean> {
    try {
      await audit(this.#db, actor, deed);
      return true;
    } catch (error) {
      this.#tellFailure(error);
      return false;
    }
  }
}

/** Callers that are counted together. */
const SEVERAL: Actor = { actor: 'visitor', userId: null, place: null, requestId: null };
