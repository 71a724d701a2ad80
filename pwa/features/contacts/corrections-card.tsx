import { type Correction, correctionsIn } from '#contract/corrections.ts';
import { namesOf } from '#contract/fields/field-table.ts';
import { INQUIRY_FIELDS } from '#contract/fields/inquiry-fields.ts';
import { type TextAccess, useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import { formatMoment } from '#pwa/lib/time/dates.ts';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import { Card } from '#pwa/ui/card.tsx';
import { Fact, Facts } from '#pwa/ui/facts.tsx';
import { TypedText } from '#pwa/ui/fields/typed-text.tsx';

/** What the visitor has corrected by the private link, newest first, each text as it was before. */
export function CorrectionsCard({ contact }: { contact: ContactRow }) {
  const { t } = useText();
  const corrections = correctionsIn(contact.corrections).reverse();
  if (corrections.length === 0) return null;
  return (
    <Card title={t('contactDetail.corrections.title')}>
      {corrections.map((correction) => (
        <div key={correction.at}>
          <p>{t('contactDetail.corrections.before', { moment: formatMoment(correction.at) })}</p>
          <Facts>
            {namesOf(INQUIRY_FIELDS).map((name) => {
              const text = textBefore(t, correction, name);
              return (
                text !== undefined && (
                  <Fact key={name} term={t(`contact.form.${name}`)} wide>
                    <TypedText>{text}</TypedText>
                  </Fact>
                )
              );
            })}
          </Facts>
        </div>
      ))}
    </Card>
  );
}

/** Undefined for a field that was not corrected, or that says nothing by itself. */
function textBefore(
  t: TextAccess['t'],
  { before }: Correction,
  name: keyof typeof INQUIRY_FIELDS,
): string | undefined {
  const value = before[name];
  if (value === null) return '–';
  if (typeof value !== 'string') return undefined;
  return name === 'inquiryType' ? wordText(t, name, value) : value;
}
