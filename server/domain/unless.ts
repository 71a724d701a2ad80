import { type DatabaseFailure, failureOf } from '#prisma/failures.ts';

/** What a query gives, or what `otherwise` gives or throws when the query fails in this way. */
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
