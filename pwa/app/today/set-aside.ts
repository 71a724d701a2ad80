import { create } from 'zustand';
import { readValue, writeValue } from '#pwa/lib/storage/web-storage.ts';

const KEY = 'silent-aside';

interface Aside {
  userId: number;
  /** Milliseconds since 1970. */
  at: number;
}

const useAside = create<{ aside: Aside | null }>(() => ({
  aside: readValue<Aside>('device', KEY),
}));

/** When this user last set the silent applications aside on this device; 0 if never. */
export function useAsideAt(userId: number): number {
  return useAside(({ aside }) => (aside?.userId === userId ? aside.at : 0));
}

/** Sets all applications aside that are silent now; null shows them again. */
export function setAside(aside: Aside | null): void {
  useAside.setState({ aside });
  writeValue('device', KEY, aside);
}
