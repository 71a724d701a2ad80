import { type DatabaseFailure, failureOf } from '#prisma/failures.ts';

/** Awaits a query; if it fails in this way, calls `otherwise` instead. */
export async function unless<R, O>(
  failure: DatabaseFailure,
  query: PromiseLike<R>,
  otherwise: (cause: unknown) => O,
): Promise<R | O> {
  try {
    return await query;
  } catch (error) {
    if (failureOf(error) !== failure) throw error;
    return otherwise(error);
  }
}
