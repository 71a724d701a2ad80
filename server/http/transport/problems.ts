import { Problem } from '#contract/problems.ts';
import { failureOf } from '#prisma/failures.ts';

/** Retry-After when the database does not answer, in seconds. */
const TRY_AGAIN = 2;

/** The Problem that the caller gets for an error. The text of other errors stays on the server. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const cause = { cause: error };
  const failure = failureOf(error);
  if (failure === 'storage-full') {
    return new Problem('storage-full', 'The server has no space left. Nothing was saved.', cause);
  }
  if (failure === 'unavailable' || failure === 'conflict') {
    const message = 'The database does not answer. Please try again.';
    return new Problem('not-ready', message, { retryAfter: TRY_AGAIN, ...cause });
  }
  switch (statusOf(error)) {
    case 413:
      return new Problem('body-too-large', 'The body is too large.', cause);
    case 415:
      return new Problem('not-json', 'The body must be JSON.', cause);
    case 400:
      return new Problem('invalid-json', 'The body is not valid JSON.', cause);
    default:
      return new Problem('internal', 'Something went wrong on the server.', cause);
  }
}

/** What an operator does about a damaged database. */
export const MEND_DAMAGE =
  'The database is damaged: stop the server and restore a backup (OPERATE.md, Restore).';

/** An unexpected error for the log, with the mend that the operator has to make. */
export function describeError(error: unknown): Record<string, unknown> {
  const mend = failureOf(error) === 'damaged' ? { mend: MEND_DAMAGE } : {};
  return { ...layerOf(error), ...mend };
}

/**
 * Prisma's messages begin with the call and its values, which may be personal data; only their last line, the reason,
 * is logged.
 */
function layerOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: typeof error };
  const { name, message, stack = '' } = error;
  const frames = stack.split('\n').filter((line) => line.startsWith('    at '));
  return {
    name,
    message: name.startsWith('Prisma') ? message.trim().split('\n').at(-1) : message,
    stack: frames.join('\n'),
    ...(error.cause !== undefined && { cause: layerOf(error.cause) }),
  };
}

/** The status of an error of the body parser. */
function statusOf(error: unknown): unknown {
  return error instanceof Error && 'status' in error ? error.status : undefined;
}
