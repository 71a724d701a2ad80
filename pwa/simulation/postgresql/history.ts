/** One thing that happened, as a device or a mail server saw it. `sent` and `heard` are places in the whole history. */
export type Happening =
  | ({ kind: 'call' } & Call)
  | ({ kind: 'answer' } & Answer)
  | ({ kind: 'read' } & Read)
  | ({ kind: 'delivery' } & Delivery);

/** A device sends a write. `effect` is what the database holds for it, if that is told apart: the text of a note. */
export interface Call {
  key: string;
  effect: string | null;
}

/** A device hears that a write was accepted. */
export interface Answer {
  device: string;
  sent: number;
  heard: number;
  key: string;
  effect: string | null;
  /** The row in the answer, such as `contacts 7`, and its version. */
  row: string | null;
  version: number;
}

/** A device hears a page of a list. */
export interface Read {
  device: string;
  sent: number;
  heard: number;
  list: string;
  /** The page holds all versions above it … */
  since: number;
  /** … below this one, if it is no first page … */
  before: number | null;
  /** … and from this one on, if it is not the last page. */
  next: number | null;
  /** The newest revision when the page was read. */
  revision: number;
  rows: readonly { row: string; version: number }[];
  /** The rows that it names as deleted. */
  gone: readonly string[];
}

/** A server hands a mail or a reminder to be delivered. */
export interface Delivery {
  /** Which life of which server. */
  process: string;
  at: number;
  address: string;
  /** Kind and moment, such as `inquiry 7`. */
  about: string;
  /** The mail server drops the same mail when it comes twice. Null for a message to a device. */
  mail: string | null;
}

/** What the database holds in the end. */
export interface End {
  revision: number;
  /** Accepted keys. */
  keys: ReadonlySet<string>;
  /** Keys whose records were erased, or whose database was replaced. */
  excused: ReadonlySet<string>;
  /** Every effect, as often as it is there. */
  effects: readonly string[];
  /** Such as `contacts 7`. */
  rows: ReadonlySet<string>;
  /** Servers that died or stood still, with the moment. */
  stops: readonly { process: string; at: number }[];
}

/** After this time, in ms, another server takes over a mail of a server that does not go on. */
const TAKEN_OVER_AFTER = 60_000;

/**
 * Reads a history afterwards: every acknowledged write is there once, reads never go back for a device, a page lacks no
 * version that it covers, and nobody gets a mail or reminder twice.
 *
 * @returns a sentence for each violation
 */
export function checkHistory(history: readonly Happening[], end: End): string[] {
  return [
    ...checkWrites(history, end),
    ...checkOrder(history),
    ...checkPages(history, end),
    ...checkDeliveries(history, end),
  ];
}

function checkWrites(history: readonly Happening[], { keys, excused, effects }: End): string[] {
  const violations: string[] = [];
  const called = new Map<string, Set<string>>();
  const accepted = new Map<string, Set<string>>();
  const note = (by: Map<string, Set<string>>, effect: string, key: string) => {
    by.set(effect, (by.get(effect) ?? new Set()).add(key));
  };
  for (const one of history) {
    if (one.kind === 'call' && one.effect !== null) note(called, one.effect, one.key);
    if (one.kind !== 'answer' || excused.has(one.key)) continue;
    if (one.effect !== null) note(accepted, one.effect, one.key);
    if (!keys.has(one.key)) {
      violations.push(`${one.device} was told that ${one.key} is accepted, and it is lost.`);
    }
  }
  const counts = new Map<string, number>();
  for (const effect of effects) counts.set(effect, (counts.get(effect) ?? 0) + 1);
  for (const [effect, { size }] of accepted) {
    const count = counts.get(effect) ?? 0;
    if (count < size)
      violations.push(`"${effect}" was accepted ${size} times: ${count} are there.`);
  }
  for (const [effect, { size }] of called) {
    const count = counts.get(effect) ?? 0;
    if (count > size) violations.push(`"${effect}" was sent by ${size} keys: ${count} are there.`);
  }
  return violations;
}

