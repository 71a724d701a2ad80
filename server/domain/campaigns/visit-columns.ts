/** The columns of a visit, for statements that insert many. */
export const VISIT = {
  id: 'text',
  campaignId: 'integer',
  createdAt: 'instant',
  zone: 'integer',
  day: 'text',
  arrivedAt: 'instant',
  afterEnd: 'flag',
  kind: 'text',
} as const;
