import { useRef } from 'react';
import { Button } from './button.tsx';
import { uploadIcon } from './icons/icons.ts';

interface FileButtonProps {
  /** What it says; also names the input for assistive technology. */
  label: string;
  /** The `accept` of the input: endings and media types. */
  accept: string;
  variant?: 'primary' | 'secondary';
  /** The id of a text about the file, such as an error. */
  describedBy?: string | undefined;
  onChoose: (file: File) => void;
}

/** Opens the browser's dialog for one file. The same file can be chosen again. */
export function FileButton({
  label,
  accept,
  variant = 'secondary',
  describedBy,
  onChoose,
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant={variant}
        icon={uploadIcon}
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        className="visually-hidden"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onChoose(file);
          target.value = '';
        }}
      />
    </>
  );
}
