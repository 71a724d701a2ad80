/** Where calendar programs read; no endpoint, because the answer is no JSON. */
export const CALENDAR_PATH = '/api/calendar/:token.ics';
