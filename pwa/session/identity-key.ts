/** The local storage key of this device's last user. */
export const IDENTITY_KEY = 'agency-identity';
