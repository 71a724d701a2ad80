import * as v from 'valibot';
import { ANONYMISED } from '#contract/fields/anonymised.ts';
import type { Language } from '#contract/fields/vocabulary.ts';
import { LEGAL_PAGES } from '#contract/paths/public-pages.ts';
import { Problem } from '#contract/problems.ts';
import {
  LEGAL_FIELDS,
  NO_CONTENT,
  picturesOf,
  type ShownPlayer,
  SiteContent,
  type SiteVersion,
  type SiteVersionContent,
} from '#contract/site.ts';
import { foldText } from '#contract/values/fold-text.ts';
import { type Db, readRows, type Tx } from '#prisma/client.ts';
import type { PublicationModel } from '#prisma/generated/sqlite/models.ts';
import { type Actor, audit } from '#server/domain/common/audit.ts';
import { refuseMissing } from '#server/domain/common/missing.ts';
import { nextRevision } from '#server/domain/replication/revision.ts';
import { hasPortrait } from './portraits.ts';

/** How many versions the list has. */
const LISTED = 200;
/** How many versions are read at once to find a change. */
const AT_ONCE = 50;
/** The texts and the settings of the legal pages. */
const LEGAL_PATH = new RegExp(`^(legal|${LEGAL_PAGES.join('|')})\\.`);
const LEGAL_FACTS = [...LEGAL_FIELDS, 'licence', 'licenceLink', 'email', 'phone'] as const;

/** The version that the public site shows; null before the first publication. */
export async function currentVersion(db: Db | Tx): Promise<SiteVersionContent | null> {
  const id = await currentVersionId(db);
  const row = id === null ? null : await db.publication.findUnique({ where: { id } });
  return row && withContent(db, row);
}

// By SQL: every commit asks for it, and so does a start, of which Prisma's first query would be a third.
const NEWEST = 'SELECT "id" FROM "Publication" ORDER BY "id" DESC LIMIT 1';

/** The id of the newest version; null before the first publication. */
export async function currentVersionId(db: Db | Tx): Promise<number | null> {
  const [row] = await readRows<Pick<PublicationModel, 'id'>>(db, NEWEST);
  return row?.id ?? null;
}

/** When a publication last changed what a legal page says, ISO 8601; empty while all of it is as shipped. */
export async function legalChangedAt(db: Db): Promise<string> {
  let changedAt = '';
  let said: string | undefined;
  let before: number | undefined;
  for (;;) {
    const rows = await db.publication.findMany({
      where: before === undefined ? {} : { id: { lt: before } },
      orderBy: { id: 'desc' },
      take: AT_ONCE,
      select: { id: true, content: true, createdAt: true },
    });
    for (const { content, createdAt } of rows) {
      const says = legalPart(v.parse(SiteContent, JSON.parse(content)));
      if (said !== undefined && says !== said) return changedAt;
      said = says;
      changedAt = createdAt.toISOString();
    }
    before = rows.at(-1)?.id;
    if (rows.length < AT_ONCE) return said === legalPart(NO_CONTENT) ? '' : changedAt;
  }
}

/** What the legal pages say of a content, to be compared. */
function legalPart({ settings, texts }: SiteContent): string {
  const facts = LEGAL_FACTS.map((name) => settings[name]);
  const own = Object.entries(texts).flatMap(([language, byPath]) =>
    Object.entries(byPath)
      .filter(([path]) => LEGAL_PATH.test(path))
      .map(([path, text]) => `${language}.${path}: ${text}`),
  );
  return JSON.stringify([facts, own.sort()]);
}

/** Throws `site-version-not-found`. */
export async function readVersion(db: Db, id: number): Promise<SiteVersionContent> {
  const row = await db.publication.findUnique({ where: { id } });
  return withContent(db, row ?? refuseMissing('site-version'));
}

/** A version without its content. Throws `site-version-not-found`. */
export async function getVersion(db: Tx, id: number): Promise<SiteVersion> {
  const row = await db.publication.findUnique({ where: { id }, omit: { content: true } });
  const found = row ?? refuseMissing('site-version');
  return toVersion(found, await namesOf(db, [found]));
}

/** The newest versions, newest first. */
export async function listVersions(db: Db): Promise<SiteVersion[]> {
  const rows = await db.publication.findMany({
    orderBy: { id: 'desc' },
    take: LISTED,
    omit: { content: true },
  });
  const names = await namesOf(db, rows);
  return rows.map((row) => toVersion(row, names));
}

/**
 * Adds a version, unless there is a newer one than `base`. Only the newest version names players: one that is brought
 * back leaves them as they are, and whoever has withdrawn the consent is in none.
 */
export async function publish(
  tx: Tx,
  {
    base,
    content: { settings, texts },
    restores,
  }: { base: number | null; content: SiteContent; restores: number | null },
  actor: Actor & { userId: number },
  at: Date,
): Promise<SiteVersion> {
  // Of two callers at once, the second one waits here for the first.
  await nextRevision(tx);
  const before = await currentVersion(tx);
  if ((before?.id ?? null) !== base) {
    throw new Problem('published-meanwhile', 'Somebody has published meanwhile.');
  }
  const players = before?.content.settings.shownPlayers ?? [];
  const wanted = restores === null ? settings.shownPlayers : undefined;
  const shownPlayers = wanted ? await withoutErased(tx, wanted, players) : players;
  const content = { settings: { ...settings, shownPlayers }, texts };
  for (const id of picturesOf(content.settings)) {
    if (await hasPortrait(tx, id)) continue;
    const message = `The picture ${id} is not stored.`;
    const { portrait, mark, shared } = settings;
    const fields = {
      shared: Object.values(shared),
      portrait: [portrait?.id],
      mark: [mark?.icon.id, mark?.tile.id],
    };
    const [field = 'shownPlayers'] =
      Object.entries(fields).find(([, ids]) => ids.includes(id)) ?? [];
    throw new Problem('invalid-input', message, {
      fields: { [`content.settings.${field}`]: message },
    });
  }
  return addVersion(tx, { before, content, restores }, actor, at);
}

