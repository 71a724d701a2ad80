import { vi } from 'vitest';

/** In milliseconds. Vitest's own second is too short on a busy machine. */
const PATIENCE = { timeout: 15_000 };

const { waitFor, waitUntil } = vi;

/** Vitest has no setting for how long a test waits for a condition that names no time itself. */
vi.waitFor = (callback, options = PATIENCE) => waitFor(callback, options);
vi.waitUntil = (callback, options = PATIENCE) => waitUntil(callback, options);
