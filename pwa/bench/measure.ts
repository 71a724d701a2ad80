/** One line of a table. Values begin with a number and carry their unit. */
export interface Figure {
  what: string;
  value: string;
  /** True when more is better; by default less is. */
  more?: true;
  /** What the simplest program that can do the same takes, in this run. */
  limit?: string;
  goal?: string;
  /** Whether the goal is met; undefined without a goal. */
  met?: boolean;
}

/** A figure with an upper goal; `unit` writes both. */
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

/** The median; of an even number of values the mean of the middle two. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const middle = sorted.length % 2 === 1 ? [half] : [half - 1, half];
  return middle.reduce((sum, at) => sum + (sorted[at] ?? Number.NaN), 0) / middle.length;
}

/** The 95th percentile. */
export function p95(values: number[]): number {
  return percentile(values, 95);
}

export function percentile(values: number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN;
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
