import { openDatabase } from '#pwa/lib/frozen-page.ts';

/** Opens an existing database; null where there is none, and none is created. */
export function openExisting(name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    const request = openDatabase(name);
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onerror = () => resolve(null);
    request.onsuccess = () => {
      const { result } = request;
      // Does not block an upgrade or a deletion by another tab.
      result.onversionchange = () => result.close();
      resolve(result);
    };
  });
}
