import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';
import { csvFile, csvOf } from './csv.ts';
import { rowsOfCsv, textOfFile } from './read-csv.ts';

// The same cases in each run: a gate that is red at random tells nothing.
fc.configureGlobal({ seed: 1 });

const read = (text: string) => [...rowsOfCsv(text)].map(({ cells }) => cells);

test.each(LANGUAGE_CODES)(
  'a file that was written here in %s comes back as it was, formulas and apostrophes too',
  async (language) => {
    const rows = [
      ['Name', 'Notes', 'Phone'],
      ['Zoë "Ω" O\'Neil; a,b', 'two\nlines\r\nthree', '+34 600'],
      ['=1+1', "'=1+1", "''@x"],
      ["'", "'quoted'", ' - x'],
      ['\tx', '', '"'],
      ['-', 'ｗide ＝1', '＝1+1'],
    ];
    expect(read(csvOf(rows, language))).toEqual(rows);
    const bytes = await csvFile(rows, language).arrayBuffer();
    expect(read(textOfFile(bytes))).toEqual(rows);
  },
);

test('whatever its cells hold, a table that was written here comes back as it was', () => {
  const aCell = fc.string({ unit: fc.constantFrom(...'ab ;,|"\'=+-@\t\n\r1é＝'), maxLength: 8 });
  const aTable = fc.integer({ min: 2, max: 5 }).chain((width) =>
    fc.array(fc.array(aCell, { minLength: width, maxLength: width }), {
      minLength: 1,
      maxLength: 6,
    }),
  );
  void fc.assert(
    fc.property(aTable, fc.constantFrom(...LANGUAGE_CODES), (rows, language) => {
      const head = rows[0]?.map((_, at) => `Column ${at}`) ?? [];
      // Blank rows are left out.
      const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ''));
      expect(read(csvOf([head, ...rows], language))).toEqual([head, ...filled]);
    }),
  );
});

test.each([',', ';', '\t', '|'])(
  'cells end at %j, quoted ones may hold any separator and lines',
  (end) => {
    const rows = [
      ['"Name, first; last\tx"', 'Club', ''],
      ['Ana', '"FC ""A"""', '"1\n2"'],
    ];
    const text = rows.map((row) => row.join(end)).join('\r\n');
    expect(read(text)).toEqual([
      ['Name, first; last\tx', 'Club', ''],
      ['Ana', 'FC "A"', '1\n2'],
    ]);
  },
);

test('any line ending, blank rows, and a missing last line end lose nothing', () => {
  expect(read('a;b\rc;d\n\n ; \r\ne')).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  expect(read('a,b\n"x" y,z "w"')).toEqual([
    ['a', 'b'],
    ['x y', 'z "w"'],
  ]);
  expect(read('')).toEqual([]);
  expect(read('a,')).toEqual([['a', '']]);
});

test('reads UTF-8 and UTF-16 with and without a mark, Windows-1252, and what Excel writes for a Macintosh', () => {
  const bytes = (...all: number[]) => new Uint8Array(all).buffer;
  expect(textOfFile(new TextEncoder().encode('\uFEFFMüller €').buffer)).toBe('Müller €');
  expect(textOfFile(new TextEncoder().encode('Müller €').buffer)).toBe('Müller €');
  // Node reads 0x80 to 0x9f as Latin-1; the journey of the import has a € in a browser.
  expect(textOfFile(bytes(0x4d, 0xfc))).toBe('Mü');
  expect(textOfFile(bytes(0xff, 0xfe, 0x4d, 0, 0xfc, 0))).toBe('Mü');
  expect(textOfFile(bytes(0x4d, 0, 0xfc, 0))).toBe('Mü');
  expect(textOfFile(bytes(0, 0x4d, 0, 0xfc))).toBe('Mü');
  expect(textOfFile(bytes(0x4d, 0x9f, 0x0d))).toBe('Mü\r');
  expect(textOfFile(bytes())).toBe('');
});

test('10,000 rows are read one after another within a second', () => {
  const rows = Array.from({ length: 10_000 }, (_, n) => [
    `Player ${n}`,
    `p${n}@example.org`,
    'x'.repeat(200),
  ]);
  const text = csvOf(rows, 'en');
  const begun = performance.now();
  expect(read(text)).toHaveLength(10_000);
  expect(performance.now() - begun).toBeLessThan(1_000);
});

test('a quote that is not closed takes its line, and no other row', () => {
  const file = (...lines: string[]) => [...rowsOfCsv(['Name,Mail,Notes', ...lines].join('\n'))];
  const open = { cells: ['Ada', 'ada@x.org', 'tall, left foot'], unclosed: 2 };
  const first = 'Ada,ada@x.org,"tall, left foot';
  expect(file(first, 'Bea,bea@x.org,fast', 'Cea,cea@x.org,calm').slice(1)).toMatchObject([
    open,
    { cells: ['Bea', 'bea@x.org', 'fast'], unclosed: null },
    { cells: ['Cea', 'cea@x.org', 'calm'], unclosed: null },
  ]);
  expect(file(first, 'Bea,bea@x.org,"fast"', 'Cea,cea@x.org,"also open').slice(1)).toMatchObject([
    open,
    { cells: ['Bea', 'bea@x.org', 'fast'], unclosed: null },
    { cells: ['Cea', 'cea@x.org', 'also open'], unclosed: 2 },
  ]);
  expect(file('Ada,ada@x.org,"two\nlines, ""quoted"""').slice(1)).toMatchObject([
    { cells: ['Ada', 'ada@x.org', 'two\nlines, "quoted"'], unclosed: null },
  ]);
});

test('rows are numbered as a spreadsheet does: blank ones count, a line that names the separator does not', () => {
  const numbers = (text: string) => [...rowsOfCsv(text)].map(({ number }) => number);
  expect(numbers('a,b\n\n,\nc,"d\ne"\nf,g')).toEqual([1, 4, 5]);
  expect(numbers('sep=;\r\na;b\r\nc;d')).toEqual([1, 2]);
});

test.each([
  ['sep=;\nName,x;E-Mail', ['Name,x', 'E-Mail']],
  ['SEP=^\nName^E-Mail', ['Name', 'E-Mail']],
  ['"sep=|"\nName|E-Mail', ['Name', 'E-Mail']],
  ['Name, Vorname;E-Mail\nBerg, Bo;bo@x.org', ['Name, Vorname', 'E-Mail']],
  ['Name;Notes\n"\n\t\tx";a', ['Name', 'Notes']],
  ['Name;Notes\n"\n,";",,"', ['Name', 'Notes']],
  ['Name;Notes\n"a;";",,,,"', ['Name', 'Notes']],
  ['Players of 2026\nName;E-Mail;Club\nBo;bo@x.org;A, B', ['Players of 2026']],
])('the separator is named, or found by the first rows: %j', (text, first) => {
  expect(read(text)[0]).toEqual(first);
});
