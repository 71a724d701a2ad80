import type { ReactNode } from 'react';
import { RULES, type RuleName, type TypedRule } from '#contract/deadlines/rules.ts';
import { SHIPPED_RULES } from '#contract/deadlines/shipped-rules.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { CheckboxField } from '#pwa/ui/fields/checkbox-field.tsx';
import { Field } from '#pwa/ui/fields/field.tsx';
import styles from './site-page.module.css';

export type TypedRules = Partial<Record<RuleName, TypedRule>>;

interface RulesCardProps {
  /** Those that differ from what came with the product. */
  rules: TypedRules;
  /** The message of a wrong field, by its name, e.g. `rules.report.value`. */
  errorOf: (name: string) => ReactNode;
  onChange: (rules: TypedRules) => void;
}

/** The rules of football by which staff are reminded of deadlines, each with its source. */
export function RulesCard({ rules, errorOf, onChange }: RulesCardProps) {
  const { t } = useText();

  function edit(name: RuleName, change: Partial<TypedRule>): void {
    const rule = { ...SHIPPED_RULES[name], ...rules[name], ...change };
    const { [name]: _, ...others } = rules;
    const isShipped = JSON.stringify(rule) === JSON.stringify(SHIPPED_RULES[name]);
    onChange(isShipped ? others : { ...others, [name]: rule });
  }

  return (
    <Card title={t('site.rules.title')}>
      <p>{t('site.rules.text')}</p>
      {RULES.map((name) => {
        const rule = rules[name] ?? SHIPPED_RULES[name];
        const typed = (part: 'value' | 'source' | 'asOf') => ({
          name: `rules.${name}.${part}`,
          error: errorOf(`rules.${name}.${part}`),
          autoComplete: 'off',
          value: rule[part],
          onChange: ({ target }: { target: HTMLInputElement }) =>
            edit(name, { [part]: target.value }),
        });
        return (
          <fieldset key={name} className={styles.quote}>
            <CheckboxField
              name={`rules.${name}.isOn`}
              label={t(`site.rules.${name}`)}
              checked={rule.isOn}
              onChange={({ target }) => edit(name, { isOn: target.checked })}
            />
            {rule.isOn && name !== 'birthday' && (
              <div className={styles.fields}>
                <Field
                  label={t(`site.rules.units.${UNITS[name]}`)}
                  inputMode="numeric"
                  {...typed('value')}
                />
                <Field label={t('site.rules.source')} {...typed('source')} />
                <Field type="date" label={t('site.rules.asOf')} {...typed('asOf')} />
              </div>
            )}
          </fieldset>
        );
      })}
      {Object.keys(rules).length > 0 && (
        <Button variant="secondary" className={styles.add} onClick={() => onChange({})}>
          {t('site.rules.reset')}
        </Button>
      )}
    </Card>
  );
}

const UNITS = {
  mandate: 'months',
  report: 'days',
  approach: 'months',
  contract: 'months',
  minor: 'ageInMonths',
  adult: 'years',
} as const satisfies Record<Exclude<RuleName, 'birthday'>, string>;
