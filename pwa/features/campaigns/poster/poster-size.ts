import { printedMillimetres, type QrMatrix, QUIET_ZONE } from '#pwa/ui/code/draw-qr.ts';

/** Width and height of ISO 216 paper, in mm. */
export const PAPERS = { a6: [105, 148], a5: [148, 210], a4: [210, 297], a3: [297, 420] } as const;
export type Paper = keyof typeof PAPERS;

/** The edges of a code by the number of languages on the poster, in parts of the paper's width. */
const EDGES = [0.62, 0.4, 0.32, 0.24, 0.18];

/**
 * From how many widths of a module a phone reads a code: ten times the edge of the code of a long link, which has 69
 * modules and a quiet zone of 8.
 */
const DISTANCE = 770;

export interface PosterSize {
  /** The edge of each code in mm, quiet zone inside. */
  edge: number;
  /** Whether phones read codes of this edge. */
  isReadable: boolean;
  /** From how far a phone reads it, in metres. */
  metres: number;
}

/**
 * The size of the codes on a poster.
 *
 * @param codes one for each language, one to five
 */
export function posterSize(paper: Paper, codes: readonly QrMatrix[]): PosterSize {
  const edge = Math.floor(PAPERS[paper][0] * (EDGES[codes.length - 1] ?? 0));
  const least = Math.max(...codes.map(printedMillimetres));
  const module = edge / Math.max(...codes.map(({ size }) => size + 2 * QUIET_ZONE));
  return { edge, isReadable: edge >= least, metres: Math.round((module * DISTANCE) / 100) / 10 };
}
