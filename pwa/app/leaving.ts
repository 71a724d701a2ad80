import { create } from 'zustand';

/** True from the press on Logout until the browser leaves: the guard must not redirect to /auth. */
export const useLeaving = create<{ leaving: boolean }>(() => ({ leaving: false }));
