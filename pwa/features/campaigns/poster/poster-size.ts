import { printedMillimetres, type QrMatrix } from '#pwa/features/campaigns/code/draw-qr.ts';

/** Width and height of ISO 216 paper, in mm. */
export const PAPERS = { a6: [105, 148], a5: [148, 210], a4: [210, 297], a3: [297, 420] } as const;
export type Paper = keyof typeof PAPERS;

/** The edges of a code by the number of languages on the poster, in parts of the paper's width. */
const EDGES = [0.62, 0.4, 0.32, 0.24, 0.18];

/** A phone reads a code from about ten times its width. */
const DISTANCE = 10;

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
  return { edge, isReadable: edge >= least, metres: Math.round((edge * DISTANCE) / 100) / 10 };
}
