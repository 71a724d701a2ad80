// @vitest-environment happy-dom
import { useState } from 'react';
import { expect, test } from 'vitest';
import { doing, show, the } from '#pwa/test/show.tsx';
import { TabPanel, Tabs } from './tabs.tsx';

test('D-02 tabs have a name, tell their counts and follow the arrow keys', async () => {
  function Lists() {
    const [value, setValue] = useState<'applications' | 'contacts'>('applications');
    return (
      <Tabs
        label="Lists"
        tabs={[
          { value: 'applications', label: 'Applications', count: 0 },
          { value: 'contacts', label: 'Contacts' },
        ]}
        value={value}
        onValueChange={setValue}
      >
        <TabPanel value="applications">Players</TabPanel>
        <TabPanel value="contacts">Inquiries</TabPanel>
      </Tabs>
    );
  }
  await show(<Lists />);
  const [applications, contacts] = document.querySelectorAll<HTMLElement>('[role="tab"]');
  expect(the('[role="tablist"]').getAttribute('aria-label')).toBe('Lists');
  expect(applications?.textContent).toBe('Applications0');
  expect(contacts?.textContent).toBe('Contacts');
  expect(shown()).toBe('Players');
  expect(the('[role="tabpanel"]').getAttribute('aria-labelledby')).toBe(applications?.id);
  expect(the('[role="tabpanel"]').id).toBe(applications?.getAttribute('aria-controls'));

  await doing(() => applications?.focus());
  for (const [key, tab, panel] of [
    ['ArrowRight', contacts, 'Inquiries'],
    ['ArrowRight', applications, 'Players'],
    ['ArrowLeft', contacts, 'Inquiries'],
    ['Home', applications, 'Players'],
    ['End', contacts, 'Inquiries'],
  ] as const) {
    await press(key);
    expect(document.activeElement).toBe(tab);
    expect(tab?.getAttribute('aria-selected')).toBe('true');
    expect(shown()).toBe(panel);
  }
  // One stop for the Tab key.
  expect([applications?.tabIndex, contacts?.tabIndex]).toEqual([-1, 0]);

  await doing(() => applications?.click());
  expect(shown()).toBe('Players');
  expect(applications?.tabIndex).toBe(0);
});

function press(key: string): Promise<void> {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  return doing(() => document.activeElement?.dispatchEvent(event));
}

function shown(): string | null {
  return the('[role="tabpanel"]').textContent;
}
