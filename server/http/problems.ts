import { Problem } from '#contract/problems.ts';
import { failureOf } from '#prisma/failures.ts';

/** After how many seconds a call may be made again when the database was away. */
const TRY_AGAIN = 2;

/** What the caller is told of an error: never its text, unless it was written for the caller. */
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

/**
 * What the log is told of an unexpected error. Prisma's messages begin with the call and its values,
 * which are nobody's business; the reason is their last line.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: typeof error };
  const { name, message, stack = '' } = error;
  const frames = stack.split('\n').filter((line) => line.startsWith('    at '));
  return {
    name,
    message: name.startsWith('Prisma') ? message.trim().split('\n').at(-1) : message,
    stack: frames.join('\n'),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

/** The status that the body parser gives its errors. */
function statusOf(error: unknown): unknown {
  return error instanceof Error && 'status' in error ? error.status : undefined;
}
