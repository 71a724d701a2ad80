/**
 * True in Safari on iOS: the app can be installed by hand only, and notifications need it installed. Only this browser
 * has the property; it is true in the installed app.
 */
export function isInIosBrowser(): boolean {
  return 'standalone' in navigator && navigator.standalone === false;
}
