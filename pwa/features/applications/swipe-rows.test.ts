import { expect, test } from 'vitest';
import { nextStatus } from './swipe-rows.tsx';

test('a status is followed by the next one of the way; what is over, and what is not known, by none', () => {
  expect(nextStatus('pending')).toBe('in_review');
  expect(nextStatus('in_review')).toBe('interview_scheduled');
  expect(nextStatus('interview_scheduled')).toBe('contract_offered');
  expect(nextStatus('contract_offered')).toBe('signed');
  expect(nextStatus('signed')).toBeNull();
  expect(nextStatus('rejected')).toBeNull();
  expect(nextStatus('of_tomorrow' as 'pending')).toBeNull();
});
