// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { doing, show } from '#pwa/test/show.tsx';
import { ReachButtons } from '#pwa/ui/reach/reach-buttons.tsx';
import { fieldValue } from './field-value.tsx';

const EMAIL = 'ana@example.org';

async function shown(phone: string) {
  await show(<p id="phone">{fieldValue((key) => key, { type: 'tel' }, phone, EMAIL, 'de')}</p>);
  // The rules of all countries are here.
  await doing(() => import('#pwa/lib/text/dial-number.ts'));
  const links = [...document.querySelectorAll<HTMLAnchorElement>('#phone a')];
  return {
    text: document.querySelector('#phone')?.textContent,
    links: links.map((link) => [link.textContent, link.getAttribute('href')]),
  };
}

test('one number is one link, around it stands what was typed', async () => {
  expect(await shown('Mobile: 0157 712 345-67 (mother)')).toEqual({
    text: 'Mobile: 0157 712 345-67 (mother)',
    links: [['0157 712 345-67', 'tel:+4915771234567']],
  });
});

test.each([' / ', '; ', ' or ', '\n'])(
  'each of two numbers has its own call and chat: %j',
  async (between) => {
    const { text, links } = await shown(`+49 157 71234567${between}0157 71234568`);
    expect(text?.replaceAll(' WhatsApp', '')).toBe(`+49 157 71234567${between}0157 71234568`);
    expect(links).toEqual([
      ['+49 157 71234567', 'tel:+4915771234567'],
      ['WhatsApp', 'https://wa.me/4915771234567'],
      ['0157 71234568', 'tel:+4915771234568'],
      ['WhatsApp', 'https://wa.me/4915771234568'],
    ]);
  },
);

test.each(['4,91577E+11', 'call my mother', '*#06#'])('%s is no link', async (phone) => {
  expect(await shown(phone)).toEqual({ text: phone, links: [] });
});

test('a record without a number that can be dialled is written to', async () => {
  const waysOf = async (phone: string | null) => {
    await show(
      <p id="ways">
        <ReachButtons name="Ana" email={EMAIL} phone={phone} />
      </p>,
    );
    const hrefs = [...document.querySelectorAll('#ways a')].map((link) =>
      link.getAttribute('href'),
    );
    document.body.replaceChildren();
    return hrefs;
  };
  expect(await waysOf('+49 157 71234567')).toEqual([
    'tel:+4915771234567',
    'https://wa.me/4915771234567',
  ]);
  for (const phone of [null, '4,91577E+11', 'call my mother']) {
    expect(await waysOf(phone)).toEqual([`mailto:${EMAIL}`]);
  }
});

test('a day of birth that has not come says no age', async () => {
  const shownDay = async (day: string) => {
    await show(
      <p id="day">{fieldValue((key) => key, { type: 'date', isBirth: true }, day, EMAIL)}</p>,
    );
    return [...document.querySelectorAll('#day')].at(-1)?.textContent;
  };
  expect(await shownDay('2999-01-01')).toBe('Jan 1, 2999');
  expect(await shownDay('2001-01-01')).toContain('age');
});
