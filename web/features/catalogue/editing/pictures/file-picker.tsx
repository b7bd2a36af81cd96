import type { ReactNode, Ref } from 'react';
import { DropZone } from '#web/ui/drop-zone.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { CameraIcon } from '#web/ui/tool-icons.tsx';
import { ACCEPTED } from './file-rules.ts';

type Props = {
  /** Names the fields, which are hidden: "Main Image". */
  label: string;
  button: ReactNode;
  /** The id of what says which file is chosen. */
  chosenId?: string;
  multiple?: boolean;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
  ref?: Ref<HTMLButtonElement>;
  /** Above the buttons: what may be chosen, or what is. */
  children: ReactNode;
};

/** Takes files by button, by drag and drop, or from a phone's camera. */
export const FilePicker = ({ label, button, chosenId, multiple = false, disabled = false, onFiles, ref, children }: Props) => (
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
