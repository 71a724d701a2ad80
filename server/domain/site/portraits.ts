import { createHash } from 'node:crypto';
import { Problem } from '#contract/problems.ts';
import { PORTRAIT_SIDE, type Portrait } from '#contract/site.ts';
import type { Db, Tx } from '#prisma/client.ts';
import { type PictureSize, sizeOfJpeg, sizeOfWebp } from './picture-size.ts';

/** The bytes of a portrait in its formats. */
export interface PortraitFiles {
  jpeg: Uint8Array;
  webp: Uint8Array | null;
}

/** Stores a portrait under the hash of its bytes; the same one again changes nothing. */
export async function storePortrait(
  tx: Tx,
  { jpeg, webp }: { jpeg: string; webp: string | null },
  at: Date,
): Promise<Portrait> {
  const files = {
    jpeg: new Uint8Array(Buffer.from(jpeg, 'base64')),
    webp: webp === null ? null : new Uint8Array(Buffer.from(webp, 'base64')),
  };
  const size = sizeOfBoth(files);
  const hash = createHash('sha256').update(files.jpeg);
  if (files.webp) hash.update(files.webp);
  const id = hash.digest('hex').slice(0, 16);
  const row = { id, ...files, ...size, createdAt: at };
  await tx.portrait.upsert({ where: { id }, create: row, update: {} });
  return { id, ...size, hasWebp: files.webp !== null };
}

/** The files of a portrait; null if there is none of this id. */
export async function readPortrait(db: Db, id: string): Promise<PortraitFiles | null> {
  return db.portrait.findUnique({ where: { id }, select: { jpeg: true, webp: true } });
}

/** True if a portrait of this id is stored. */
export async function hasPortrait(db: Db | Tx, id: string): Promise<boolean> {
  return (await db.portrait.count({ where: { id } })) > 0;
}

function sizeOfBoth({ jpeg, webp }: PortraitFiles): PictureSize {
  const size = sizeOfJpeg(jpeg);
  if (!size || Math.max(size.width, size.height) > PORTRAIT_SIDE) refuse('jpeg');
  const other = webp ? sizeOfWebp(webp) : size;
  if (size.width !== other?.width || size.height !== other.height) refuse('webp');
  return size;
}

function refuse(field: keyof PortraitFiles): never {
  const message = `The ${field === 'jpeg' ? 'JPEG' : 'WebP'} is no picture, or not of the right size.`;
  throw new Problem('invalid-input', message, { fields: { [field]: message } });
}
