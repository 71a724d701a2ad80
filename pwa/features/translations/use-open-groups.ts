import { useCallback, useState } from 'react';
import type { Group } from './text-groups.ts';

interface OpenGroups {
  isOpen: (path: string) => boolean;
  setOpen: (path: string, open: boolean) => void;
  openAll: (root: Group) => void;
  closeAll: () => void;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The open groups of the tree. A search or filter opens all groups, and the person can close some;
 * without a search the tree is as it was before.
 */
export function useOpenGroups(narrowed: boolean): OpenGroups {
  const [opened, setOpened] = useState(NONE);
  const [closed, setClosed] = useState(NONE);

  const isOpen = useCallback(
    (path: string) => (narrowed ? !closed.has(path) : opened.has(path)),
    [narrowed, opened, closed],
  );
  const setOpen = useCallback(
    (path: string, open: boolean) => {
      const change = narrowed ? setClosed : setOpened;
      change((now) => toggled(now, path, narrowed ? !open : open));
    },
    [narrowed],
  );
  return {
    isOpen,
    setOpen,
    openAll: (root) => {
      setClosed(NONE);
      setOpened(new Set(pathsOf(root)));
    },
    closeAll: () => {
      setOpened(NONE);
      setClosed(NONE);
    },
  };
}

function toggled(paths: ReadonlySet<string>, path: string, inside: boolean): ReadonlySet<string> {
  const next = new Set(paths);
  if (inside) next.add(path);
  else next.delete(path);
  return next;
}

function pathsOf({ path, inside }: Group): string[] {
  return [path, ...inside.flatMap((one) => ('inside' in one ? pathsOf(one) : []))];
}
