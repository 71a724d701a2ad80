import { wholeNumberIn } from '#contract/fields/fields.ts';
import type { TextKey } from '#pwa/i18n/text-key.ts';
import type { TextOptions } from '#pwa/local/changes/define-change.ts';
import { definitionOf } from '#pwa/local/changes/registry.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';

/** One text of a change that can be corrected before it is sent. */
export interface EditableText extends TextOptions {
  field: string;
  label: TextKey;
  value: string;
}

/** The texts that a person typed into a change; empty for a change without any. */
export function editableTexts(entry: OutboxEntry): EditableText[] {
  const { texts = {}, label } = definitionOf(entry);
  const body: Record<string, unknown> = { ...entry.body };
  return Object.entries(texts).flatMap(([field, options]) =>
    label ? { ...options, field, label: label(field), value: String(body[field] ?? '') } : [],
  );
}

/** The body of a change with other texts in it. A blank optional one becomes null, a number a number. */
export function withTexts(entry: OutboxEntry, texts: readonly EditableText[]): OutboxEntry['body'] {
  const typed = texts.map(({ field, value, isRequired, type }) => {
    const text = value.trim();
    if (!text) return [field, isRequired ? '' : null];
    // The server refuses a text that is no number, with its words.
    return [field, type === 'number' ? wholeNumberIn(text) || text : text];
  });
  // Every field is one of this body's.
  return { ...entry.body, ...Object.fromEntries(typed) } as OutboxEntry['body'];
}
