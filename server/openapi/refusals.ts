import { PROBLEMS } from '#contract/problems.ts';
import { refusalsOf } from '#contract/refusals.ts';
import { groupBy } from './group-by.ts';
import { type OpenApiOperation, PROBLEM_CONTENT } from './open-api.ts';
import type { Operation } from './operations.ts';

/** The answers that refuse a call, by status. `group` are the endpoints of one method and path. */
export function describeRefusals(group: readonly Operation[]): OpenApiOperation['responses'] {
  const codes = new Set(group.flatMap(({ endpoint }) => [...refusalsOf(endpoint)]));
  const byStatus = groupBy(codes, (code) => String(PROBLEMS[code]));
  return Object.fromEntries(
    [...byStatus].map(([status, each]) => [
      status,
      {
        description: each.join(', '),
        ...(['429', '503'].includes(status) && { headers: RETRY_AFTER }),
        content: PROBLEM_CONTENT,
      },
    ]),
  );
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Whole seconds.', schema: { type: 'integer', minimum: 0 } },
};
