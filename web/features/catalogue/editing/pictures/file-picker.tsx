import type { ReactNode } from 'react';
import { buttonClass } from '#web/ui/button.tsx';
import { DropZone } from '#web/ui/drop-zone.tsx';
import { CameraIcon } from '#web/ui/tool-icons.tsx';
import { ACCEPTED } from './file-rules.ts';

type Props = {
  /** The name of the input, such as "Main Image". */
  label: string;
  button: string;
  hint: ReactNode;
  multiple?: boolean;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
};

/** Takes files by button, by drag and drop, or from a phone's camera. */
export function FilePicker({ label, button, hint, multiple = false, disabled = false, onFiles }: Props) {
  const take = (input: HTMLInputElement) => {
    if (input.files?.length) onFiles([...input.files]);
    // Otherwise choosing the same file again would be no change.
    input.value = '';
  };
  const inputClass = 'sr-only';
  const ring =
    'has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-accent has-disabled:opacity-55 cursor-pointer';
  return (
    <DropZone className="px-4 py-5" disabled={disabled} onFiles={onFiles}>
      <div className="flex flex-wrap gap-3">
        <label className={buttonClass('outline', ring)}>
          {button}
          <input
            type="file"
            aria-label={label}
            accept={ACCEPTED}
            multiple={multiple}
            disabled={disabled}
            className={inputClass}
            onChange={(event) => take(event.target)}
          />
        </label>
        <label className={buttonClass('outline', `${ring} mouse:hidden`)}>
          <CameraIcon /> Take a photo
          <input
            type="file"
            aria-label={`${label}: take a photo`}
            accept="image/jpeg,image/png"
            capture="environment"
            disabled={disabled}
            className={inputClass}
            onChange={(event) => take(event.target)}
          />
        </label>
      </div>
      <p className="mt-3 text-sm text-quiet">{hint}</p>
    </DropZone>
  );
}
