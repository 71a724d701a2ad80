/** Where a device reads and keeps its reminders. Alone here: the service worker needs no schemas. */
export const REMINDERS_PATH = '/api/reminders';
