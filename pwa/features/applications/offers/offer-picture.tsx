import { useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { Refusal } from '#pwa/lib/picture.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ControlError, useControlTies } from '#pwa/ui/fields/control-frame.tsx';
import { FileButton } from '#pwa/ui/file-button.tsx';
import { trashIcon } from '#pwa/ui/icons/icons.ts';
import primitives from '#pwa/ui/primitives.module.css';
import styles from './offers.module.css';
import { smallPicture } from './small-picture.ts';

interface OfferPictureProps {
  /** A JPEG in base64; null for none. */
  picture: string | null;
  onChange: (picture: string | null) => void;
}

/** A picture for the page, made small on this device. */
export function OfferPicture({ picture, onChange }: OfferPictureProps) {
  const { t } = useText();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const label = t('offers.choosePicture');
  const error = refusal ? t(`site.portrait.${refusal.reason}`) : '';
  const ties = useControlTies({ label, error });

  async function choose(file: File): Promise<void> {
    const made = await smallPicture(file);
    if (typeof made === 'string') onChange(made);
    setRefusal(typeof made === 'string' ? null : made);
  }

  return (
    <div className={primitives.stack2}>
      {picture && (
        <img src={`data:image/jpeg;base64,${picture}`} alt="" className={styles.picture} />
      )}
      <div className={primitives.row2}>
        <FileButton
          label={label}
          accept="image/*"
          describedBy={ties['aria-describedby']}
          onChoose={(file) => void choose(file)}
        />
        {picture && (
          <Button variant="quiet" icon={trashIcon} onClick={() => onChange(null)}>
            {t('offers.removePicture')}
          </Button>
        )}
      </div>
      <div role="alert">
        <ControlError id={ties.id} error={error} />
      </div>
    </div>
  );
}