/** What a device hears after a call was sent is not older than what it had heard before that. */
function checkOrder(history: readonly Happening[]): string[] {
  const violations: string[] = [];
  const heard = new Map<string, { at: number; version: number }[]>();
  const told = history.filter((one) => one.kind === 'read' || one.kind === 'answer');
  const newest = (name: string, sent: number) =>
    (heard.get(name) ?? []).findLast(({ at }) => at < sent)?.version ?? 0;
  const hear = (name: string, at: number, version: number) => {
    const before = heard.get(name) ?? [];
    before.push({ at, version: Math.max(version, before.at(-1)?.version ?? 0) });
    heard.set(name, before);
  };
  for (const one of told.sort((first, other) => first.heard - other.heard)) {
    const { device, sent } = one;
    for (const { row, version } of versionsIn(one)) {
      const name = `${device} ${row}`;
      const floor = newest(name, sent);
      if (version < floor) {
        violations.push(`${device} has read ${row} at ${floor}, and then at ${version}.`);
      }
      hear(name, one.heard, version);
    }
    // The next read sees what was written before it.
    if (one.kind === 'answer') hear(`${device} revision`, one.heard, one.version);
  }
  return violations;
}

/** What a device is told, as versions of rows and of the whole. */
function versionsIn(one: Extract<Happening, { kind: 'read' | 'answer' }>) {
  if (one.kind === 'read') return [{ row: 'revision', version: one.revision }, ...one.rows];
  return one.row === null ? [] : [{ row: one.row, version: one.version }];
}

/** A page holds every version that it covers, of rows that are still there and were never deleted. */
function checkPages(history: readonly Happening[], { rows: left, revision: last }: End): string[] {
  const violations: string[] = [];
  const reads = history.filter((one) => one.kind === 'read');
  const versions = new Map<string, Set<number>>();
  const know = (row: string, version: number) =>
    versions.set(row, (versions.get(row) ?? new Set()).add(version));
  for (const one of history) {
    if (one.kind === 'read') for (const { row, version } of one.rows) know(row, version);
    if (one.kind === 'answer' && one.row !== null) know(one.row, one.version);
  }
  const gone = new Set(reads.flatMap((read) => read.gone));
  for (const read of reads) {
    const { list, since, before, next, revision, heard, device } = read;
    if (revision > last)
      violations.push(`${device} has read ${revision}, and ${last} is the last.`);
    const upTo = Math.min(revision, (before ?? Number.POSITIVE_INFINITY) - 1);
    const from = Math.max(since + 1, next ?? 0);
    const later = reads.filter(({ sent }) => sent > heard).map((other) => other.revision);
    const ceiling = Math.min(last, ...later);
    const here = new Set(read.rows.map(({ row }) => row));
    for (const [row, known] of versions) {
      if (!row.startsWith(`${list} `) || here.has(row) || !left.has(row) || gone.has(row)) continue;
      const covered = [...known].filter((version) => version >= from && version <= upTo);
      // It may have changed once more before the rows were read.
      const hasMoved = [...known].some((version) => version > upTo && version <= ceiling);
      if (covered.length === 0 || hasMoved) continue;
      violations.push(
        `${device} has read ${list} from ${since} to ${revision} without ${row} at ${covered}.`,
      );
    }
  }
  return violations;
}

/** One mail or message per address, kind and moment, unless a server has stopped in between. */
function checkDeliveries(history: readonly Happening[], { stops }: End): string[] {
  const violations: string[] = [];
  const before = new Map<string, Delivery>();
  for (const one of history) {
    if (one.kind !== 'delivery') continue;
    const name = `${one.address}: ${one.about}`;
    const first = before.get(name);
    before.set(name, one);
    if (!first) continue;
    const hasStopped = stops.some(({ process, at }) => process === first.process && at >= first.at);
    const isTakenOver = one.at - first.at >= TAKEN_OVER_AFTER && one.mail === first.mail;
    if (hasStopped && isTakenOver) continue;
    violations.push(`${name} was sent by ${first.process} and again by ${one.process}.`);
  }
  return violations;
}