/** The players but those who were erased since this content was typed: their application is gone, or anonymous. */
async function withoutErased(
  tx: Tx,
  players: ShownPlayer[],
  before: readonly ShownPlayer[],
): Promise<ShownPlayer[]> {
  const id = { in: players.flatMap(({ applicationId }) => applicationId ?? []) };
  const where = { id, email: { not: ANONYMISED.email } };
  const rows = await tx.application.findMany({ where, select: { id: true } });
  // An application may go for another reason.
  const known = new Set([...rows.map((row) => row.id), ...before.map((one) => one.applicationId)]);
  return players.filter(({ applicationId }) => applicationId === null || known.has(applicationId));
}

/** Call it with the lock of `nextRevision`. */
async function addVersion(
  tx: Tx,
  {
    before,
    content,
    restores,
  }: { before: SiteVersionContent | null; content: SiteContent; restores: number | null },
  actor: Actor & { userId: number },
  at: Date,
): Promise<SiteVersion> {
  if (before?.content.settings.shownPlayers?.length) {
    await forgetPlayers(tx, before, picturesOf(content.settings));
  }
  const data = {
    content: JSON.stringify(content),
    createdAt: at,
    userId: actor.userId,
    restores,
  };
  const row = await tx.publication.create({ data });
  const detail = restores === null ? null : `version:${restores}`;
  await audit(tx, actor, { kind: 'site-published', subject: `version:${row.id}`, detail });
  return toVersion(row, await namesOf(tx, [row]));
}

/** Takes the players out of a version that is no longer the newest, and deletes their pictures but those to keep. */
async function forgetPlayers(
  tx: Tx,
  { id, content: { settings, texts } }: SiteVersionContent,
  keep: readonly string[],
): Promise<void> {
  const content = JSON.stringify({ settings: { ...settings, shownPlayers: undefined }, texts });
  await tx.publication.update({ where: { id }, data: { content } });
  const pictures = (settings.shownPlayers ?? []).flatMap(({ picture }) => picture?.id ?? []);
  await tx.portrait.deleteMany({ where: { id: { in: pictures, notIn: [...keep] } } });
}

/** A person, as players on the site may name one. */
export interface ShownPerson {
  applicationIds: readonly string[];
  names: readonly string[];
}

/** What the site shows of a person, hidden entries too. */
export async function playersAbout(db: Db | Tx, person: ShownPerson): Promise<ShownPlayer[]> {
  const current = await currentVersion(db);
  return (current?.content.settings.shownPlayers ?? []).filter(isAbout(person));
}

/** Takes a person off the site. Publishes nothing if it shows none. Call it with the lock of `nextRevision`. */
export async function takeOffPlayers(
  tx: Tx,
  person: ShownPerson,
  actor: Actor & { userId: number },
  at: Date,
): Promise<void> {
  const before = await currentVersion(tx);
  if (!before) return;
  const { settings, texts } = before.content;
  const isOf = isAbout(person);
  const players = settings.shownPlayers ?? [];
  const shownPlayers = players.filter((player) => !isOf(player));
  if (shownPlayers.length === players.length) return;
  const content = { settings: { ...settings, shownPlayers }, texts };
  await addVersion(tx, { before, content, restores: null }, actor, at);
}

/** Whether an entry is of this person: by its application, or by the name if it has none. */
function isAbout({ applicationIds, names }: ShownPerson): (player: ShownPlayer) => boolean {
  const folded = new Set(names.map(foldText));
  return ({ applicationId, name }) =>
    applicationId === null ? folded.has(foldText(name)) : applicationIds.includes(applicationId);
}

/** Name and contact data of the site, as published. Empty where nothing was. */
export interface PublishedContact {
  name: string;
  phone: string;
  email: string;
}

/** What a version says in a language. */
export function contactIn(
  version: SiteVersionContent | null,
  language: Language,
): PublishedContact {
  const { settings, texts } = version?.content ?? NO_CONTENT;
  const { name, phone, email } = settings;
  return { name: name || (texts[language]?.['brand.name'] ?? ''), phone, email };
}

async function withContent(db: Db | Tx, row: PublicationModel): Promise<SiteVersionContent> {
  const content = v.parse(SiteContent, JSON.parse(row.content));
  return { ...toVersion(row, await namesOf(db, [row])), content };
}

type Names = ReadonlyMap<number, string>;

async function namesOf(db: Db | Tx, rows: readonly { userId: number }[]): Promise<Names> {
  const users = await db.user.findMany({
    where: { id: { in: [...new Set(rows.map(({ userId }) => userId))] } },
    select: { id: true, username: true },
  });
  return new Map(users.map(({ id, username }) => [id, username]));
}

function toVersion(
  { id, createdAt, userId, restores }: Omit<PublicationModel, 'content'>,
  names: Names,
): SiteVersion {
  return { id, at: createdAt.toISOString(), userId, username: names.get(userId) ?? null, restores };
}
