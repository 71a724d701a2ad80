import type { Mirror } from '#pwa/local/mirror.ts';
import type { OutboxEntry } from '#pwa/local/outbox-entry.ts';
import type { Browser } from './browser.ts';
import type { BrowserPage } from './browser-page.ts';
import type { Network } from './network.ts';
import type { Office } from './page.ts';
import type { Person } from './template.ts';

/** A phone or a computer: its browser, its link, and whose it is. */
export class Device {
  readonly name: string;
  readonly owner: Person;
  readonly browser: Browser;
  readonly network: Network;
  /** How often its storage was evicted: what was queued before has a numbering of its own. */
  era = 0;
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
