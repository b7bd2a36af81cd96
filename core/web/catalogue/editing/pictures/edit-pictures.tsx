import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { FIXED_IMAGE } from '#core/contract/catalogue/specimen-fields.ts';
import type { Medium, Video } from '#core/contract/media/media.ts';
import { isVideo } from '#core/contract/media/media-kind.ts';
import { Parts } from '#core/web/on-desk.tsx';
import { ALT_HINT } from '#ui/alt-hint.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/field.tsx';
import { MediumView } from '#ui/medium-view.tsx';
import { useDroppedFiles } from '#ui/use-dropped-files.ts';
import { FilePicker } from './file-picker.tsx';
import { ACCEPTED_LABEL, MAX_SIZE_LABEL } from './file-rules.ts';
import { LightField } from './light-field.tsx';
import { PictureFrame } from './picture-fields.tsx';
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
import { PinEditor } from './pin-editor.tsx';
import { Refusals } from './refusals.tsx';
import type { PicturesDraft } from './stored-pictures.ts';
import type { Videos } from './use-videos.ts';
import { VideoNotices } from './video-notices.tsx';

type Props = {
  main: Medium;
  pictures: PicturesDraft;
  onChange: (pictures: PicturesDraft) => void;
  videos: Videos;
  /** null: the main picture stays. */
  onMain: ((key: string) => void) | null;
  onVideo: (videoId: string, change: (video: Video) => Video) => void;
  refused: string[];
  onRefused: (reasons: string[]) => void;
  disabled: boolean;
};

export const CurrentImage = ({
  main,
  specimenId,
  isFixed,
}: {
  main: Medium;
  specimenId: number;
  isFixed: boolean;
}) => (
  <figure className="space-y-2">
    <h2 className="sr-only">Current Image</h2>
    <PictureFrame className="bg-[#0b0a0c]">
      <MediumView
        medium={main}
        sizes="(width < 1024px) 94vw, 23rem"
        eager
        className="absolute inset-0 size-full bg-contain bg-no-repeat object-contain"
      />
    </PictureFrame>
    <figcaption className="text-sm text-quiet">
      {isFixed ? (
        <>
          {FIXED_IMAGE}{' '}
          <Link
            to="/upload"
            search={{ again: specimenId }}
            className="inline-flex min-h-11 items-center text-link"
          >
            Upload it again
          </Link>
        </>
      ) : (
        'Until this specimen is visible, another photo can become the main image.'
      )}
    </figcaption>
  </figure>
);

