/** Where this device remembers who used it last (local storage). */
export const IDENTITY_KEY = 'agency-identity';
