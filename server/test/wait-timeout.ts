import { vi } from 'vitest';

/** In milliseconds. Vitest's own second is too short on a busy machine. */
const TIMEOUT = { timeout: 15_000 };

const { waitFor, waitUntil } = vi;

/** Vitest has no setting for how long a test waits for a condition that names no time itself. */
vi.waitFor = (callback, options = TIMEOUT) => waitFor(callback, options);
vi.waitUntil = (callback, options = TIMEOUT) => waitUntil(callback, options);
