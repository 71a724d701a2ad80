import {
  COPY_KINDS,
  type CopyReport,
  type HoldingDevice,
  type WaitingCopy,
} from '#contract/backups/copies.ts';
import { namesOfDevices } from '#contract/backups/device-names.ts';
import type { Db, Tx } from '#prisma/client.ts';
import type { HeldCopyModel } from '#prisma/generated/sqlite/models.ts';
import {
  COPIED,
  type CopiedRow,
  type Copy,
  isMoment,
  keyOf,
  readHere,
  toCopy,
  WAITING,
  type Weighed,
  weigh,
} from './held-copies.ts';
import type { StoredDevice } from './offer-copies.ts';

/** What waits for an admin, and what devices have given back since the last restore. */
export async function reportCopies(db: Db): Promise<CopyReport> {
  const open = await db.heldCopy.findMany({ where: WAITING });
  const copies = open.map((held) => ({ held, copy: toCopy(held) }));
  const here = await readHere(
    db,
    copies.map(({ copy }) => copy),
  );
  const { restored } = here;
  const since = restored ? { decidedAt: { gte: restored.at } } : {};
  const taken = await db.heldCopy.findMany({ where: { state: 'taken', ...since } });
  const nameOf = await namingDevices(db, [...open, ...taken]);
  const waiting = copies.flatMap(({ held, copy }) => {
    const weighed = weigh(copy, here);
    const row = here.rows.get(keyOf(copy.list, copy.recordId));
    return weighed ? waitingOf(held, copy, weighed, row, nameOf(held)) : [];
  });
  return {
    restoredAt: restored?.at.toISOString() ?? null,
    waiting: waiting.sort(
      (one, other) =>
        COPY_KINDS.indexOf(one.kind) - COPY_KINDS.indexOf(other.kind) ||
        Date.parse(other.at) - Date.parse(one.at),
    ),
    taken: takenBy(taken, nameOf),
    left: await db.heldCopy.count({ where: { state: 'left', decidedBy: { not: null }, ...since } }),
  };
}

/** So many characters of a message are told. */
const BEGINNING = 200;

function waitingOf(
  { id, at }: HeldCopyModel,
  { list, row }: Copy,
  { kind, differences, entries }: Weighed,
  here: CopiedRow | undefined,
  devices: HoldingDevice[],
): WaitingCopy {
  const moments = Object.entries(COPIED[list].columns).flatMap(([name, column]) =>
    isMoment(column) && row[name] ? String(row[name]) : [],
  );
  const changed = [...moments, ...entries.map(({ arrivedAt }) => arrivedAt)].sort();
  const newest = entries.toSorted((one, other) => one.version - other.version).at(-1);
  const known = kind === 'erases' ? here : { ...here, ...row };
  return {
    id,
    kind,
    list,
    recordId: row.id,
    name: String(known?.playerName ?? known?.name ?? ''),
    text: String(known?.message ?? '').slice(0, BEGINNING),
    at: changed.at(-1) ?? at.toISOString(),
    by: newest?.by ?? null,
    entries: entries.length,
    differences,
    devices,
  };
}

function takenBy(
  rows: readonly HeldCopyModel[],
  nameOf: (held: HeldCopyModel) => HoldingDevice[],
): CopyReport['taken'] {
  const groups = new Map<string, CopyReport['taken'][number]>();
  for (const held of rows) {
    const devices = nameOf(held);
    const none = { applications: 0, contacts: 0, campaigns: 0, entries: 0, erasures: 0, devices };
    const key = JSON.stringify(devices);
    const counts = groups.get(key) ?? none;
    groups.set(key, counts);
    counts[held.kind === 'row' ? toCopy(held).list : 'erasures'] += 1;
    counts.entries += held.entries;
  }
  return [...groups.values()];
}

/** Names the devices that have a copy, by their users as they are called now; a removed account is its number. */
export async function namingDevices(
  db: Db | Tx,
  rows: readonly Pick<HeldCopyModel, 'devices'>[],
): Promise<(held: Pick<HeldCopyModel, 'devices'>) => HoldingDevice[]> {
  const users = new Map<number, string>();
  if (rows.length > 0) {
    const found = await db.user.findMany({ select: { id: true, username: true } });
    for (const { id, username } of found) users.set(id, username);
  }
  return ({ devices }) =>
    (JSON.parse(devices) as StoredDevice[])
      .map(({ userId, device }) => ({ username: users.get(userId) ?? `#${userId}`, device }))
      .sort((one, other) => namesOfDevices([one]).localeCompare(namesOfDevices([other])));
}
