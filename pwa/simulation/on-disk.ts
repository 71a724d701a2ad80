import type { Device } from './device.ts';
import type { Beside } from './recorded.ts';
import { Violation } from './violation.ts';

/** The one table with words of a user that are not sent: only the user throws them away. */
const UNSENT = 'outbox';

/** Checks that no table of the server holds an address of a person who was erased. Reads the tables as they are. */
export function checkServerDisk(file: Beside, erased: ReadonlySet<string>): void {
  if (erased.size === 0) return;
  const tables = file.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).all() as {
    name: string;
  }[];
  for (const { name: table } of tables) {
    const rows = file.prepare(`SELECT * FROM "${table}"`).all();
    refuse(`The table ${table} of the server`, JSON.stringify(rows), erased);
  }
}

/**
 * Checks the same of the disk of a device whose user's mirror is up to date: its tables, what it keeps beside them, and
 * the database of its stand. Reads the disk, not what the product would show of it.
 */
export function checkDeviceDisk(
  { name, owner, browser }: Device,
  erased: ReadonlySet<string>,
): void {
  if (erased.size === 0) return;
  for (const database of [`agency-${owner.id}`, 'visitor']) {
    for (const table of browser.tablesOf(database)) {
      if (table === UNSENT) continue;
      const rows = browser.rows(database, table);
      refuse(`${table} of ${database} on ${name}`, JSON.stringify(rows), erased);
    }
  }
  const beside = Object.entries(browser.storage).filter(([key]) => {
    return !/^draft:/.test(key) || key.startsWith(`draft:${owner.id}:`);
  });
  refuse(`The storage of ${name}`, JSON.stringify(beside), erased);
  refuse(`A cookie of ${name}`, JSON.stringify([...browser.cookies]), erased);
}

/** Checks that a device that was reported lost has kept nothing: no row, no change, no words of a visitor. */
export function checkLostDisk({ name, browser }: Device, userId: number): void {
  for (const [database, tables] of [
    [`agency-${userId}`, browser.tablesOf(`agency-${userId}`)],
    ['visitor', [UNSENT]],
  ] as const) {
    const left = tables.find((table) => browser.rows(database, table).length > 0);
    if (left) throw new Violation(`${name} was reported lost, and keeps ${left} of ${database}.`);
  }
  const draft = Object.keys(browser.storage).find((key) => key.startsWith(`draft:${userId}:`));
  if (draft) throw new Violation(`${name} was reported lost, and keeps ${draft}.`);
}

function refuse(where: string, text: string, erased: ReadonlySet<string>): void {
  const said = text.toLowerCase();
  const left = [...erased].find((address) => said.includes(address));
  if (left) throw new Violation(`${where} holds ${left}, who was erased.`);
}
