import { createHash } from 'node:crypto';
import { Problem } from '#contract/problems.ts';
import { PORTRAIT_SIDE, type Portrait } from '#contract/site.ts';
import type { Db, Tx } from '#prisma/client.ts';
import { isSameSize, plainJpeg, plainWebp } from './plain-picture.ts';

/** How many portraits that no version names are stored: the newest. */
export const UNPUBLISHED_PORTRAITS = 20;

/** The bytes of a portrait in its formats. */
export interface PortraitFiles {
  jpeg: Uint8Array;
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
  const hash = createHash('sha256').update(picture.bytes);
  if (other) hash.update(other.bytes);
  const id = hash.digest('hex').slice(0, 16);
  const row = { id, jpeg: picture.bytes, webp: other?.bytes ?? null, width, height, createdAt: at };
  await tx.portrait.upsert({ where: { id }, create: row, update: { createdAt: at } });
  await forgetUnpublished(tx);
  return { id, width, height, hasWebp: other !== null };
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
  return db.portrait.findUnique({ where: { id }, select: { jpeg: true, webp: true } });
}

/** True if a portrait of this id is stored. */
export async function hasPortrait(db: Db | Tx, id: string): Promise<boolean> {
  return (await db.portrait.count({ where: { id } })) > 0;
}

function refuse(field: keyof PortraitFiles): never {
  const message = `The ${field === 'jpeg' ? 'JPEG' : 'WebP'} is no picture, or not of the right size.`;
  throw new Problem('invalid-input', message, { fields: { [field]: message } });
}
