import { useState } from 'react';
import { campaignUrl } from '#pwa/features/campaigns/code/campaign-url.ts';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { WaitingMark } from '#pwa/features/changes/waiting-mark.tsx';
import { ownName } from '#pwa/i18n/language-names.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { formatDate } from '#pwa/lib/time/dates.ts';
import type { CampaignRow } from '#pwa/local/database/rows.ts';
import { Badge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { QrCode } from '#pwa/ui/code/qr-code.tsx';
import { Fact, Facts } from '#pwa/ui/facts.tsx';
import { CheckboxField } from '#pwa/ui/fields/checkbox-field.tsx';
import { editIcon, expandIcon, qrIcon, trashIcon } from '#pwa/ui/icons/icons.ts';
import primitives from '#pwa/ui/primitives.module.css';
import styles from './campaign-card.module.css';
import inside from './campaign-inside.module.css';
import { activation } from './new-campaign.ts';

/** A dialog that the card opens. */
export type CampaignAction = 'edit' | 'qr' | 'scan' | 'delete';

interface InsideProps {
  campaign: CampaignRow;
  onAction: (action: CampaignAction) => void;
}

interface CampaignCardProps extends InsideProps {
  startsOpen: boolean;
  /** Inquiries that came by this campaign; undefined until that is known. */
  inquiries: number | undefined;
}

/** One campaign: a row with its visits, which folds its QR code, facts and rarer acts away. */
export function CampaignCard({ campaign, startsOpen, inquiries, onAction }: CampaignCardProps) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(startsOpen);
  const { name, description, active, visits, days = [] } = campaign;
  const last = days.at(-1);

  return (
    <li className={styles.card} data-open={isOpen || undefined}>
      <h2 className={styles.name}>
        <button
          type="button"
          className={styles.open}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <bdi>{name}</bdi>
        </button>
        {!active && <Badge look="outline">{t('campaigns.card.inactive')}</Badge>}
        <WaitingMark waiting={campaign.waiting} />
      </h2>
      {description !== null && (
        <p className={styles.description} dir="auto">
          {description}
        </p>
      )}
      <dl className={styles.visits}>
        <div>
          <dt>{t('campaigns.card.visits')}</dt>
          <dd>{visits}</dd>
        </div>
        <div className={styles.inquiries}>
          <dt>{t('campaigns.qr.inquiries')}</dt>
          <dd>{inquiries ?? '…'}</dd>
        </div>
        {last && (
          <div>
            <dt>{t('campaigns.card.lastVisit')}</dt>
            <dd>{formatDate(last.day)}</dd>
          </div>
        )}
      </dl>
      <Button
        variant="secondary"
        icon={qrIcon}
        className={styles.view}
        aria-label={t('campaigns.card.viewQrOf', { name })}
        onClick={() => onAction('qr')}
      >
        {t('campaigns.card.viewQr')}
      </Button>
      {isOpen && <Inside campaign={campaign} onAction={onAction} />}
    </li>
  );
}

/** The code, which fills the screen at a press, and what one looks up or changes less often. */
function Inside({ campaign, onAction }: InsideProps) {
  const { t } = useText();
  const change = useChange();
  const { name, active, defaultLanguage, utmSource, utmCampaign } = campaign;

  return (
    <div className={inside.inside}>
      <div className={inside.code}>
        <QrCode
          text={campaignUrl(campaign)}
          width={150}
          label={t('campaigns.card.code', { name })}
          tooFine={
            <Button variant="quiet" className={inside.larger} onClick={() => onAction('qr')}>
              {t('campaigns.qr.larger')}
            </Button>
          }
        />
        <Button
          variant="secondary"
          icon={expandIcon}
          aria-label={t('campaigns.card.fullScreenOf', { name })}
          onClick={() => onAction('scan')}
        >
          {t('campaigns.qr.fullScreen')}
        </Button>
      </div>
      <div className={primitives.stack4}>
        <Facts>
          <Fact term={t('campaigns.card.language')}>{ownName(defaultLanguage)}</Fact>
          <Fact term={t('campaigns.card.utmSource')}>
            <bdi>{utmSource}</bdi>
          </Fact>
          <Fact term={t('campaigns.card.utmCampaign')}>
            <bdi>{utmCampaign}</bdi>
          </Fact>
        </Facts>
        <CheckboxField
          role="switch"
          label={t('campaigns.form.active')}
          aria-label={t('campaigns.card.activeOf', { name })}
          checked={active}
          onChange={() => void change(activation(campaign, !active))}
        />
        <div className={primitives.row2}>
          <Button
            variant="secondary"
            icon={editIcon}
            aria-label={t('campaigns.card.editOf', { name })}
            onClick={() => onAction('edit')}
          >
            {t('campaigns.card.edit')}
          </Button>
          <Button
            variant="secondary"
            icon={trashIcon}
            className={inside.delete}
            aria-label={t('campaigns.card.deleteOf', { name })}
            onClick={() => onAction('delete')}
          >
            {t('campaigns.card.delete')}
          </Button>
        </div>
      </div>
    </div>
  );
}
