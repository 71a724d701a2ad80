import { expect, test } from 'vitest';
import { BLANK_INQUIRY, checkInquiry, type InquiryText, saysTheSame } from './inquiry-text.ts';

const SETTING = {
  campaign: {},
  language: 'en',
  openFor: 4_000,
  linkToken: 'A'.repeat(43),
} as const;
const FILLED: InquiryText = {
  ...BLANK_INQUIRY,
  name: 'Ana Ruiz',
  email: 'ana@example.com',
  inquiryType: 'player_representation',
  message: 'I play left back.',
  privacyPolicy: true,
};

function errorsOf(changed: Partial<InquiryText>) {
  const checked = checkInquiry({ ...FILLED, ...changed }, SETTING);
  return 'errors' in checked ? checked.errors : {};
}

function bodyOf(changed: Partial<InquiryText>, setting = {}) {
  const checked = checkInquiry({ ...FILLED, ...changed }, { ...SETTING, ...setting });
  return 'body' in checked ? checked.body : null;
}

test('F-07 a name of one letter is refused, one of two passes', () => {
  expect(errorsOf({ name: 'A' })).toEqual({ name: 'Name must be at least 2 characters.' });
  expect(errorsOf({ name: 'Al' })).toEqual({});
});

test('F-08 an e-mail that is none is refused', () => {
  for (const email of [
    '',
    'ana',
    'ana@',
    '@example.com',
    'ana example.com',
    'ana@gmail',
    'ana@gmail.',
  ]) {
    expect(errorsOf({ email })).toEqual({ email: 'Please enter a valid email address.' });
  }
});

test('F-09 a type must be chosen', () => {
  expect(errorsOf({ inquiryType: '' })).toEqual({ inquiryType: 'Please select an inquiry type.' });
});

test('F-10 a message of 9 characters is refused, one of 10 passes', () => {
  const message = 'Message must be at least 10 characters.';
  expect(errorsOf({ message: '123456789' })).toEqual({ message });
  expect(errorsOf({ message: '1234567890' })).toEqual({});
});

test('F-11 the privacy policy must be agreed to', () => {
  const privacyPolicy = 'You must agree to the privacy policy.';
  expect(errorsOf({ privacyPolicy: false })).toEqual({ privacyPolicy });
});

test('F-12 the phone and the history may be empty or long', () => {
  const long = 'A very long history. '.repeat(100);
  const history = { currentClub: long, position: long, achievements: long, careerGoals: long };
  expect(errorsOf({ includeHistory: true })).toEqual({});
  expect(errorsOf({ includeHistory: true, ...history })).toEqual({});
  expect(errorsOf({ phone: '+34 (600) 000-000 ext. 7' })).toEqual({});
});

test('texts that are too long together are told at the longest of them, in bytes as they travel', () => {
  const tooLong = 'This text is too long.';
  const latin = 'a'.repeat(10_000);
  const cyrillic = 'ж'.repeat(9_000);
  const history = { includeHistory: true, currentClub: latin, position: latin, careerGoals: latin };
  expect(errorsOf({ ...history, achievements: latin, message: latin })).toEqual({});
  expect(errorsOf({ ...history, achievements: cyrillic, message: latin })).toEqual({});
  expect(errorsOf({ ...history, achievements: cyrillic, message: `${cyrillic}ж` })).toEqual({
    message: tooLong,
  });
  expect(errorsOf({ ...history, achievements: '語'.repeat(10_000), message: cyrillic })).toEqual({
    achievements: tooLong,
  });
  expect(errorsOf({ message: '"\n'.repeat(5_001) })).toEqual({ message: tooLong });
  expect(errorsOf({ message: '🙂'.repeat(5_000) })).toEqual({});

  const body = bodyOf({ ...history, achievements: cyrillic, message: latin });
  expect(new TextEncoder().encode(JSON.stringify(body)).length).toBeLessThanOrEqual(65_536);
});

test('every wrong field is named at once, in the order of the form', () => {
  const checked = checkInquiry(BLANK_INQUIRY, SETTING);
  expect(Object.keys('errors' in checked ? checked.errors : {})).toEqual([
    'name',
    'email',
    'inquiryType',
    'message',
    'privacyPolicy',
  ]);
});

test('Q-21 blanks are not counted, neither in the name nor in the message', () => {
  expect(errorsOf({ name: '  ', message: '  123456789  ' })).toHaveProperty('name');
  expect(errorsOf({ name: '  ', message: '  123456789  ' })).toHaveProperty('message');
  expect(bodyOf({ name: ' Ana ', message: '  1234567890 ' })).toMatchObject({
    name: 'Ana',
    message: '1234567890',
  });
});

test('F-15 the body holds what the form and the campaign link say', () => {
  const history = {
    currentClub: 'CD Uno',
    position: 'Left back',
    achievements: 'Cup 2024',
    careerGoals: 'First division',
  };
  const campaign = {
    campaignId: 7,
    utmSource: 'football-agent-site',
    utmMedium: 'qr',
    utmCampaign: 'gira',
  };

  expect(
    bodyOf({ phone: '+34 600', includeHistory: true, ...history }, { campaign, language: 'es' }),
  ).toEqual({
    name: 'Ana Ruiz',
    email: 'ana@example.com',
    phone: '+34 600',
    inquiryType: 'player_representation',
    includeHistory: true,
    ...history,
    message: 'I play left back.',
    privacyPolicy: true,
    ...campaign,
    language: 'es',
    openFor: 4_000,
    linkToken: SETTING.linkToken,
  });
});

test('F-16 what is not known is absent from the body', () => {
  expect(Object.keys(bodyOf({}) ?? {})).toEqual([
    'name',
    'email',
    'inquiryType',
    'includeHistory',
    'message',
    'privacyPolicy',
    'language',
    'linkToken',
    'openFor',
  ]);
});

test('K-05 the words of a campaign without its number are sent along', () => {
  const body = bodyOf({}, { campaign: { utmSource: 'newsletter' } });
  expect(body).toMatchObject({ utmSource: 'newsletter' });
  expect(body).not.toHaveProperty('campaignId');
});

test('Q-20 a history that is not included is not sent', () => {
  expect(bodyOf({ includeHistory: false, currentClub: 'CD Uno' })).not.toHaveProperty(
    'currentClub',
  );
});

test('the same words are the same message, however long the form was open', () => {
  expect(saysTheSame(bodyOf({}), bodyOf({}, { openFor: 9_000 }))).toBe(true);
  expect(saysTheSame(bodyOf({}), bodyOf({ name: 'Ana R.' }))).toBe(false);
});
