import { campaignUrl } from '#pwa/features/campaigns/code/campaign-url.ts';
import { QrCode } from '#pwa/features/campaigns/code/qr-code.tsx';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { WaitingMark } from '#pwa/features/changes/waiting-mark.tsx';
import { ownName } from '#pwa/i18n/language-names.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { CampaignRow } from '#pwa/local/database/rows.ts';
import { Badge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { editIcon, expandIcon, qrIcon, trashIcon } from '#pwa/ui/icons/icons.ts';
import styles from './campaign-card.module.css';
import { activation } from './new-campaign.ts';

/** A dialog that the card opens. */
export type CampaignAction = 'edit' | 'qr' | 'scan' | 'delete';

interface CampaignCardProps {
  campaign: CampaignRow;
  /** Inquiries that came by this campaign; undefined until that is known. */
  inquiries: number | undefined;
  onAction: (action: CampaignAction) => void;
}

/** One campaign with its QR code, UTM source and counts. */
export function CampaignCard({ campaign, inquiries, onAction }: CampaignCardProps) {
  const { t } = useText();
  const { name, description, active, defaultLanguage, visits, utmSource, utmCampaign } = campaign;

  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.name}>
          <bdi>{name}</bdi>
          {!active && <Badge look="outline">{t('campaigns.card.inactive')}</Badge>}
          <WaitingMark waiting={campaign.waiting} />
        </h2>
        <ActiveSwitch campaign={campaign} />
        {description !== null && (
          <p className={styles.description} dir="auto">
            {description}
          </p>
        )}
      </div>
      <div className={styles.code}>
        <QrCode
          text={campaignUrl(campaign)}
          width={150}
          label={t('campaigns.card.code', { name })}
          tooFine={
            <Button variant="quiet" className={styles.larger} onClick={() => onAction('qr')}>
              {t('campaigns.qr.larger')}
            </Button>
          }
        />
        <Button
          variant="quiet"
          icon={expandIcon}
          aria-label={t('campaigns.card.fullScreenOf', { name })}
          onClick={() => onAction('scan')}
        >
          {t('campaigns.qr.fullScreen')}
        </Button>
      </div>
      <dl className={styles.facts}>
        <div className={styles.figure}>
          <dt>{t('campaigns.card.visits')}</dt>
          <dd>{visits}</dd>
        </div>
        <div className={styles.figure}>
          <dt>{t('campaigns.qr.inquiries')}</dt>
          <dd>{inquiries ?? '…'}</dd>
        </div>
        <div>
          <dt>{t('campaigns.card.language')}</dt>
          <dd>{ownName(defaultLanguage)}</dd>
        </div>
        <div>
          <dt>{t('campaigns.card.utmSource')}</dt>
          <dd dir="auto">{utmSource}</dd>
        </div>
        <div>
          <dt>{t('campaigns.card.utmCampaign')}</dt>
          <dd dir="auto">{utmCampaign}</dd>
        </div>
      </dl>
      <div className={styles.actions}>
        <Button
          variant="secondary"
          icon={qrIcon}
          aria-label={t('campaigns.card.viewQrOf', { name })}
          onClick={() => onAction('qr')}
        >
          {t('campaigns.card.viewQr')}
        </Button>
        <Button
          variant="quiet"
          icon={editIcon}
          aria-label={t('campaigns.card.editOf', { name })}
          onClick={() => onAction('edit')}
        >
          {t('campaigns.card.edit')}
        </Button>
        <Button
          variant="quiet"
          icon={trashIcon}
          className={styles.delete}
          aria-label={t('campaigns.card.deleteOf', { name })}
          onClick={() => onAction('delete')}
        >
          {t('campaigns.card.delete')}
        </Button>
      </div>
    </li>
  );
}

/** Switches a campaign on or off: an inactive one counts no visits. */
function ActiveSwitch({ campaign }: { campaign: CampaignRow }) {
  const { t } = useText();
  const change = useChange();
  const { name, active } = campaign;

  return (
    <button
      type="button"
      role="switch"
      aria-checked={active}
      aria-label={t('campaigns.card.activeOf', { name })}
      title={t('campaigns.form.active')}
      className={styles.switch}
      onClick={() => void change(activation(campaign, !active))}
    />
  );
}
