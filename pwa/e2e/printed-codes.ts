import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Dots per inch of a plain office printer's draft. */
const DRAFT = 150;

/**
 * The texts of the codes in a printed PDF, sorted. Poppler draws the paper and zbar reads it: neither shares code with
 * what makes the codes, or reads them back, in the app.
 *
 * @throws if the PDF has more than one page, or no code can be read
 */
export async function readPrinted(pdf: Buffer, resolution = DRAFT): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'printed-'));
  try {
    const file = join(folder, 'sheet.pdf');
    await writeFile(file, pdf);
    await run('pdftoppm', ['-r', String(resolution), '-gray', '-png', file, join(folder, 'page')]);
    const pages = (await readdir(folder)).filter((name) => name.endsWith('.png'));
    if (pages.length !== 1) throw new Error(`${pages.length} pages were printed.`);
    const picture = join(folder, pages[0] ?? '');
    const { stdout } = await run('zbarimg', ['--quiet', '--raw', '--nodbus', picture]);
    return stdout.trim().split('\n').sort();
  } finally {
    await rm(folder, { recursive: true });
  }
}
