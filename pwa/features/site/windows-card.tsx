import { type ReactNode, useMemo } from 'react';
import type { TransferWindow } from '#contract/deadlines/windows.ts';
import { COUNTRY_CODES } from '#contract/values/countries.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { Field } from '#pwa/ui/fields/field.tsx';
import { OfferingField } from '#pwa/ui/fields/offering-field.tsx';
import { plusIcon, trashIcon } from '#pwa/ui/icons/icons.ts';
import { replaced } from './replaced.ts';
import styles from './site-page.module.css';

interface WindowsCardProps {
  windows: readonly TransferWindow[];
  /** The message of a wrong field, by its name, e.g. `windows.0.closes`. */
  errorOf: (name: string) => ReactNode;
  onChange: (windows: TransferWindow[]) => void;
}

const BLANK: TransferWindow = { country: '', opens: '', closes: '' };

/** The transfer windows of which staff are reminded. */
export function WindowsCard({ windows, errorOf, onChange }: WindowsCardProps) {
  const { t, language } = useText();
  const countries = useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'region' });
    return COUNTRY_CODES.map((code) => names.of(code) ?? code).sort((one, other) =>
      one.localeCompare(other, language),
    );
  }, [language]);

  return (
    <Card title={t('site.windows.title')}>
      <p>{t('site.windows.text')}</p>
      {windows.map((window, at) => {
        const typed = (part: keyof TransferWindow) => ({
          name: `windows.${at}.${part}`,
          label: t(`site.windows.${part}`),
          error: errorOf(`windows.${at}.${part}`),
          autoComplete: 'off',
          value: window[part],
          onChange: ({ target }: { target: HTMLInputElement }) =>
            onChange(replaced(windows, at, { [part]: target.value })),
        });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a window has no other name, and its fields are controlled
          <fieldset key={at} className={styles.quote}>
            <legend className={styles.legend}>{t('site.windows.one', { number: at + 1 })}</legend>
            <div className={styles.fields}>
              <OfferingField {...typed('country')} choices={countries} />
              <Field type="date" {...typed('opens')} />
              <Field type="date" {...typed('closes')} />
            </div>
            <div className={styles.actions}>
              <Button
                variant="quiet"
                icon={trashIcon}
                onClick={() => onChange(windows.filter((_, n) => n !== at))}
              >
                {t('site.windows.remove')}
              </Button>
            </div>
          </fieldset>
        );
      })}
      <Button
        variant="secondary"
        icon={plusIcon}
        className={styles.add}
        disabled={windows.length >= 60}
        onClick={() => onChange([...windows, BLANK])}
      >
        {t('site.windows.add')}
      </Button>
    </Card>
  );
}
