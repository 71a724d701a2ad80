import { noteName, notesIn } from '#contract/unsent.ts';
import type { Mirror } from '#pwa/local/mirror.ts';
import type { InFlight, OutboxEntry } from '#pwa/local/outbox-entry.ts';
import type { LossState } from '#pwa/local/rows.ts';
import { CookieJar } from '#pwa/test/cookie-jar.ts';
import type { Browser } from './browser.ts';
import type { BrowserPage } from './browser-page.ts';
import type { Network } from './network.ts';
import type { Office } from './page.ts';
import type { Person } from './template.ts';

/** What an evicted storage has taken along of one person's changes. */
export interface Eviction {
  /** Changes that the server did not have when they went. */
  gone: Set<string>;
  /** Those of them that were noted outside of the storage and have not arrived since. */
  noted: Set<string>;
}

/** A phone or a computer: its browser, its link, and whose it is. */
export class Device {
  readonly name: string;
  readonly owner: Person;
  readonly browser: Browser;
  readonly network: Network;
  /** How often its storage was evicted: what was queued before has a numbering of its own. */
  era = 0;
  /** By the person's id; nothing where all was told. */
  readonly evictions = new Map<number, Eviction>();
  /** Somebody has signed out here: what was asked of them went with the mirror. */
  hasForgotten = false;

  constructor(name: string, owner: Person, browser: Browser, network: Network) {
    this.name = name;
    this.owner = owner;
    this.browser = browser;
    this.network = network;
  }

  /** History was thrown away to make room, and is read again only with its application. */
  get hasTrimmed(): boolean {
    return this.browser.refusedWrites > 0;
  }

  get life(): string {
    return `${this.name}#${this.era}`;
  }

  /** The pages in which somebody is at work. */
  offices(): { page: BrowserPage; office: Office }[] {
    return this.browser.pages.flatMap((page) => {
      const office = page.isFrozen ? null : page.app.office();
      return office ? [{ page, office }] : [];
    });
  }

  queueOf(userId: number): OutboxEntry[] {
    return this.browser.rows<OutboxEntry>(`agency-${userId}`, 'outbox');
  }

  /** Whether something of the queue is under way. */
  sends(userId: number): boolean {
    return this.browser.rows<InFlight>(`agency-${userId}`, 'inFlight').length > 0;
  }

  /** What this device has found out about changes that an evicted storage took along, if it has. */
  lossOf(userId: number): LossState | undefined {
    const meta = this.browser.rows<{ key: string } | LossState>(`agency-${userId}`, 'meta');
    return meta.find((row): row is LossState => row.key === 'loss');
  }

  /** What of a person's changes is noted outside of the storage. */
  notedOf(userId: number): string[] {
    const { cookie } = new CookieJar(this.browser.cookies);
    return notesIn(cookie).find((note) => note.userId === userId)?.keys ?? [];
  }

  /** The note is of an answer to a page that is gone: it came after what the open ones noted. */
  hasOldNote(userId: number): boolean {
    return this.browser.cookies.ofAnswers.has(noteName(userId));
  }

  rowsOf(
    userId: number,
    table: keyof Pick<Mirror, 'applications' | 'contacts' | 'campaigns' | 'history'>,
  ) {
    return this.browser.rows<{ id: string | number; generation?: number }>(
      `agency-${userId}`,
      table,
    );
  }
}
