import { valibotResolver } from '@hookform/resolvers/valibot';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { ApplicationDraft } from '#contract/applications.ts';
import { daysAfter } from '#contract/deadlines/days.ts';
import { NO_DAY, optionalDay } from '#contract/fields/day-fields.ts';
import { SHORT_TEXT } from '#contract/fields/fields.ts';
import { newId, newLinkToken } from '#contract/fields/ids.ts';
import { isLanguage, LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';
import { OFFER_DAYS, OfferDraft, offersOf, SHOWABLE } from '#contract/offers/offer.ts';
import { applicationDefinition } from '#pwa/features/applications/application-definition.tsx';
import {
  blankConsent,
  ConsentFields,
  withConsent,
} from '#pwa/features/applications/consent/consent-fields.tsx';
import { useMinor } from '#pwa/features/applications/consent/use-minor.ts';
import { ApproachNotice } from '#pwa/features/applications/deadlines/approach-hint.tsx';
import { useFirstToCall } from '#pwa/features/applications/people/use-reachable.ts';
import formStyles from '#pwa/features/applications/status/status-form.module.css';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { draftMessage } from '#pwa/i18n/draft-message.ts';
import { ownName } from '#pwa/i18n/language-names.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { publishedSite } from '#pwa/lib/published-site.ts';
import { today } from '#pwa/lib/time/clock.ts';
import { deviceZone } from '#pwa/lib/time/device-zone.ts';
import { applicationEdited, statusChanged } from '#pwa/local/changes/applications.ts';
import type { Mutation } from '#pwa/local/changes/registry.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { ApplicationRow, ContactRow } from '#pwa/local/database/rows.ts';
import { readAll } from '#pwa/local/rows/read-rows.ts';
import { Button } from '#pwa/ui/button.tsx';
import { CheckboxField } from '#pwa/ui/fields/checkbox-field.tsx';
import { ChoiceField } from '#pwa/ui/fields/choice-field.tsx';
import { useReportDirty } from '#pwa/ui/fields/dirty-store.ts';
import { Field } from '#pwa/ui/fields/field.tsx';
import { OfferingField } from '#pwa/ui/fields/offering-field.tsx';
import { TextArea } from '#pwa/ui/fields/text-area.tsx';
import { useFormDraft } from '#pwa/ui/fields/use-form-draft.ts';
import primitives from '#pwa/ui/primitives.module.css';
import { makeOffer } from './offer-changes.ts';
import { digestOf, keepToken } from './offer-link.ts';
import { OfferPicture } from './offer-picture.tsx';
import styles from './offers.module.css';
import type { SharedOffer } from './share-offer.tsx';

const { contactId: _, timeZone: __, ...entries } = OfferDraft.entries;
const Typed = v.object({
  ...entries,
  until: v.pipe(
    optionalDay,
    v.check((day) => day === null || day >= today(), NO_DAY),
  ),
  consentOn: v.pipe(
    optionalDay,
    v.check((day) => day === null || day <= today(), NO_DAY),
  ),
  picture: v.nullable(v.string()),
});
const StoredTexts = v.object({
  club: v.string(),
  language: v.picklist(LANGUAGE_CODES),
  shows: v.array(v.picklist(SHOWABLE)),
  words: v.string(),
  until: v.string(),
  consentOn: v.string(),
  picture: v.optional(v.nullable(v.string()), null),
});

interface OfferFormProps {
  application: ApplicationRow;
  /** The inquiry of the club, if it is chosen already. */
  contact: ContactRow | undefined;
  /** Called when the offer is saved on this device. */
  onMade: (made: SharedOffer) => void;
}

/** What a club gets to see, and until when. What was typed and chosen survives a reload. */
export function OfferForm({ application, contact, onMade }: OfferFormProps) {
  const { t, language } = useText();
  const { userId } = useMirror();
  const change = useChange();
  const guarded = useMinor(application);
  const person = useFirstToCall(application);
  const [guardian, setGuardian] = useState(() => ({ ...blankConsent(), name: person?.name ?? '' }));
  const clubs = useClubs();
  const known = SHOWABLE.filter((name) => application[name]);
  const last = offersOf(application).at(-1);
  const [isAsLast, setAsLast] = useState(last !== undefined);
  const theirs = isLanguage(contact?.language) && contact.language;
  const blank: v.InferInput<typeof Typed> = {
    // Who writes for a club has a name, too.
    club: contact?.currentClub ?? '',
    language: theirs || language,
    shows: known,
    words: '',
    until: daysAfter(today(), OFFER_DAYS),
    consentOn: application.offerConsentOn ?? '',
    picture: null,
  };
  const form = useForm<v.InferInput<typeof Typed>, unknown, v.InferOutput<typeof Typed>>({
    resolver: valibotResolver(Typed),
    defaultValues: last
      ? {
          ...blank,
          language: theirs || last.language,
          shows: known.filter((name) => last.shows.includes(name)),
          // Another club should not read the name of this one.
          words: last.words?.includes(last.club) ? '' : (last.words ?? ''),
        }
      : blank,
  });
  const { register, formState, handleSubmit, control, setValue } = form;
  const [lastDay, agreedOn, shownPicture] = useWatch({
    control,
    name: ['until', 'consentOn', 'picture'],
  });
  const { id } = application;
  const draft = useFormDraft(form, {
    userId,
    name: contact ? `offer-${contact.id}:${id}` : `offer:${id}`,
    schema: StoredTexts,
  });
  useReportDirty(formState.isDirty);
  const isChosen = formState.dirtyFields.language ?? false;
  const needsGuardian = guarded?.consent === null;
  const isAsking = needsGuardian && guardian.name.trim() === '';
  const errorOf = (name: keyof typeof formState.errors) => {
    const message = formState.errors[name as 'club']?.message;
    return message && draftMessage(t, message);
  };

  /** Whether the player's consent is missing; then its field says so. */
  function lacksConsent(): boolean {
    if (application.offerConsentOn || needsGuardian || agreedOn) return false;
    form.setError('consentOn', { message: 'This field is required.' }, { shouldFocus: true });
    return true;
  }

  const submit = handleSubmit(async ({ until, consentOn, picture, ...typed }) => {
    if (lacksConsent()) return;
    const contactId = contact?.id ?? clubs.get(typed.club)?.id ?? null;
    const offer = { ...typed, contactId, timeZone: deviceZone() };
    const [offerId, token] = [newId(), newLinkToken()];
    const last = new Date(`${until ?? daysAfter(today(), OFFER_DAYS)}T23:59:59Z`).toISOString();
    const page = { offerId, digest: await digestOf(token), until: last, picture };
    const changes: Mutation[] = [];
    if (needsGuardian) {
      const note = { status: application.status, notes: withConsent(guardian, '') };
      changes.push(statusChanged.make(note, application));
    }
    if (!application.offerConsentOn) {
      const offerConsentOn = needsGuardian ? guardian.on : consentOn;
      const edited = v.parse(ApplicationDraft, { ...application, offerConsentOn });
      changes.push(applicationEdited.make(edited, application));
    }
    changes.push(makeOffer(application, offer, page));
    keepToken(userId, id, offerId, token);
    const name = applicationDefinition.nameOf(t, application);
    const act = t('offers.events.made', { club: offer.club });
    if (!(await change(changes, { name, act }))) return;
    draft.forget();
    onMade({ offer: { ...offer, id: offerId }, token });
  }, lacksConsent);

  return (
    <form className={formStyles.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={primitives.hint}>
        {t('offers.hint')}
        {!publishedSite()?.settings.name &&
          ` ${t('offers.unsigned', { agent: t('brand.name'), page: t('site.title') })}`}
      </p>
      {last && isAsLast && (
        <p className={primitives.row2}>
          {t('offers.asLast', { club: last.club })}
          <Button
            variant="quiet"
            className={styles.offer}
            onClick={() => {
              form.reset(blank);
              setAsLast(false);
            }}
          >
            {t('offers.afresh')}
          </Button>
        </p>
      )}
      <ApproachNotice application={application} />
      {!application.offerConsentOn && (
        <p>{t('offers.consent', { field: t('applicationDetail.offerConsentOn') })}</p>
      )}
      {needsGuardian && <ConsentFields consent={guardian} onChange={setGuardian} isNeeded />}
      {!application.offerConsentOn && !needsGuardian && (
        <Field
          type="date"
          label={t('applicationDetail.offerConsentOn')}
          required
          max={today()}
          error={errorOf('consentOn')}
          {...register('consentOn')}
          value={agreedOn ?? ''}
        />
      )}
      <OfferingField
        label={t('offers.club')}
        required
        autoComplete="off"
        choices={[...clubs.keys()]}
        error={errorOf('club')}
        {...register('club', {
          onChange: ({ target }) => {
            const theirs = clubs.get(target.value)?.language;
            if (isLanguage(theirs) && !isChosen) setValue('language', theirs);
          },
        })}
      />
      <ChoiceField
        label={t('offers.language')}
        choices={LANGUAGE_CODES.map((value) => ({ value, label: ownName(value) }))}
        {...register('language')}
      />
      {known.length > 0 && (
        <fieldset className={styles.shows}>
          <legend>{t('offers.shows')}</legend>
          {known.map((name) => (
            <CheckboxField
              key={name}
              value={name}
              label={t(`applicationDetail.${name === 'dateOfBirth' ? 'age' : name}`)}
              {...register('shows')}
            />
          ))}
        </fieldset>
      )}
      <TextArea
        label={t('offers.words')}
        rows={3}
        maxLength={SHORT_TEXT}
        error={errorOf('words')}
        {...register('words')}
      />
      <OfferPicture
        picture={shownPicture}
        onChange={(made) => setValue('picture', made, { shouldDirty: true })}
      />
      <Field
        type="date"
        label={t('offers.openUntil')}
        min={today()}
        error={errorOf('until')}
        {...register('until')}
        value={lastDay ?? ''}
      />
      <Button
        type="submit"
        size="large"
        disabled={isAsking}
        busy={formState.isSubmitting || (guarded !== null && guarded.consent === undefined)}
      >
        {t('offers.make')}
      </Button>
    </form>
  );
}

/** The club that an inquiry names, or else who wrote it. */
function clubOf({ currentClub, name }: ContactRow): string {
  return currentClub ?? name;
}

/** The inquiries of clubs on this device, by club; the newest of each. */
function useClubs(): ReadonlyMap<string, ContactRow> {
  const mirror = useMirror();
  const read = useLiveQuery(async () => {
    const { rows } = await readAll(mirror, 'contacts');
    const asking = rows.filter(({ inquiryType }) => inquiryType === 'club_recruitment');
    return new Map(asking.reverse().map((row) => [clubOf(row), row]));
  }, [mirror]);
  return read ?? NONE;
}

const NONE: ReadonlyMap<string, ContactRow> = new Map();