export function EditPictures({
  main,
  pictures,
  onChange,
  onMain,
  videos,
  onVideo,
  refused,
  onRefused,
  disabled,
}: Props) {
  const { items, mainAlt: alt, mainLight, mainPins, mainAsTaken } = pictures;
  const [said, setSaid] = useState('');
  const addButton = useRef<HTMLButtonElement>(null);
  const mainAlt = useRef<HTMLTextAreaElement>(null);
  const set = (next: PictureItem[]) => onChange({ ...pictures, items: next });
  const change = (key: string, part: Partial<PictureItem>) =>
    set(items.map((item) => (item.key === key ? { ...item, ...part } : item)));

  const add = (files: File[]) => {
    const sorted = sortFiles(files, filesOf(items));
    onRefused(sorted.refused);
    setSaid(addedWords(sorted.accepted));
    set([...items, ...sorted.accepted.map(fileItem)]);
  };

  useDroppedFiles((files) => {
    if (!disabled) add(files);
  });

  // A stored picture can be restored until saving; a file can be chosen again.
  const remove = (item: PictureItem) => {
    if (item.source.kind === 'stored') change(item.key, { isRemoved: !item.isRemoved });
    else {
      set(items.filter(({ key }) => key !== item.key));
      // Its button goes away with it.
      addButton.current?.focus();
    }
    setSaid(item.isRemoved ? `Kept: ${item.name}.` : removedWords(item));
  };

  const makeMain = (make: (key: string) => void, { key, name }: PictureItem) => {
    make(key);
    setSaid(`${name} is the main image once you save.`);
    // Its button goes to the former main image.
    mainAlt.current?.focus();
  };

  return (
    <div className="space-y-8">
      <div className="space-y-4">
        <TextArea
          ref={mainAlt}
          label="Alt text of the image"
          hint={ALT_HINT}
          rows={2}
          maxLength={500}
          value={alt}
          onChange={(event) => onChange({ ...pictures, mainAlt: event.target.value })}
        />
        {isVideo(main) && (
          <Parts
            at="storedVideo"
            video={main}
            name="the video"
            onChange={(change) => onVideo(main.id, change)}
            disabled={disabled}
          />
        )}
        {main.kind === 'picture' && (
          <>
            <LightField
              label="Light of the image"
              light={mainLight}
              onChange={(light) => onChange({ ...pictures, mainLight: light })}
            />
            <Parts
              at="picture"
              medium={main}
              name="the image"
              light={mainLight}
              asTaken={mainAsTaken}
              onChange={(asTaken) => onChange({ ...pictures, mainAsTaken: asTaken })}
              disabled={disabled}
            />
            <PinEditor
              picture={main}
              name="the image"
              pins={mainPins}
              onChange={(pins) => onChange({ ...pictures, mainPins: pins })}
              disabled={disabled}
            />
          </>
        )}
      </div>
      <div className="space-y-4">
        <h3 className="text-xl">Additional Images</h3>
        {items.length > 0 && (
          <PictureList
            label="Additional images"
            items={items}
            onChange={set}
            onRemove={remove}
            disabled={disabled}
          >
            {(item) => (
              <div className="grid gap-3 sm:grid-cols-[1fr_10rem]">
                <TextArea
                  rows={2}
                  label={`Alt text of ${item.name}`}
                  maxLength={500}
                  value={item.alt}
                  onChange={(event) => change(item.key, { alt: event.target.value })}
                />
                {isPicture(item) && (
                  <LightField
                    label="Light"
                    light={item.light}
                    onChange={(light) => change(item.key, { light })}
                  />
                )}
                {isPicture(item) && (
                  <div className="empty:hidden sm:col-span-2">
                    <Parts
                      at="picture"
                      medium={item.source.kind === 'stored' ? item.source.medium : null}
                      name={item.name}
                      light={item.light}
                      asTaken={item.asTaken ?? false}
                      onChange={(asTaken) => change(item.key, { asTaken })}
                      disabled={disabled}
                    />
                  </div>
                )}
                {onMain && item.source.kind === 'stored' && (
                  <div className="sm:col-span-2">
                    <Button
                      look="outline"
                      disabled={disabled}
                      aria-label={`Make it the main image: ${item.name}`}
                      onClick={() => makeMain(onMain, item)}
                    >
                      Make it the main image
                    </Button>
                  </div>
                )}
                {item.source.kind === 'stored' && isVideo(item.source.medium) && (
                  <div className="empty:hidden sm:col-span-2">
                    <Parts
                      at="storedVideo"
                      video={item.source.medium}
                      name={item.name}
                      onChange={(change) => onVideo(item.key, change)}
                      disabled={disabled}
                    />
                  </div>
                )}
                {item.source.kind === 'stored' && item.source.medium.kind === 'picture' && (
                  <div className="sm:col-span-2">
                    <PinEditor
                      picture={item.source.medium}
                      name={item.name}
                      pins={item.pins}
                      onChange={(pins) => change(item.key, { pins })}
                      disabled={disabled}
                    />
                  </div>
                )}
              </div>
            )}
          </PictureList>
        )}
        <FilePicker
          ref={addButton}
          label="Additional Images"
          button="Add images"
          multiple
          disabled={disabled}
          onFiles={add}
        >
          <p className="text-sm text-quiet">
            {ACCEPTED_LABEL}, {MAX_SIZE_LABEL} each. You can choose several.
          </p>
        </FilePicker>
        <p role="status" className="sr-only">
          {said}
        </p>
        <VideoNotices
          videos={videos}
          among={filesOf(items)}
          disabled={disabled}
          onRefused={onRefused}
        />
        <Refusals reasons={refused} />
      </div>
    </div>
  );
}
