let counted: { userId: number; count: number } | null = null;

/** Keeps the number of a user's unsent changes, refused ones included, for the requests of this page. */
export function countUnsent(userId: number, count: number): void {
  counted = { userId, count };
}

/** The number of a user's unsent changes on this device; null if this page has not counted them. */
export function unsentOf(userId: number): number | null {
  return counted?.userId === userId ? counted.count : null;
}
