import { HEROES, type HeroName } from '#contract/site.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import styles from './picture-field.module.css';

interface HeroFieldProps {
  chosen: HeroName;
  onChange: (chosen: HeroName) => void;
}

/** Chooses the drawing of the first view, by its picture. */
export function HeroField({ chosen, onChange }: HeroFieldProps) {
  const { t } = useText();
  return (
    <fieldset className={styles.heroes}>
      <legend className="visually-hidden">{t('site.hero.title')}</legend>
      {HEROES.map((name) => (
        <label key={name} className={styles.hero}>
          <img src={`/drawings/${name}.svg`} alt="" />
          <span>
            <input
              type="radio"
              name="hero"
              checked={name === chosen}
              onChange={() => onChange(name)}
            />
            {t(`site.hero.${name}`)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
