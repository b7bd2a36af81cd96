import { useId, useRef, useState } from 'react';
import type { Picture } from '#core/contract/media/media.ts';
import { messageOf } from '#ui/lib/api.ts';
import { isCancelled } from '#ui/lib/cancelled.ts';
import { isAnimated } from '#ui/lib/is-animated.ts';
import { ChangedFile, upload } from '#ui/lib/upload.ts';
import { ALT_HINT } from './alt-hint.ts';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { FileButton } from './file-button.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { ResponsiveImage } from './responsive-image.tsx';

type Props = {
  label: string;
  hint: string;
  picture: Picture | null;
  /** Null removes the picture; `atOnce` is set unless the alternative text is being typed. */
  onChange: (picture: Picture | null, options?: { atOnce: boolean }) => void;
  /** The picture needs no alternative text, because the text beside it says the same. */
  isDecoration?: boolean;
};

const ACCEPTED = 'image/jpeg,image/png,image/gif,.jpg,.jpeg,.png,.gif';

export function PictureField({ label, hint, picture, onChange, isDecoration = false }: Props) {
  const id = useId();
  const running = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [error, setError] = useState('');
  const [animationNote, setAnimationNote] = useState('');

  async function uploadFile(file: File) {
    const form = new FormData();
    form.set('image', file);
    running.current = new AbortController();
    setProgress(0);
    setError('');
    setAnimationNote('');
    try {
      const uploaded = await upload('POST /api/media', form, {
        onProgress: setProgress,
        signal: running.current.signal,
      });
      onChange({ ...uploaded, alt: picture?.alt ?? '' }, { atOnce: true });
      if (await isAnimated(file))
        setAnimationNote(`${file.name} is animated. Only its first frame is shown.`);
    } catch (failure) {
      const fallback =
        failure instanceof ChangedFile
          ? failure.message
          : 'Couldn’t upload the photo. Please try again.';
      setError(isCancelled(failure) ? '' : messageOf(failure, fallback));
    } finally {
      setProgress(null);
    }
  }

  return (
    <fieldset aria-describedby={`${id}-hint`}>
      <legend className="mb-1.5 text-fine font-medium">{label}</legend>
      <div className="flex flex-wrap items-start gap-4">
        {picture && (
          <div className="grid h-36 w-52 place-items-center overflow-hidden border border-line bg-[#0b0a0c]">
            <ResponsiveImage
              picture={picture}
              sizes="13rem"
              alt={picture.alt || `Current ${label.toLowerCase()}`}
              className="max-h-36 w-auto"
            />
          </div>
        )}
        <div className="flex flex-wrap gap-3">
          <FileButton
            label={label}
            accept={ACCEPTED}
            disabled={progress !== null}
            onFiles={([file]) => file && void uploadFile(file)}
          >
            {picture ? 'Replace file' : 'Choose file'}
            <span className="sr-only"> for {label.toLowerCase()}</span>
          </FileButton>
          {progress !== null && (
            <Button look="plain" onClick={() => running.current?.abort()}>
              Cancel
            </Button>
          )}
          {picture && progress === null && (
            <Button
              look="plain"
              aria-label={`Remove ${label.toLowerCase()}`}
              onClick={() => {
                setAnimationNote('');
                onChange(null, { atOnce: true });
              }}
            >
              Remove
            </Button>
          )}
        </div>
      </div>
      {progress !== null && (
        <div className="mt-3 max-w-md">
          <ProgressBar label={`Uploading ${label.toLowerCase()}`} share={progress} />
        </div>
      )}
      {error && (
        <p role="alert" className="mt-2 text-sm text-bad">
          {error}
        </p>
      )}
      <p role="status" className={animationNote && 'mt-2 callout text-sm wrap-anywhere'}>
        {animationNote}
      </p>
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-quiet">
        {hint}
      </p>
      {picture && !isDecoration && (
        <div className="mt-4">
          <TextField
            label={`Alt text of the ${label.toLowerCase()}`}
            hint={ALT_HINT}
            value={picture.alt}
            maxLength={500}
            onChange={({ target }) => onChange({ ...picture, alt: target.value })}
          />
        </div>
      )}
    </fieldset>
  );
}
