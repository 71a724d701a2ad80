/** How a visit is written, for statements that write many. */
export const VISIT = {
  id: 'text',
  campaignId: 'integer',
  createdAt: 'instant',
  day: 'text',
  arrivedAt: 'instant',
  afterEnd: 'flag',
} as const;
