import type { ReactNode, Ref } from 'react';
import { DropZone } from '#ui/drop-zone.tsx';
import { FileButton } from '#ui/file-button.tsx';
import { CameraIcon } from '#ui/tool-icons.tsx';
import { ACCEPTED } from './file-rules.ts';

type Props = {
  /** Names the hidden fields: "Main Image". */
  label: string;
  button: ReactNode;
  chosenId?: string;
  multiple?: boolean;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
  ref?: Ref<HTMLButtonElement>;
  children: ReactNode;
};

/** Accepts drag and drop, and a phone's camera. */
export const FilePicker = ({
  label,
  button,
  chosenId,
  multiple = false,
  disabled = false,
  onFiles,
  ref,
  children,
}: Props) => (
  <DropZone className="p-3" disabled={disabled} onFiles={onFiles}>
    {children}
    <div className="mt-3 flex flex-wrap gap-3">
      <FileButton
        ref={ref}
        label={label}
        aria-describedby={chosenId}
        accept={ACCEPTED}
        multiple={multiple}
        disabled={disabled}
        onFiles={onFiles}
      >
        {button}
      </FileButton>
      <FileButton
        label={`${label}: take a photo`}
        accept="image/jpeg,image/png"
        capture="environment"
        disabled={disabled}
        className="mouse:hidden"
        onFiles={onFiles}
      >
        <CameraIcon /> Take a photo
      </FileButton>
    </div>
  </DropZone>
);
