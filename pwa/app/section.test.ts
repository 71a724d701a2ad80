import { expect, test } from 'vitest';
import { sectionOf } from './section.ts';

test('every page of the back office lies in the section that the navigation marks', () => {
  expect(sectionOf('/today', undefined)).toBe('today');
  expect(sectionOf('/dashboard', undefined)).toBe('applications');
  expect(sectionOf('/dashboard', 'contacts')).toBe('contacts');
  expect(sectionOf('/dashboard/applications/new', undefined)).toBe('applications');
  expect(sectionOf('/dashboard/board', undefined)).toBe('applications');
  expect(sectionOf('/dashboard/applications/7/edit', undefined)).toBe('applications');
  expect(sectionOf('/dashboard/contacts/7', undefined)).toBe('contacts');
  expect(sectionOf('/admin/campaigns', undefined)).toBe('campaigns');
  expect(sectionOf('/admin/users', undefined)).toBe('users');
  expect(sectionOf('/admin/audit', undefined)).toBe('more');
  expect(sectionOf('/figures', undefined)).toBe('figures');
  expect(sectionOf('/account', undefined)).toBe('account');
  expect(sectionOf('/nope', undefined)).toBeNull();
});
