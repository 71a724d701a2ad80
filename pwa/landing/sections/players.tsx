import { useText } from '#pwa/i18n/text-context.tsx';
import { publishedSite } from '#pwa/lib/published-site.ts';
import { Picture } from './picture.tsx';
import styles from './players.module.css';
import { Section } from './section.tsx';

/** The players whom the owner shows; without one there is no such section. */
export function Players() {
  const { t, language } = useText();
  const players = publishedSite()?.settings.shownPlayers ?? [];
  if (players.length === 0) return null;
  const hasPictures = players.some(({ picture }) => picture);
  return (
    <Section id="players">
      <h2 id="players-title">{t('players.title')}</h2>
      <ul className={styles.players}>
        {players.map(({ name, club, lines, picture }) => (
          <li key={name} className={styles.player}>
            {picture ? (
              <Picture picture={picture} alt="" lazy />
            ) : (
              hasPictures && (
                <span aria-hidden="true" className={styles.initial}>
                  {name.charAt(0)}
                </span>
              )
            )}
            <b>{name}</b>
            {club && <span>{club}</span>}
            {lines[language] && <span className={styles.line}>{lines[language]}</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
