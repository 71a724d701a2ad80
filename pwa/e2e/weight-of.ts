import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

/** The hash in the name of a built file, behind the name of its chunk. */
const HASH = /(?<=-)[\w-]{8}(?=\.(?:js|css|svg|woff2)\b)/g;

/**
 * A file of `dist/pwa` in bytes of brotli; a font has it inside. Hashes count as one that repeats: each change gives
 * new ones, which moved the sum of a first screen by up to 250 bytes.
 */
export function weightOf(file: string): number {
  const content = readFileSync(`dist/pwa/${file}`);
  if (file.endsWith('.woff2')) return content.length;
  return weightOfText(content.toString('utf8'));
}

/** A text with names of built files in it, in bytes of brotli; hashes as above. */
export function weightOfText(text: string): number {
  return brotliCompressSync(text.replaceAll(HASH, '00000000')).length;
}
