import { useState } from 'react';
import { isAnonymised } from '#contract/fields/anonymised.ts';
import { type Field, namesOf } from '#contract/fields/field-table.ts';
import { WANTED_FIELDS } from '#contract/fields/wanted-fields.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { readDraft } from '#pwa/lib/storage/drafts.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { Fact, Facts } from '#pwa/ui/facts.tsx';
import { fieldValue } from '#pwa/ui/fields/field-value.tsx';
import { editIcon } from '#pwa/ui/icons/icons.ts';
import primitives from '#pwa/ui/primitives.module.css';
import { FittingPlayers } from './fitting-players.tsx';
import { draftNameOf, WantedForm } from './wanted-form.tsx';

/** What a club looks for, which the agency fills in, and the players who fit. */
export function WantedCard({ contact }: { contact: ContactRow }) {
  const { t } = useText();
  const { userId } = useMirror();
  const [isEditing, setEditing] = useState(() => !!readDraft(userId, draftNameOf(contact)));
  // A row of before has no value of a new column yet.
  const filled = namesOf(WANTED_FIELDS).filter((name) => contact[name] ?? false);
  const isClub = contact.inquiryType === 'club_recruitment';
  if (isAnonymised(contact) || (!isClub && filled.length === 0)) return null;
  return (
    <Card title={t('contactDetail.sections.wanted')}>
      {isEditing ? (
        <WantedForm contact={contact} onEnd={() => setEditing(false)} />
      ) : (
        <div className={primitives.stack4}>
          {filled.length === 0 ? (
            <p className={primitives.hint}>{t('contactDetail.wanted.hint')}</p>
          ) : (
            <Facts>
              {filled.map((name) => {
                const field: Field = WANTED_FIELDS[name];
                return (
                  <Fact key={name} term={t(`contactDetail.${name}`)}>
                    {fieldValue(t, field, contact[name], contact.email)}
                  </Fact>
                );
              })}
            </Facts>
          )}
          <Button
            variant="secondary"
            icon={editIcon}
            className={primitives.start}
            onClick={() => setEditing(true)}
          >
            {t(filled.length === 0 ? 'contactDetail.wanted.fillIn' : 'applications.edit')}
          </Button>
          <FittingPlayers contact={contact} />
        </div>
      )}
    </Card>
  );
}
