/** The two lists of the dashboard; the first one opens by default. */
export const TABS = ['applications', 'contacts'] as const;
export type Tab = (typeof TABS)[number];

/** The search part of the dashboard's address, parsed or built: empty for the first tab. */
export function tabOf({ tab }: { tab?: unknown }): { tab?: Tab } {
  return tab === 'contacts' ? { tab } : {};
}
