import { Modal, type ModalProps } from './modal.tsx';

/** A sheet within the thumb's reach: from the bottom on phones, from the side on wide screens. */
export function Sheet(props: ModalProps) {
  return <Modal look="sheet" {...props} />;
}
