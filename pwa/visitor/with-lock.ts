/** Runs `work` while no other page or worker of this browser has the same lock, such as the key of an entry. */
export function withLock<T>(key: string, work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  return locks ? (locks.request(`visitor-${key}`, work) as Promise<T>) : work();
}
