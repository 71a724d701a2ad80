import { createHash } from 'node:crypto';
import { Problem } from '#contract/problems.ts';
import { MARK_SIDE, type Mark, PORTRAIT_SIDE, type Portrait } from '#contract/site.ts';
import type { Db, Tx } from '#prisma/client.ts';
import { isSameSize, type PlainPicture, plainJpeg, plainPng, plainWebp } from './plain-picture.ts';

/** How many portraits that no version names are stored: the newest. */
export const UNPUBLISHED_PORTRAITS = 20;

/** The bytes of a portrait in its formats; of the mark, a PNG. */
export interface PortraitFiles {
  bytes: Uint8Array;
  webp: Uint8Array | null;
}

/**
 * Stores a portrait under the hash of its bytes, without the other data in its file. The oldest ones that
 * are not published make room.
 */
export async function storePortrait(
  tx: Tx,
  { jpeg, webp }: { jpeg: string; webp: string | null },
  at: Date,
): Promise<Portrait> {
  const picture = plainJpeg(Buffer.from(jpeg, 'base64'));
  if (!picture || Math.max(picture.width, picture.height) > PORTRAIT_SIDE) refuse('jpeg');
  const other = webp === null ? null : plainWebp(Buffer.from(webp, 'base64'));
  if (webp !== null && !(other && isSameSize(other, picture))) refuse('webp');
  const { width, height } = picture;
  return { id: await store(tx, picture, other, at), width, height, hasWebp: other !== null };
}

/** Stores the pictures of a mark as a portrait is stored. */
export async function storeMark(
  tx: Tx,
  drawn: Record<keyof Mark, string>,
  at: Date,
): Promise<Mark> {
  const storeOne = async (part: keyof Mark) => {
    const picture = plainPng(Buffer.from(drawn[part], 'base64'), MARK_SIDE) ?? refuse(part);
    return { id: await store(tx, picture, null, at), side: picture.width };
  };
  return { icon: await storeOne('icon'), tile: await storeOne('tile') };
}

async function store(
  tx: Tx,
  { bytes, width, height }: PlainPicture,
  webp: PlainPicture | null,
  at: Date,
): Promise<string> {
  const hash = createHash('sha256').update(bytes);
  if (webp) hash.update(webp.bytes);
  const id = hash.digest('hex').slice(0, 16);
  const row = { id, bytes, webp: webp?.bytes ?? null, width, height, createdAt: at };
  await tx.portrait.upsert({ where: { id }, create: row, update: { createdAt: at } });
  await forgetUnpublished(tx);
  return id;
}

async function forgetUnpublished(tx: Tx): Promise<void> {
  const stored = await tx.portrait.findMany({
    select: { id: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
  });
  if (stored.length <= UNPUBLISHED_PORTRAITS) return;
  const versions = await tx.publication.findMany({ select: { content: true } });
  const isPublished = (id: string) => versions.some(({ content }) => content.includes(id));
  const unpublished = stored.map(({ id }) => id).filter((id) => !isPublished(id));
  const id = { in: unpublished.slice(UNPUBLISHED_PORTRAITS) };
  await tx.portrait.deleteMany({ where: { id } });
}

/** The files of a portrait; null if there is none of this id. */
export async function readPortrait(db: Db, id: string): Promise<PortraitFiles | null> {
  return db.portrait.findUnique({ where: { id }, select: { bytes: true, webp: true } });
}

/** True if a portrait of this id is stored. */
export async function hasPortrait(db: Db | Tx, id: string): Promise<boolean> {
  return (await db.portrait.count({ where: { id } })) > 0;
}

function refuse(field: 'jpeg' | 'webp' | keyof Mark): never {
  const message = `The ${field} is no picture, or not of the right kind and size.`;
  throw new Problem('invalid-input', message, { fields: { [field]: message } });
}
