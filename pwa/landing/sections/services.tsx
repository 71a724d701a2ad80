import { useText } from '#pwa/i18n/text-context.tsx';
import { Section } from './section.tsx';
import styles from './services.module.css';

const SERVICES = [
  'contractNegotiation',
  'talentScouting',
  'careerDevelopment',
  'internationalTransfers',
  'imageManagement',
  'financialPlanning',
] as const;

/** The six services as a list. */
export function Services() {
  const { t } = useText();
  return (
    <Section id="services" tone="sunken">
      <div className={styles.head}>
        <h2 id="services-title">{t('services.title')}</h2>
        <p>{t('services.text')}</p>
      </div>
      <ul className={styles.list}>
        {SERVICES.map((service) => (
          <li key={service} className={styles.service}>
            <h3 className={styles.name}>{t(`services.items.${service}.title`)}</h3>
            <p>{t(`services.items.${service}.text`)}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
