/** Packages outside the build of the server: with native code, or, as pg, rarely used. */
export const EXTERNAL_PACKAGES = ['better-sqlite3', '@node-rs/argon2', 'pg'];
