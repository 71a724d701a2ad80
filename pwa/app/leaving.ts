import { create } from 'zustand';

/** True from the press on Logout until the browser has left: the guard must not lead to /auth. */
export const useLeaving = create<{ leaving: boolean }>(() => ({ leaving: false }));
