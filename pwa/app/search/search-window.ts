import { create } from 'zustand';

export const useSearchWindow = create(() => ({ isOpen: false }));

/** The query with which the search opens, and the letters typed until its code has come. */
export const typed = { current: '' };

export function openSearch(query = ''): void {
  typed.current = query;
  useSearchWindow.setState({ isOpen: true });
}

export function closeSearch(): void {
  useSearchWindow.setState({ isOpen: false });
}
