/** The IANA time zone of this device; null if the browser does not know it, or names one that others do not know. */
export function deviceZone(): string | null {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return timeZone && timeZone !== 'Etc/Unknown' ? timeZone : null;
}
