/**
 * A failure of the database that a caller can handle.
 * - `unique`: a row with this key exists
 * - `foreign-key`: a referenced row does not exist, or a row is still referenced
 * - `missing`: the row to update or delete does not exist
 * - `conflict`: lost against another transaction; an immediate retry may succeed
 * - `storage-full`: the disk is full; reads still work
 * - `damaged`: a part of the database cannot be read
 * - `unavailable`: the database does not answer in time; a later retry may succeed
 */
export type DatabaseFailure =
  | 'unique'
  | 'foreign-key'
  | 'missing'
  | 'conflict'
  | 'storage-full'
  | 'damaged'
  | 'unavailable';

/**
 * Classifies an error that was thrown by a Db, a Tx or `$transaction`, alike on both databases; null for
 * any other error. Prisma wraps errors of queries, but not those of BEGIN, COMMIT and the driver.
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
  // The disk quota is used up.
  SQLITE_IOERR_WRITE: 'storage-full',
  // The index of the write-ahead log could not grow.
  SQLITE_IOERR_SHMSIZE: 'storage-full',
  53100: 'storage-full',
  SQLITE_CORRUPT: 'damaged',
  SQLITE_NOTADB: 'damaged',
  XX001: 'damaged',
  XX002: 'damaged',
  SQLITE_BUSY: 'unavailable',
  // Timed out waiting for a connection or a lock.
  P1001: 'unavailable',
  P1008: 'unavailable',
  P1017: 'unavailable',
  P2024: 'unavailable',
  P2028: 'unavailable',
  '55P03': 'unavailable',
  // The statement took too long.
  57014: 'unavailable',
  // The transaction was idle for too long.
  '25P03': 'unavailable',
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

/** Messages of pg and its pool that have no code, or a code that file errors have, too. */
const DRIVER_GAVE_UP =
  /^Connection terminated|^timeout expired|^timeout exceeded when trying to connect|connection error and is not queryable|connect ENOENT/;

/** The error and its causes, the innermost last. */
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
