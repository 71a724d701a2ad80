import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Dots per inch of a plain office printer's draft. */
const DRAFT = 150;

/** The pixels of A4 at that resolution. */
const [WIDTH, HEIGHT] = [1240, 1754];

/**
 * The texts of the codes in a printed PDF, sorted. Poppler draws the paper and zbar reads it: neither shares code with
 * what makes the codes, or reads them back, in the app.
 *
 * @param columns of a page of A4 with a code in each field, which is read alone, as by a phone: of many codes on one
 *   picture zbar misses some
 * @throws if the PDF has more than one page, or no code can be read
 */
export async function readPrinted(pdf: Buffer, columns = 1, rows = 1): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'printed-'));
  try {
    const file = join(folder, 'sheet.pdf');
    await writeFile(file, pdf);
    const [width, height] = [Math.floor(WIDTH / columns), Math.floor(HEIGHT / rows)];
    const texts: string[] = [];
    for (let field = 0; field < columns * rows; field += 1) {
      const [x, y] = [(field % columns) * width, Math.floor(field / columns) * height];
      const crop = ['-x', x, '-y', y, '-W', width, '-H', height].map(String);
      const name = join(folder, String(field));
      const part = columns * rows > 1 ? crop : [];
      await run('pdftoppm', ['-r', String(DRAFT), '-gray', '-png', ...part, file, name]);
      const pages = (await readdir(folder)).filter((each) => each.startsWith(`${field}-`));
      if (pages.length !== 1) throw new Error(`${pages.length} pages were printed.`);
      const picture = join(folder, pages[0] ?? '');
      const { stdout } = await run('zbarimg', ['--quiet', '--raw', '--nodbus', picture]);
      texts.push(...stdout.trim().split('\n'));
    }
    return texts.sort();
  } finally {
    await rm(folder, { recursive: true });
  }
}
