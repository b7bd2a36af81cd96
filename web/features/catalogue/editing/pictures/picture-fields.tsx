import { useState } from 'react';
import { NO_IMAGE } from '#contract/catalogue/specimen-fields.ts';
import { IconButton } from '#web/ui/button.tsx';
import { TrashIcon } from '#web/ui/edit-icons.tsx';
import { useDroppedFiles } from '#web/ui/use-dropped-files.ts';
import { FilePicker } from './file-picker.tsx';
import { FilePreview } from './file-preview.tsx';
import { ACCEPTED_LABEL, formatFileSize, MAX_SIZE_LABEL } from './file-rules.ts';
import { LightField } from './light-field.tsx';
import { fileItem, filesOf, isPicture, type PictureItem, sortFiles } from './picture-items.ts';
import { PictureList } from './picture-list.tsx';
import { Refusals } from './refusals.tsx';
import { useVideos } from './use-videos.ts';
import { VideoNotices } from './video-notices.tsx';

/** The chosen files of a new specimen: the main one, and the additional ones in their order. */
export function usePictures() {
  const [main, setMain] = useState<File | null>(null);
  const [additional, setAdditional] = useState<PictureItem[]>([]);
  const [refused, setRefused] = useState<string[]>([]);
  const [isMainMissing, setMainMissing] = useState(false);
  const others = filesOf(additional);
  const files = main ? [main, ...others] : others;
  const videos = useVideos(files);

  /** `replacesMain`: the first becomes the main one, even if there is one already. The rest are additional. */
  const take = (chosen: readonly File[], { replacesMain }: { replacesMain: boolean }) => {
    // The main file may be chosen again after it was changed.
    const sorted = sortFiles(chosen, replacesMain ? others : files);
    const [first, ...rest] = sorted.accepted;
    const isMain = first !== undefined && replacesMain;
    if (isMain) setMain(first);
    setAdditional([...additional, ...(isMain ? rest : sorted.accepted).map(fileItem)]);
    setRefused(sorted.refused);
    if (isMain) setMainMissing(false);
  };

  return {
    main,
    additional,
    files,
    videos,
    refused,
    isMainMissing,
    take,
    setAdditional,
    removeMain: () => setMain(null),
    refuse: setRefused,
    askForMain: () => setMainMissing(true),
    /** Puts these in the place of what was chosen. */
    restore: (file: File | null, items: PictureItem[]) => {
      setMain(file);
      setAdditional(items);
      setRefused([]);
      setMainMissing(false);
    },
    clear: () => {
      setMain(null);
      setAdditional([]);
      setRefused([]);
    },
  };
}

type Props = { pictures: ReturnType<typeof usePictures>; disabled: boolean };

/** Main image and additional images. Files dropped anywhere on the page land here too. */
export function PictureFields({ pictures, disabled }: Props) {
  const { main, additional, take } = pictures;
  useDroppedFiles((files) => {
    if (!disabled) take(files, { replacesMain: main === null });
  });

  const notices = (among: readonly File[]) => (
    <VideoNotices videos={pictures.videos} among={among} disabled={disabled} onRefused={pictures.refuse} />
  );

  return (
    <section aria-label="Photos" className="space-y-8">
      <div className="space-y-3">
        <h2 className="text-2xl">
          Main Image
          <span aria-hidden="true" className="font-sans text-lg">
            *
          </span>
        </h2>
        {main && (
          <figure className="relative bg-[#0b0a0c]">
            <FilePreview file={main} className="max-h-96 w-full object-contain!" />
            <figcaption className="figures flex items-center gap-3 bg-raised pl-3 text-sm">
              <span className="truncate">{main.name}</span>
              <span className="ml-auto whitespace-nowrap text-quiet">{formatFileSize(main.size)}</span>
              <IconButton label={`Remove ${main.name}`} disabled={disabled} onClick={pictures.removeMain}>
                <TrashIcon />
              </IconButton>
            </figcaption>
          </figure>
        )}
        <FilePicker
          label="Main Image"
          button={main ? 'Choose another' : 'Choose the main image'}
          hint={
            <>
              One photo or video: {ACCEPTED_LABEL}, {MAX_SIZE_LABEL}. <span className="touch:hidden">Or drop files here.</span>
            </>
          }
          disabled={disabled}
          onFiles={(files) => take(files, { replacesMain: true })}
        />
        {notices(main ? [main] : [])}
        {pictures.isMainMissing && !main && (
          <p role="alert" className="text-sm text-bad">
            {NO_IMAGE}
          </p>
        )}
      </div>
      <div className="space-y-3">
        <h2 className="text-2xl">Additional Images</h2>
        {additional.length > 0 && (
          <PictureList
            label="Additional images"
            items={additional}
            onChange={pictures.setAdditional}
            onRemove={(item) => pictures.setAdditional(additional.filter(({ key }) => key !== item.key))}
            disabled={disabled}
          >
            {(item) =>
              isPicture(item) && (
                <div className="sm:max-w-64">
                  <LightField
                    label={`Light of ${item.name}`}
                    light={item.light}
                    onChange={(light) =>
                      pictures.setAdditional(additional.map((other) => (other.key === item.key ? { ...other, light } : other)))
                    }
                  />
                </div>
              )
            }
          </PictureList>
        )}
        <FilePicker
          label="Additional Images"
          button="Add images"
          hint="As many as you like: other sides, details, ultraviolet light, the old label."
          multiple
          disabled={disabled}
          onFiles={(files) => take(files, { replacesMain: false })}
        />
        {notices(filesOf(additional))}
      </div>
      <Refusals reasons={pictures.refused} />
    </section>
  );
}
