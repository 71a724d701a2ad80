/**
 * What went wrong in the database, as far as a caller can do something about it.
 * - `unique`: a row with this key is there already
 * - `foreign-key`: the row that is referred to is not there, or is still referred to
 * - `missing`: the row to update or delete is not there
 * - `conflict`: another transaction was in the way; the same again may succeed at once
 * - `storage-full`: the disk takes no more; reads still work
 * - `unavailable`: the database does not answer, or not in time; the same later may succeed
 */
export type DatabaseFailure =
  | 'unique'
  | 'foreign-key'
  | 'missing'
  | 'conflict'
  | 'storage-full'
  | 'unavailable';

/**
 * Tells what an error means that was thrown by a Db, a Tx or `$transaction`; null when it is none of
 * the database's, or a fault of the program. The same answer on both databases and in every place:
 * Prisma wraps what a query throws and passes on bare what BEGIN, COMMIT and the driver throw.
 */
export function failureOf(error: unknown): DatabaseFailure | null {
  for (const { code, kind, message } of layersOf(error)) {
    const found =
      FAILURES[code] ?? FAILURES[kind] ?? (/^(08|57P|53)/.test(code) ? 'unavailable' : null);
    if (found) return found;
    if (DRIVER_GAVE_UP.test(message)) return 'unavailable';
  }
  return null;
}

const FAILURES: Record<string, DatabaseFailure> = {
  P2002: 'unique',
  UniqueConstraintViolation: 'unique',
  P2003: 'foreign-key',
  ForeignKeyConstraintViolation: 'foreign-key',
  P2025: 'missing',
  P2034: 'conflict',
  TransactionWriteConflict: 'conflict',
  SQLITE_FULL: 'storage-full',
  // Over a quota.
  SQLITE_IOERR_WRITE: 'storage-full',
  // The index of the write-ahead log could not grow.
  SQLITE_IOERR_SHMSIZE: 'storage-full',
  53100: 'storage-full',
  SQLITE_BUSY: 'unavailable',
  // No connection in time; a lock that was not to be had in time.
  P1001: 'unavailable',
  P1008: 'unavailable',
  P1017: 'unavailable',
  P2024: 'unavailable',
  P2028: 'unavailable',
  '55P03': 'unavailable',
  DatabaseNotReachable: 'unavailable',
  ConnectionClosed: 'unavailable',
  SocketTimeout: 'unavailable',
  TooManyConnections: 'unavailable',
  ECONNREFUSED: 'unavailable',
  ECONNRESET: 'unavailable',
  EHOSTUNREACH: 'unavailable',
  ENOTFOUND: 'unavailable',
  EAI_AGAIN: 'unavailable',
  EPIPE: 'unavailable',
  ETIMEDOUT: 'unavailable',
};

/** What pg and its pool say without a code, or with one that files have, too. */
const DRIVER_GAVE_UP =
  /^Connection terminated|^timeout exceeded when trying to connect|connection error and is not queryable|connect ENOENT/;

/** The innermost layer last; each knows less of Prisma and more of the database. */
function layersOf(error: unknown) {
  const layers: { code: string; kind: string; message: string }[] = [];
  for (let at = error, depth = 0; isRecord(at) && depth < 4; depth += 1) {
    const text = (value: unknown) => (typeof value === 'string' ? value : '');
    layers.push({
      code: text(at.code) || text(at.originalCode),
      kind: text(at.kind),
      message: text(at.message),
    });
    at = (isRecord(at.meta) && at.meta.driverAdapterError) || at.cause;
  }
  return layers;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
