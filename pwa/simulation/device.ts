import type { HistoryEntry } from '#contract/applications.ts';
import { noteName, notesIn } from '#contract/unsent.ts';
import type { ListState, LossState } from '#pwa/local/database/meta-state.ts';
import type { Ended, Ending, InFlight, OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import {
  type GoneRecord,
  type HistoryPage,
  type KeptCopy,
  type ListName,
  PAGE_TABLES,
  type Page,
  type Question,
  type VersionedRow,
} from '#pwa/local/database/rows.ts';
import { CookieJar } from '#pwa/test/cookie-jar.ts';
import { entriesIn } from '#pwa/test/mirrored.ts';
import type { Browser } from './browser.ts';
import type { BrowserPage } from './browser-page.ts';
import type { Network } from './network.ts';
import type { Office } from './page.ts';
import type { Person } from './template.ts';

/** Changes of one person that were lost with an evicted storage. */
export interface Eviction {
  /** Changes that the server did not have at that time. */
  gone: Set<string>;
  /** All changes that were queued. */
  queued: ReadonlySet<string>;
  /** Lost changes that are noted outside of the storage and have not arrived since. */
  noted: Set<string>;
}

/** A row of a mirror, with the number of the full pull that it came with. */
export type MirroredRow = VersionedRow & { generation: number };

/** A phone or computer with its browser, network and owner. */
export class Device {
  readonly name: string;
  readonly owner: Person;
  readonly browser: Browser;
  readonly network: Network;
  /** Evictions so far. The outbox numbers its entries from 1 after each of them. */
  era = 0;
  /** By user id; empty once every loss was told. */
  readonly evictions = new Map<number, Eviction>();
  /** Somebody signed out here, so the mirror and its conflict questions are gone. */
  hasForgotten = false;
  /** Its clock was weeks ahead, so that a page may have taken its copy for too old to be kept. */
  hasLeapt = false;
  /** What it offers after a restore does not arrive. */
  isMute = false;

  constructor(name: string, owner: Person, browser: Browser, network: Network) {
    this.name = name;
    this.owner = owner;
    this.browser = browser;
    this.network = network;
  }

  /** History was deleted to make room; it is read again only with its application. */
  get hasTrimmed(): boolean {
    return this.browser.refusedWrites > 0;
  }

  get life(): string {
    return `${this.name}#${this.era}`;
  }

  /** Pages with a signed-in user. */
  offices(): { page: BrowserPage; office: Office }[] {
    return this.browser.pages.flatMap((page) => {
      const office = page.isFrozen ? null : page.office;
      return office ? [{ page, office }] : [];
    });
  }

  queueOf(userId: number): readonly OutboxEntry[] {
    return this.browser.rows<OutboxEntry>(`agency-${userId}`, 'outbox');
  }

  /** The numbers of the entries in flight. */
  seqsInFlight(userId: number): Set<number> {
    const marks = this.browser.rows<InFlight>(`agency-${userId}`, 'inFlight');
    return new Set(marks.flatMap(({ seqs }) => seqs));
  }

  /** The questions that wait for the person. */
  questionsOf(userId: number): readonly Question[] {
    return this.browser.rows(`agency-${userId}`, 'questions');
  }

  /** The accepted changes that the device keeps for a replay. */
  acknowledgedOf(userId: number): OutboxEntry[] {
    const kept = this.browser.rows<Ended>(`agency-${userId}`, 'ended');
    return kept.flatMap(({ entries }) => entries);
  }

  /** How this device remembers that a change has left its queue the last time. */
  endingOf(userId: number, key: string): Ending | undefined {
    const groups = this.browser.rows<Ended>(`agency-${userId}`, 'ended');
    return groups.findLast(({ keys }) => keys.includes(key))?.how;
  }

  /** What this device knows about changes that an eviction lost, if it has asked. */
  lossOf(userId: number): LossState | undefined {
    const meta = this.browser.rows<{ key: string } | LossState>(`agency-${userId}`, 'meta');
    return meta.find((row): row is LossState => row.key === 'loss');
  }

  /** Keys of a person's changes that are noted outside of the storage. */
  notedOf(userId: number): string[] {
    const { cookie } = new CookieJar(this.browser.cookies);
    return notesIn(cookie, false).find((note) => note.userId === userId)?.keys ?? [];
  }

  /** The note was set by an answer to a closed page, after the open pages wrote theirs. */
  hasOldNote(userId: number): boolean {
    return this.browser.cookies.ofAnswers.has(noteName(userId));
  }

  /** The rows of a list as the pages on the disk have them: the same array until one is written. */
  rowsOf(userId: number, list: ListName): readonly MirroredRow[] {
    const pages = this.browser.rows<Page<VersionedRow>>(`agency-${userId}`, PAGE_TABLES[list]);
    const known = mirrored.get(pages) ?? newestIn(pages);
    mirrored.set(pages, known);
    return known;
  }

  historyOf(userId: number): HistoryEntry[] {
    return entriesIn(this.historyPagesOf(userId));
  }

  /** What it has kept of databases that backups have replaced. */
  copiesOf(userId: number): readonly KeptCopy[] {
    return this.browser.rows(`agency-${userId}`, 'copies');
  }

  /** Those that the server was not offered since its last restore. */
  unofferedOf(userId: number): readonly KeptCopy[] {
    const meta = this.browser.rows<{ key: string; offered?: number }>(`agency-${userId}`, 'meta');
    const { offered = 0 } = meta.find(({ key }) => key === 'server') ?? {};
    return this.copiesOf(userId).filter(({ id }) => id > offered);
  }

  /** The records that the device has seen deleted. */
  goneOf(userId: number): readonly GoneRecord[] {
    return this.browser.rows(`agency-${userId}`, 'gone');
  }

  historyPagesOf(userId: number): readonly HistoryPage[] {
    return this.browser.rows(`agency-${userId}`, 'historyPages');
  }

  /** How far the mirror of a list has come; undefined before the first pull. */
  listStateOf(userId: number, list: ListName): ListState | undefined {
    const meta = this.browser.rows<{ key: string }>(`agency-${userId}`, 'meta');
    return meta.find((row): row is ListState => row.key === list);
  }
}

/** The rows of pages that were read already. */
const mirrored = new WeakMap<readonly Page<VersionedRow>[], readonly MirroredRow[]>();

function newestIn(pages: readonly Page<VersionedRow>[]): readonly MirroredRow[] {
  const newest = new Map<VersionedRow['id'], { generation: number; row: VersionedRow }>();
  for (const { generation, rows } of pages) {
    for (const row of rows) {
      const other = newest.get(row.id);
      const age = other && (generation - other.generation || row.version - other.row.version);
      if (age === undefined || age > 0) newest.set(row.id, { generation, row });
    }
  }
  return Array.from(newest.values(), ({ generation, row }) => ({ ...row, generation }));
}
