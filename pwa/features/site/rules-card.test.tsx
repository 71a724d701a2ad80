// @vitest-environment happy-dom
import { useState } from 'react';
import { expect, test } from 'vitest';
import { SHIPPED_RULES } from '#contract/deadlines/shipped-rules.ts';
import { doing, show, the } from '#pwa/test/show.tsx';
import { RulesCard, type TypedRules } from './rules-card.tsx';

let typed: TypedRules = {};

function Card() {
  const [rules, setRules] = useState<TypedRules>({});
  typed = rules;
  return <RulesCard rules={rules} errorOf={() => undefined} onChange={setRules} />;
}

function box(name: string): HTMLInputElement {
  return the<HTMLInputElement>(`[name="${name}"]`);
}

test('a rule is turned off and on again; what is as it came is not kept as a change', async () => {
  await show(<Card />);
  expect(box('rules.report.value').value).toBe('14');
  await doing(() => box('rules.report.isOn').click());
  expect(typed).toEqual({ report: { ...SHIPPED_RULES.report, isOn: false } });
  expect(document.querySelector('[name="rules.report.value"]')).toBeNull();
  await doing(() => box('rules.report.isOn').click());
  expect(typed).toEqual({});

  await doing(() => box('rules.birthday.isOn').click());
  expect(typed).toEqual({ birthday: { ...SHIPPED_RULES.birthday, isOn: true } });
  await doing(() => the('button').click());
  expect(typed).toEqual({});
});
