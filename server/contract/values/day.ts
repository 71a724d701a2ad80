/** Whether a text is a calendar day that there was or will be, `YYYY-MM-DD`. */
export function isDay(value: string): boolean {
  const at = new Date(`${value}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(value) &&
    !Number.isNaN(at.getTime()) &&
    at.toISOString().startsWith(value) &&
    value >= '1900-01-01'
  );
}
