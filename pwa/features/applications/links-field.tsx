import { type Control, useController } from 'react-hook-form';
import type { ApplicationDraft } from '#contract/applications.ts';
import { isSafeAddress, type PlayerLink } from '#contract/paths/links.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Field } from '#pwa/ui/fields/field.tsx';
import type { FormTexts } from './form-texts.ts';
import styles from './links-field.module.css';
import { ListField } from './list-field.tsx';

interface LinksFieldProps {
  control: Control<FormTexts, unknown, ApplicationDraft>;
  /** The error of all links together; it is shown at each wrong address. */
  error: string | undefined;
  autoFocus: boolean;
}

/** The links of a player: an address and a title each. The form's text has one a line. */
export function LinksField({ control, error, autoFocus }: LinksFieldProps) {
  const { t } = useText();
  const { field } = useController({ control, name: 'links' });
  const links = typedLinks(field.value ?? '');
  const firstWrong = links.find(isWrong);

  return (
    <ListField
      title={t('applicationForm.links')}
      items={links}
      blank={BLANK}
      isBlank={isBlank}
      onChange={(changed) => {
        field.onChange(changed.map(({ title, url }) => `${title} ${url}`).join('\n'));
      }}
      error={firstWrong ? undefined : error}
      autoFocus={autoFocus}
      className={styles.link}
      labels={{
        item: (number) => t('applicationForm.link', { number }),
        remove: (number) => t('applicationForm.removeLink', { number }),
        add: t('applicationForm.addLink'),
      }}
    >
      {(link, set, isNew) => (
        <>
          <Field
            ref={link === firstWrong ? field.ref : undefined}
            label={t('applicationForm.linkAddress')}
            placeholder={t('applicationForm.linksPlaceholder')}
            error={isWrong(link) ? error : undefined}
            inputMode="url"
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
            autoFocus={isNew}
            value={link.url}
            onChange={(event) => set({ url: withoutBlanks(event.target.value) })}
            onBlur={() => {
              const url = withScheme(link.url);
              if (url !== link.url) set({ url });
            }}
          />
          <div className={styles.title}>
            <Field
              label={t('applicationForm.linkTitle')}
              placeholder={t('applicationForm.linkTitlePlaceholder')}
              autoComplete="off"
              value={link.title}
              onChange={(event) => set({ title: event.target.value })}
            />
          </div>
        </>
      )}
    </ListField>
  );
}

const BLANK: PlayerLink = { title: '', url: '' };

/** The links as they are being typed: unlike in `linksOf`, a title may be there before its address. */
function typedLinks(text: string): PlayerLink[] {
  if (text === '') return [];
  return text.split('\n').map((line) => {
    const end = line.lastIndexOf(' ');
    return { title: line.slice(0, Math.max(end, 0)), url: line.slice(end + 1) };
  });
}

function isBlank({ title, url }: PlayerLink): boolean {
  return title.trim() === '' && url === '';
}

function isWrong(link: PlayerLink): boolean {
  return !isBlank(link) && !isSafeAddress(link.url);
}

/** An address without the blanks around it; one inside is escaped, because it would end the title. */
function withoutBlanks(url: string): string {
  return url.trim().replace(/\s/g, '%20');
}

/** `www.example.org/ana` as an address that can be followed. */
function withScheme(url: string): string {
  return /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(url) ? `https://${url}` : url;
}
