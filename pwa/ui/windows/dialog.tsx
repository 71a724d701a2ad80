import { Modal, type ModalProps } from './modal.tsx';

/** A window over the page, for a form or a closer look. */
export function Dialog(props: ModalProps) {
  return <Modal look="dialog" {...props} />;
}
