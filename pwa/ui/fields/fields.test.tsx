// @vitest-environment happy-dom
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { doing, show, the } from '#pwa/test/show.tsx';
import { CheckboxField } from './checkbox-field.tsx';
import { ChoiceField } from './choice-field.tsx';
import { Field } from './field.tsx';
import { FilterBar } from './filter-bar.tsx';
import { OfferingField } from './offering-field.tsx';
import { TextArea } from './text-area.tsx';

test('F-13 the label, the hint and the error of a field belong to its input', async () => {
  await show(<Field label="E-mail" hint="Work or private." error="Please enter one." required />);
  const input = the<HTMLInputElement>('input');

  expect(the<HTMLLabelElement>('label').htmlFor).toBe(input.id);
  expect(describes(input)).toEqual(['Work or private.', 'Please enter one.']);
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(input.required).toBe(true);
});

test('a field without a mistake is neither invalid nor described', async () => {
  await show(<TextArea label="Message" />);
  const area = the('textarea');

  expect(area.hasAttribute('aria-invalid')).toBe(false);
  expect(area.hasAttribute('aria-describedby')).toBe(false);
});

test('F-03 a choice with a placeholder starts with nothing chosen', async () => {
  await show(
    <ChoiceField
      label="Inquiry type"
      placeholder="Choose one"
      choices={[{ value: 'other', label: 'Other' }]}
    />,
  );

  expect(the<HTMLSelectElement>('select').value).toBe('');
});

test('F-02 a checkbox starts empty and its words tick it', async () => {
  await show(<CheckboxField label="I agree" error="You must agree." />);
  const box = the<HTMLInputElement>('input');
  expect(box.checked).toBe(false);

  await doing(() => the('label').click());
  expect(box.checked).toBe(true);
  expect(describes(box)).toEqual(['You must agree.']);
});

test('every field takes what a form library registers', async () => {
  const save = vi.fn();
  function Form() {
    const { register, handleSubmit } = useForm({
      defaultValues: { name: 'Ana', notes: 'Left foot', status: 'pending', agreed: true },
    });
    return (
      <form onSubmit={handleSubmit((values) => save(values))}>
        <Field label="Name" {...register('name')} />
        <TextArea label="Notes" {...register('notes')} />
        <ChoiceField
          label="Status"
          choices={[
            { value: 'pending', label: 'Pending' },
            { value: 'signed', label: 'Signed' },
          ]}
          {...register('status')}
        />
        <CheckboxField label="Agreed" {...register('agreed')} />
        <button type="submit">Save</button>
      </form>
    );
  }
  await show(<Form />);
  expect(the<HTMLInputElement>('input[name="name"]').value).toBe('Ana');

  await doing(() => {
    const status = the<HTMLSelectElement>('select');
    status.value = 'signed';
    status.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await doing(() => the('button').click());
  expect(save).toHaveBeenCalledWith({
    name: 'Ana',
    notes: 'Left foot',
    status: 'signed',
    agreed: true,
  });
});

function describes(control: HTMLElement): (string | null | undefined)[] {
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent);
}

test('an input that gets its first choice stays the same element, with the focus', async () => {
  function ClubField() {
    const [choices, setChoices] = useState<string[]>([]);
    return (
      <>
        <OfferingField label="Club" choices={choices} />
        <button type="button" onClick={() => setChoices(['Ajax'])}>
          Rows arrive
        </button>
      </>
    );
  }
  await show(<ClubField />);
  const input = the<HTMLInputElement>('input');
  input.focus();

  await doing(() => the('button').click());
  expect(the<HTMLOptionElement>('option').value).toBe('Ajax');
  expect(the('input')).toBe(input);
  expect(document.activeElement).toBe(input);
});

test('the pressed chip of a line that scrolls comes into sight, at first and when another is pressed', async () => {
  const seen: (string | null)[] = [];
  const scrolled = vi
    .spyOn(HTMLElement.prototype, 'scrollIntoView')
    .mockImplementation(function see(this: HTMLElement) {
      seen.push(this.textContent);
    });
  function Bar() {
    const [value, setValue] = useState('signed');
    const filters = ['all', 'signed'].map((each) => ({
      value: each,
      label: each,
      count: undefined,
    }));
    return <FilterBar label="Status" filters={filters} value={value} onChange={setValue} />;
  }
  await show(<Bar />);
  await doing(() => document.querySelector<HTMLElement>('[aria-pressed=false]')?.click());
  expect(seen).toEqual(['signed', 'all']);
  scrolled.mockRestore();
});
