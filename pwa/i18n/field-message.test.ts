import * as v from 'valibot';
import { expect, test } from 'vitest';
import { Registration } from '#contract/accounts/registration.ts';
import { ApplicationDraft } from '#contract/applications.ts';
import { Credentials } from '#contract/auth.ts';
import { CampaignDraft } from '#contract/campaigns.ts';
import { wholeNumber } from '#contract/fields/fields.ts';
import { DEFAULT_LANGUAGE } from '#contract/fields/vocabulary.ts';
import { Inquiry } from '#contract/inquiry.ts';
import { accountMessage } from './account-message.ts';
import { shippedTexts } from './all-texts.ts';
import { draftMessage } from './draft-message.ts';
import { fieldMessage } from './field-message.ts';
import { translate } from './translate.ts';

const TOO_LONG = 'x'.repeat(20_000);

test.each([
  ['the inquiry form', Inquiry, fieldMessage],
  ['the application form', ApplicationDraft, (message: string) => draftMessage(String, message)],
  ['the campaign form', CampaignDraft, fieldMessage],
  ['the login form', Credentials, accountMessage],
  ['the register form', Registration, accountMessage],
])('%s: every message of a field has a text of its own', (_form, schema, keyOf) => {
  for (const value of ['', '\0', TOO_LONG]) {
    const fields = Object.keys(schema.entries).filter((field) => !HIDDEN.has(field));
    const draft = Object.fromEntries(fields.map((field) => [field, value]));
    const { issues = [] } = v.safeParse(schema, draft, { abortPipeEarly: true });
    for (const { message } of issues) {
      expect(keyOf(message), message).not.toBe('field.invalid');
    }
  }
});

test('the English text is the message itself, so that both sides say the same', async () => {
  const english = await shippedTexts(DEFAULT_LANGUAGE);
  const { issues = [] } = v.safeParse(Inquiry, { name: '', email: '', message: '' });
  expect(issues.length).toBeGreaterThan(3);
  for (const { message } of issues) {
    if (message.startsWith('Invalid')) continue;
    expect(translate(english, undefined, 'en', fieldMessage(message))).toBe(message);
  }
});

test('a number has a text with its bounds', async () => {
  const english = await shippedTexts(DEFAULT_LANGUAGE);
  const { issues = [] } = v.safeParse(wholeNumber(100, 250).draft, '99');
  const said = draftMessage(
    (key, values) => translate(english, undefined, 'en', key, values),
    issues[0]?.message ?? '',
  );
  expect(said).toBe('Please enter a whole number from 100 to 250.');
});

test('a message that is not known asks to check the field', () => {
  expect(fieldMessage('Expected Object')).toBe('field.invalid');
});

/** No person types these in; what is wrong with them is not shown at a field. */
const HIDDEN = new Set([
  'includeHistory',
  'writtenBy',
  'under18',
  'campaignId',
  'language',
  'openFor',
  'defaultLanguage',
  'active',
]);
