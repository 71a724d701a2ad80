import { useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import type { ApplicationDraft } from '#contract/applications.ts';
import { isSafeAddress, type PlayerLink } from '#contract/paths/links.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ControlError } from '#pwa/ui/fields/control-frame.tsx';
import { Field } from '#pwa/ui/fields/field.tsx';
import { IconButton } from '#pwa/ui/icons/icon-button.tsx';
import { plusIcon } from '#pwa/ui/icons/icons.ts';
import { closeIcon } from '#pwa/ui/icons/site-icons.ts';
import type { FormTexts } from './form-texts.ts';
import styles from './links-field.module.css';

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
  const [isAsked, setAsked] = useState(autoFocus);
  const typed = typedLinks(field.value ?? '');
  const links = typed.length === 0 && isAsked ? [BLANK] : typed;
  const firstWrong = links.findIndex(isWrong);

  function change(changed: readonly PlayerLink[]): void {
    field.onChange(changed.map(({ title, url }) => `${title} ${url}`).join('\n'));
  }

  return (
    <fieldset className={styles.links}>
      <legend className={styles.legend}>{t('applicationForm.links')}</legend>
      {links.map((link, index) => {
        const set = (values: Partial<PlayerLink>) =>
          change(links.map((one, at) => (at === index ? { ...one, ...values } : one)));
        const number = index + 1;
        const isNew = isAsked && index === links.length - 1 && isBlank(link);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: its place is all that a link is known by
          <fieldset key={index} className={styles.link}>
            <legend className="visually-hidden">{t('applicationForm.link', { number })}</legend>
            <Field
              ref={index === firstWrong ? field.ref : undefined}
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
            <IconButton
              className={styles.remove}
              icon={closeIcon}
              label={t('applicationForm.removeLink', { number })}
              onClick={() => {
                setAsked(false);
                change(links.filter((_, at) => at !== index));
              }}
            />
          </fieldset>
        );
      })}
      {firstWrong < 0 && <ControlError id="links" error={error} />}
      <Button
        variant="secondary"
        icon={plusIcon}
        onClick={() => {
          setAsked(true);
          if (links.length > 0) change([...links, BLANK]);
        }}
      >
        {t('applicationForm.addLink')}
      </Button>
    </fieldset>
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
