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
  await doing(() =>
    applications?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }),
    ),
  );
  await doing(() => new Promise((resolve) => setTimeout(resolve)));
  expect(contacts?.getAttribute('aria-selected')).toBe('true');
  expect(shown()).toBe('Inquiries');
});

function shown(): string | null {
  return the('[role="tabpanel"]').textContent;
}
