import {
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { Portrait } from '#contract/site.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { type Refusal, readPicture } from '#pwa/lib/picture.ts';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { ControlError, useControlTies } from '#pwa/ui/fields/control-frame.tsx';
import { FileButton } from '#pwa/ui/file-button.tsx';
import { trashIcon } from '#pwa/ui/icons/icons.ts';
import primitives from '#pwa/ui/primitives.module.css';
import styles from './picture-field.module.css';
import {
  type Crop,
  drawCrop,
  makePortrait,
  type PortraitDraft,
  partOf,
  SMALLEST,
} from './portrait-picture.ts';

const START: Crop = { zoom: 1, x: 0.5, y: 0.2 };

/** Makes the pictures whose parts are being cropped, by the names of their fields. */
export type Croppings = RefObject<Map<string, () => Promise<PortraitDraft>>>;

interface PictureFieldProps {
  name: string;
  /** The picture as published; null without one. */
  published: Portrait | null;
  /** The replacement to publish: null for none, undefined if unchanged. */
  draft: PortraitDraft | null | undefined;
  /** Has an entry while a picture is cropped: publishing takes the part that is shown. */
  croppings: Croppings;
  /** What the picture shows. */
  alt: string;
  removeLabel: string;
  /** The largest width that the page needs, in pixels. */
  widest?: number | undefined;
  onChange: (draft: PortraitDraft | null) => void;
}

/** A picture: chosen, cropped and made small on this device. It leaves the device with the next publication. */
export function PictureField({
  name,
  published,
  draft,
  croppings,
  alt,
  removeLabel,
  widest,
  onChange,
}: PictureFieldProps) {
  const { t } = useText();
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const shown = draft === undefined ? addressOf(published) : draft && previewOf(draft);

  async function choose(file: File): Promise<void> {
    const read = await readPicture(file, SMALLEST);
    setRefusal('reason' in read ? read : null);
    if (!('reason' in read)) setPicture(read);
  }

  return (
    <ChosenFile
      label={t('site.portrait.choose')}
      removeLabel={shown && removeLabel}
      error={refusal ? t(`site.portrait.${refusal.reason}`, { ...SMALLEST, ...refusal }) : ''}
      isBusy={picture !== null}
      onChoose={choose}
      onRemove={() => onChange(null)}
    >
      {picture ? (
        <Cropper
          picture={picture}
          {...{ name, croppings, widest }}
          onDone={(made) => {
            if (made) onChange(made);
            setPicture(null);
            setRefusal(null);
          }}
          onFailed={() => setRefusal({ reason: 'unreadable' })}
        />
      ) : (
        shown && <img src={shown} alt={alt} className={styles.picture} />
      )}
    </ChosenFile>
  );
}

interface ChosenFileProps {
  label: string;
  /** Null if there is nothing to remove. */
  removeLabel: string | null;
  /** Why the last file was not taken; '' if it was. */
  error: string;
  /** No other file can be chosen at the moment. */
  isBusy?: boolean;
  onChoose: (file: File) => Promise<void>;
  onRemove: () => void;
  /** What was chosen. */
  children: ReactNode;
}

/** What was chosen from a file, with the ways to choose another and to remove it. */
export function ChosenFile({
  label,
  removeLabel,
  error,
  isBusy = false,
  ...rest
}: ChosenFileProps) {
  const ties = useControlTies({ label, error });
  return (
    <div>
      <div className={styles.portrait}>
        {rest.children}
        {!isBusy && (
          <div className={primitives.row2}>
            <FileButton
              label={label}
              describedBy={ties['aria-describedby']}
              accept="image/*"
              onChoose={(file) => void rest.onChoose(file)}
            />
            {removeLabel && (
              <Button variant="quiet" icon={trashIcon} onClick={rest.onRemove}>
                {removeLabel}
              </Button>
            )}
          </div>
        )}
      </div>
      <div role="alert" className={styles.refusal}>
        <ControlError id={ties.id} error={error} />
      </div>
    </div>
  );
}

interface CropperProps extends Pick<PictureFieldProps, 'name' | 'croppings' | 'widest'> {
  picture: ImageBitmap;
  onDone: (portrait: PortraitDraft | null) => void;
  onFailed: () => void;
}

/** Moves the part of a picture that is used: by dragging the picture, and by sliders, which keys can move, too. */
function Cropper({ picture, name, croppings, widest, onDone, onFailed }: CropperProps) {
  const { t } = useText();
  const canvas = useRef<HTMLCanvasElement>(null);
  /** Where the finger that drags the picture was last. */
  const held = useRef<{ x: number; y: number } | null>(null);
  const [crop, setCrop] = useState(START);
  const [busy, setBusy] = useState(false);
  const id = useId();

  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop);
    const all = croppings.current;
    all.set(name, () => makePortrait(picture, crop, widest));
    return () => {
      all.delete(name);
    };
  }, [picture, crop, name, croppings, widest]);

  async function finish(): Promise<void> {
    setBusy(true);
    try {
      onDone(await makePortrait(picture, crop, widest));
    } catch (error) {
      console.error(error);
      onFailed();
      setBusy(false);
    }
  }

  const { width, room } = partOf(picture, crop.zoom);
  const canMove = { x: room.x >= 1, y: room.y >= 1 };

  /** The picture follows the finger. */
  function drag({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): void {
    if (!held.current) return;
    const scale = width / currentTarget.clientWidth;
    const moved = (at: number, by: number, far: number) =>
      far < 1 ? at : Math.min(1, Math.max(0, at - (by * scale) / far));
    setCrop({
      ...crop,
      x: moved(crop.x, clientX - held.current.x, room.x),
      y: moved(crop.y, clientY - held.current.y, room.y),
    });
    held.current = { x: clientX, y: clientY };
  }

  return (
    <>
      <canvas
        ref={canvas}
        width={480}
        height={600}
        role="img"
        aria-label={t('site.portrait.preview')}
        className={classNames(styles.picture, styles.draggable)}
        onPointerDown={({ currentTarget, pointerId, clientX, clientY }) => {
          currentTarget.setPointerCapture(pointerId);
          held.current = { x: clientX, y: clientY };
        }}
        onPointerMove={drag}
        onLostPointerCapture={() => {
          held.current = null;
        }}
      />
      <div className={styles.sliders}>
        {(['zoom', 'x', 'y'] as const).map((name) => (
          <label key={name} htmlFor={`${id}-${name}`}>
            {t(`site.portrait.${name}`)}
            <input
              id={`${id}-${name}`}
              type="range"
              min={name === 'zoom' ? 1 : 0}
              max={name === 'zoom' ? 3 : 1}
              step={0.01}
              disabled={name !== 'zoom' && !canMove[name]}
              value={crop[name]}
              onChange={({ target }) => setCrop({ ...crop, [name]: target.valueAsNumber })}
            />
          </label>
        ))}
        <div className={primitives.row2}>
          <Button busy={busy} onClick={() => void finish()}>
            {t('site.portrait.use')}
          </Button>
          <Button variant="quiet" onClick={() => onDone(null)}>
            {t('common.cancel')}
          </Button>
        </div>
      </div>
    </>
  );
}

function addressOf(portrait: Portrait | null): string | null {
  return portrait && `/portrait/${portrait.id}.${portrait.hasWebp ? 'webp' : 'jpg'}`;
}

function previewOf({ webp, jpeg }: PortraitDraft): string {
  return webp === null ? `data:image/jpeg;base64,${jpeg}` : `data:image/webp;base64,${webp}`;
}
