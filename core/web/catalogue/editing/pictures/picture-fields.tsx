import { type ReactNode, useId, useRef, useState } from 'react';
import { NO_IMAGE } from '#core/contract/catalogue/specimen-fields.ts';
import { IconButton } from '#ui/button.tsx';
import { TrashIcon } from '#ui/edit-icons.tsx';
import { useDroppedFiles } from '#ui/use-dropped-files.ts';
import { FilePicker } from './file-picker.tsx';
import { FilePreview } from './file-preview.tsx';
import { ACCEPTED_LABEL, formatFileSize, MAX_SIZE_LABEL } from './file-rules.ts';
import { LightField } from './light-field.tsx';
import {
  addedWords,
  fileItem,
  filesOf,
  isPicture,
  type PictureItem,
  removedWords,
  sortFiles,
} from './picture-items.ts';
import { PictureList } from './picture-list.tsx';
import { Refusals } from './refusals.tsx';
import { useVideos } from './use-videos.ts';
import { VideoNotices } from './video-notices.tsx';

export function usePictures(first: readonly PictureItem[] = []) {
  const [main, setMain] = useState<File | null>(null);
  const [additional, setAdditional] = useState<PictureItem[]>([...first]);
  const [said, setSaid] = useState('');
  const [refused, setRefused] = useState<string[]>([]);
  const [isMainMissing, setMainMissing] = useState(false);
  const mainButton = useRef<HTMLButtonElement>(null);
  const others = filesOf(additional);
  const files = main ? [main, ...others] : others;
  const videos = useVideos(files);

  /** `replacesMain`: the first replaces a main one; the rest are additional. */
  const take = (chosen: readonly File[], { replacesMain }: { replacesMain: boolean }) => {
    // The main file may be chosen again after it was changed.
    const sorted = sortFiles(chosen, replacesMain ? others : files);
    const [first, ...rest] = sorted.accepted;
    const isMain = first !== undefined && replacesMain;
    if (isMain) setMain(first);
    const further = isMain ? rest : sorted.accepted;
    setAdditional([...additional, ...further.map(fileItem)]);
    setSaid(addedWords(further));
    setRefused(sorted.refused);
    if (isMain) setMainMissing(false);
  };

  return {
    main,
    additional,
    said,
    files,
    videos,
    refused,
    isMainMissing,
    mainButton,
    take,
    setAdditional,
    removeAdditional: (item: PictureItem) => {
      setAdditional(additional.filter(({ key }) => key !== item.key));
      setSaid(removedWords(item));
    },
    removeMain: () => {
      setMain(null);
      // The button goes away with the file.
      mainButton.current?.focus();
    },
    refuse: setRefused,
    askForMain: () => {
      setMainMissing(true);
      mainButton.current?.focus();
    },
    restore: (file: File | null, items: PictureItem[]) => {
      setMain(file);
      setAdditional(items);
      setRefused([]);
      setMainMissing(false);
    },
    clear: () => {
      setMain(null);
      setAdditional([]);
      setSaid('');
      setRefused([]);
    },
  };
}

type Props = { pictures: ReturnType<typeof usePictures>; disabled: boolean };

const Notices = ({ pictures, among, disabled }: Props & { among: readonly File[] }) => (
  <VideoNotices
    videos={pictures.videos}
    among={among}
    disabled={disabled}
    onRefused={pictures.refuse}
  />
);

/** Keeps its size whatever it shows, so that nothing beneath moves. */
export const PictureFrame = ({
  className = '',
  children,
}: {
  className?: string;
  children: ReactNode;
}) => (
  <div
    className={`relative grid aspect-4/3 max-h-[23svh] min-h-36 w-full max-sm:max-h-36 place-items-center overflow-hidden ${className}`}
  >
    {children}
  </div>
);

/** Takes files dropped anywhere on the page. */
export function MainImage({ pictures, disabled }: Props) {
  const { main, take } = pictures;
  const id = useId();
  useDroppedFiles((files) => {
    if (!disabled) take(files, { replacesMain: main === null });
  });
  return (
    <div className="space-y-3">
      <h2 className="text-xl">
        Main Image
        <span aria-hidden="true" className="font-sans text-lg">
          *
        </span>
      </h2>
      <FilePicker
        ref={pictures.mainButton}
        label="Main Image"
        chosenId={`${id}-chosen`}
        button={main ? 'Choose another main image' : 'Choose the main image'}
        disabled={disabled}
        onFiles={(files) => take(files, { replacesMain: true })}
      >
        <figure>
          <PictureFrame className={main ? 'bg-[#0b0a0c]' : ''}>
            {main ? (
              <FilePreview file={main} className="absolute inset-0 size-full object-contain!" />
            ) : (
              <p className="max-w-64 p-4 text-center text-sm text-quiet">
                One photo or video: {ACCEPTED_LABEL}, {MAX_SIZE_LABEL}.{' '}
                <span className="touch:hidden">Or drop files here.</span>
              </p>
            )}
            <figcaption
              className={`figures flex items-center gap-3 text-sm ${main ? 'absolute inset-x-0 bottom-0 bg-black/70 pl-3 text-white' : 'sr-only'}`}
            >
              {/* Always there: it says what was chosen, to the eye and aloud. */}
              <p id={`${id}-chosen`} role="status" className="min-w-0 truncate">
                {main && (
                  <>
                    <span>{main.name}</span> <span>{formatFileSize(main.size)}</span>
                  </>
                )}
              </p>
              {main && (
                <IconButton
                  label={`Remove ${main.name}`}
                  disabled={disabled}
                  onClick={pictures.removeMain}
                  className="ml-auto text-white! -outline-offset-4!"
                >
                  <TrashIcon />
                </IconButton>
              )}
            </figcaption>
          </PictureFrame>
        </figure>
      </FilePicker>
      <Notices pictures={pictures} among={main ? [main] : []} disabled={disabled} />
      {pictures.isMainMissing && !main && (
        <p role="alert" className="text-sm text-bad">
          {NO_IMAGE}
        </p>
      )}
      <Refusals reasons={pictures.refused} />
    </div>
  );
}

export function AdditionalImages({ pictures, disabled }: Props) {
  const { additional, take } = pictures;
  const addButton = useRef<HTMLButtonElement>(null);
  return (
    <div className="space-y-3">
      <h3 className="text-xl">Additional Images</h3>
      {additional.length > 0 && (
        <PictureList
          label="Additional images"
          items={additional}
          onChange={pictures.setAdditional}
          onRemove={(item) => {
            pictures.removeAdditional(item);
            // Its button goes away with it.
            addButton.current?.focus();
          }}
          disabled={disabled}
        >
          {(item) =>
            isPicture(item) && (
              <div className="sm:max-w-64">
                <LightField
                  label={`Light of ${item.name}`}
                  light={item.light}
                  onChange={(light) =>
                    pictures.setAdditional(
                      additional.map((other) =>
                        other.key === item.key ? { ...other, light } : other,
                      ),
                    )
                  }
                />
              </div>
            )
          }
        </PictureList>
      )}
      <FilePicker
        ref={addButton}
        label="Additional Images"
        button="Add images"
        multiple
        disabled={disabled}
        onFiles={(files) => take(files, { replacesMain: false })}
      >
        <p className="text-sm text-quiet">
          As many as you like: other sides, details, ultraviolet light, the old label.
        </p>
      </FilePicker>
      <p role="status" className="sr-only">
        {pictures.said}
      </p>
      <Notices pictures={pictures} among={filesOf(additional)} disabled={disabled} />
    </div>
  );
}
