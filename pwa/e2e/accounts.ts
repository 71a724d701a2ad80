import type { Locator, Page } from 'playwright/test';
import type { Agency } from './agency.ts';
import { uniqueMark } from './server-records.ts';

/** An account of a journey, with its credentials. */
export interface Person {
  id: number;
  username: string;
  password: string;
  /** First and last name. */
  name: string;
}

/** Registers an account, which then waits for approval. */
export async function registered(agency: Agency, firstName = 'Nico'): Promise<Person> {
  const mark = uniqueMark();
  const person = { username: `person-${mark}`, password: 'corner-flag-17' };
  const lastName = `Example ${mark}`;
  await agency.api('POST', '/api/register', {
    ...person,
    email: `${person.username}@example.org`,
    firstName,
    lastName,
  });
  const { accounts } = await agency.api<{ accounts: { id: number; username: string }[] }>(
    'GET',
    '/api/users',
  );
  const id = accounts.find(({ username }) => username === person.username)?.id;
  if (id === undefined) throw new Error('The account was not made.');
  return { ...person, id, name: `${firstName} ${lastName}` };
}

/** Fills in the login form and submits it. `signInTo` does the same without a page. */
export async function logIn(
  page: Page,
  { username, password }: Pick<Person, 'username' | 'password'>,
): Promise<void> {
  if (!page.url().endsWith('/auth')) await page.goto('/auth');
  await page.getByLabel('Username').fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

/** The toast that is on screen. */
export function toast(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications (F8)' });
}
