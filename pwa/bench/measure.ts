/** One line of the table. Every value carries its unit. */
export interface Figure {
  what: string;
  value: string;
  /** The same by the least that can do it, in this run. */
  limit?: string;
  goal?: string;
  /** Whether the goal is met; undefined where there is none. */
  met?: boolean;
}

/** A figure with an upper goal, both written by `unit`. */
export function atMost(
  what: string,
  value: number,
  goal: number,
  unit: (value: number) => string,
  limit?: number,
): Figure {
  return {
    what,
    value: unit(value),
    goal: `<= ${unit(goal)}`,
    met: value <= goal,
    ...(limit !== undefined && { limit: unit(limit) }),
  };
}

/** Figures as a table, one a line, with what is missed named. */
export function table(figures: Figure[]): string {
  const width = (column: keyof Figure) =>
    Math.max(...figures.map((figure) => String(figure[column] ?? '').length));
  const widths = { what: width('what'), value: width('value'), limit: width('limit') };
  return figures
    .map(({ what, value, limit = '', goal, met }) => {
      const beside = widths.limit ? `  ${limit && `limit ${limit}`}`.padEnd(widths.limit + 8) : '';
      const judged = goal ? `  goal ${goal}${met === false ? '  MISSED' : ''}` : '';
      return `  ${what.padEnd(widths.what)}  ${value.padStart(widths.value)}${beside}${judged}`;
    })
    .join('\n');
}

/** The middle of the measurements. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const middle = sorted.length % 2 === 1 ? [half] : [half - 1, half];
  return middle.reduce((sum, at) => sum + (sorted[at] ?? Number.NaN), 0) / middle.length;
}

/** The value below which 95 of 100 lie. */
export function p95(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}

export function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} ms`;
}

export function kilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} KB`;
}

export function times(ratio: number): string {
  return `${ratio.toFixed(2)} x`;
}
