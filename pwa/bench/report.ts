import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { type Figure, median } from './measure.ts';

const README = join(import.meta.dirname, 'README.md');
/** Runs that differ by less agree. */
const AGREEING = 0.1;

/** A figure of several rounds. */
interface Reported extends Figure {
  /** Half of the distance between the highest and the lowest round, in % of the median. */
  spread: string;
}

/** One figure of each kind: the round in the middle, with the spread of all. */
export function summarise(rounds: readonly Figure[][]): Reported[] {
  const [first = []] = rounds;
  return first.map(({ what }) => {
    const all = rounds.flatMap((figures) => figures.find((figure) => figure.what === what) ?? []);
    const ordered = all.sort((one, other) => numberOf(one.value) - numberOf(other.value));
    const middle = ordered[Math.floor((ordered.length - 1) / 2)];
    if (!middle) throw new Error(`Nothing was measured of ${what}.`);
    return { ...middle, spread: spreadOf(ordered.map(({ value }) => numberOf(value))) };
  });
}

/** `4 %`: half of the distance between highest and lowest, of the median. */
export function spreadOf(values: readonly number[]): string {
  const middle = median([...values]);
  if (values.length < 2 || !middle) return '0 %';
  return `${Math.round((100 * (Math.max(...values) - Math.min(...values))) / 2 / middle)} %`;
}

/** The figures as a Markdown table with goals beside them. */
export function tableOf(figures: readonly Reported[], rounds: number): string {
  const lines = figures.map(({ what, value, spread, limit = '', goal = '', met }) => [
    what,
    value,
    `± ${spread}`,
    limit,
    goal,
    met === false ? 'missed' : '',
  ]);
  const header = ['', 'measured', 'spread', 'limit', 'goal', ''];
  return `${whereAndWhen(rounds)}\n\n${markdownTable(header, lines)}`;
}

export function markdownTable(header: readonly string[], lines: readonly string[][]): string {
  const row = (cells: readonly string[]) =>
    `| ${header.map((_, at) => (cells[at] ?? '').replaceAll('|', '\\|')).join(' | ')} |`;
  return [row(header), row(header.map(() => '---')), ...lines.map(row)].join('\n');
}

/** `2026-11-22, 2 × AMD EPYC, medians of 5 rounds` */
export function whereAndWhen(rounds: number): string {
  const all = cpus();
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, ${all.length} × ${all[0]?.model.trim() ?? 'unknown'}, medians of ${rounds} rounds`;
}

/** One line for each figure that is more than a tenth worse than in the table of the README. */
export function gotWorse(part: string, figures: readonly Reported[]): string[] {
  return worseThan(tableIn(readFileSync(README, 'utf8'), part), figures);
}

/** @param before a table as tableOf() writes it */
export function worseThan(before: string, figures: readonly Reported[]): string[] {
  const known = new Map(
    before.split('\n').map((line) => {
      const [, what = '', value = ''] = line.split('|').map((cell) => cell.trim());
      return [what, value];
    }),
  );
  return figures.flatMap(({ what, value, more }) => {
    const was = known.get(what) ?? '';
    const growth = numberOf(value) / numberOf(was) - 1;
    const isWorse = more ? growth < -AGREEING : growth > AGREEING;
    return isWorse ? [`worse: ${what}: ${was} → ${value}`] : [];
  });
}

/** Puts a table between the markers of its part in the README. */
export function writeTable(part: string, table: string): void {
  const text = readFileSync(README, 'utf8');
  const [start, end] = markersOf(part);
  const [before, rest = ''] = text.split(start);
  const [, after] = rest.split(end);
  if (after === undefined) throw new Error(`The README has no markers for ${part}.`);
  writeFileSync(README, `${before}${start}\n${table}\n${end}${after}`);
}

function tableIn(text: string, part: string): string {
  const [start, end] = markersOf(part);
  return text.split(start)[1]?.split(end)[0] ?? '';
}

function markersOf(part: string): [start: string, end: string] {
  return [`<!-- ${part}: written by the bench -->`, `<!-- /${part} -->`];
}

/** The number that a value begins with: 1234 of `1,234 ms`. */
function numberOf(value: string): number {
  return Number.parseFloat(value.replaceAll(',', ''));
}
