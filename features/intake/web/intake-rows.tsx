import { Link } from '@tanstack/react-router';
import type { KeyboardEvent, ReactNode } from 'react';
import { formatCount } from '#core/contract/counts.ts';
import { lightLabels } from '#core/contract/media/light-labels.ts';
import type { UnassignedReason } from '#features/intake/contract/intake-rules.ts';
import type { Intake, IntakeFile, IntakeRow } from '#features/intake/contract/intakes.ts';
import { Button } from '#ui/button.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { rangesOf } from './number-ranges.ts';

export type TileProps = {
  files: ReadonlyMap<number, IntakeFile>;
  selected: ReadonlySet<number>;
  onSelect: (file: number) => void;
  onKey: (event: KeyboardEvent, file: number) => void;
};

type Answers = { onAdopt: () => void; onKeep: () => void };

export function NumberRow({
  row,
  answers,
  ...tiles
}: TileProps & { row: IntakeRow; answers: Answers }) {
  const { number, labels, pictures, specimen, state } = row;
  const isMade = pictures.some((id) => tiles.files.get(id)?.specimenId != null);
  return (
    <RowFrame name={number} row={number} isDone={state === 'done'}>
      <header className="min-w-0">
        <h2 tabIndex={-1} className="figures text-xl wrap-anywhere">
          {number}
        </h2>
        <p className="figures mt-0.5 text-sm text-quiet">
          {pictures.length === 1 ? '1 photo' : `${formatCount(pictures.length)} photos`}
          {isMade && (state === 'done' ? ', draft made' : ', some to be added to its draft')}
        </p>
        {isMade && specimen && (
          <Link
            to="/edit/$id"
            params={{ id: String(specimen.id) }}
            className="mt-1 inline-block min-h-7 text-link"
          >
            Edit the draft
          </Link>
        )}
        {labels.length > 0 && (
          <ul aria-label={`Labels of ${number}`} className="mt-2 flex flex-wrap gap-2">
            {labels.map((id) => (
              <Tile key={id} id={id} isLabel {...tiles} />
            ))}
          </ul>
        )}
      </header>
      <div className="min-w-0">
        <Problems row={row} {...answers} />
        <Tiles name={`Photos of ${number}`} ids={pictures} {...tiles} />
      </div>
    </RowFrame>
  );
}

export function UnassignedRow({
  unassigned,
  ...tiles
}: TileProps & { unassigned: Intake['unassigned'] }) {
  const groups = Map.groupBy(unassigned, ({ reason }) => reason);
  return (
    <RowFrame name="Unassigned" row="" isDone={false}>
      <header>
        <h2 tabIndex={-1} className="text-xl">
          Unassigned
        </h2>
        <p className="mt-0.5 text-sm text-quiet">No drafts are made from these.</p>
      </header>
      <div className="min-w-0 space-y-4">
        {groups.size === 0 && (
          <p className="py-3 text-quiet">
            Nothing here. Drag in anything that belongs to no piece.
          </p>
        )}
        {[...groups].map(([reason, some]) => (
          <div key={reason}>
            <p className="mb-2 text-sm text-quiet">{reasonTexts[reason]}</p>
            <Tiles name={reasonTexts[reason]} ids={some.map(({ file }) => file)} {...tiles} />
          </div>
        ))}
      </div>
    </RowFrame>
  );
}

type FrameProps = {
  name: string;
  row: string;
  isDone: boolean;
  isThin?: boolean;
  children: ReactNode;
};

export const RowFrame = ({ name, row, isDone, isThin = false, children }: FrameProps) => (
  <section
    aria-label={name}
    data-row={isDone ? undefined : row}
    className={`grid gap-x-6 gap-y-3 border-t border-line ${isThin ? 'py-3' : 'py-5'} data-over:bg-raised data-over:outline-2 data-over:outline-accent sm:grid-cols-[11rem_1fr] ${isDone ? 'opacity-60' : ''}`}
  >
    {children}
  </section>
);

function Problems({
  row: { problems: all, passedOver, specimen, number },
  onAdopt,
  onKeep,
}: Answers & { row: IntakeRow }) {
  // Labels that were not seen are asked about once, before the rows.
  const problems = all.filter((problem) => problem !== 'unseen');
  if (problems.length === 0) return null;
  return (
    <ul className="mb-3 space-y-1 callout">
      {problems.map((problem) => (
        <li key={problem}>
          {problem === 'twice' &&
            'Its label appears again later. Please check that all of these show one piece.'}
          {problem === 'empty' && 'No photos follow this label.'}
          {problem === 'gap' &&
            `If you photographed ${rangesOf(passedOver)}, ${passedOver.length === 1 ? 'its' : 'those'} photos may be in this row.`}
          {problem === 'many' &&
            'This row has far more photos than the others. Please check that no label was missed.'}
          {problem === 'too-many' && 'A piece can have up to 101 photos.'}
          {problem === 'unknown' && (
            <>
              None of your labels has this number.{' '}
              <Button look="plain" className="px-0! text-accent!" onClick={onAdopt}>
                Use {number} anyway
              </Button>
            </>
          )}
          {problem === 'used' &&
            (specimen ? (
              <>
                This number belongs to{' '}
                <Link to="/edit/$id" params={{ id: String(specimen.id) }} className="text-link">
                  {specimen.title}
                </Link>
                . Move the photos to another number, or leave them.
              </>
            ) : (
              'This number belonged to a deleted specimen. Move the photos to another number, or leave them.'
            ))}
        </li>
      ))}
      {(problems.includes('gap') || problems.includes('many')) && (
        <li>
          <Button look="plain" className="px-0! text-accent!" onClick={onKeep}>
            All of these belong to {number}
          </Button>
        </li>
      )}
    </ul>
  );
}

const reasonTexts: Record<UnassignedReason, string> = {
  'before-first-label': 'Taken before the first label',
  'after-unreadable-label': 'An unreadable label, and what was taken after it',
  'after-several-labels': 'A photo with several labels, and what was taken after it',
  'no-time': 'No date taken, and the file name doesn’t help',
  'by-hand': 'Put here by you',
};

const Tiles = ({ name, ids, ...tiles }: TileProps & { name: string; ids: number[] }) => (
  <ul aria-label={name} className="flex flex-wrap gap-2">
    {ids.map((id) => (
      <Tile key={id} id={id} {...tiles} />
    ))}
  </ul>
);

function Tile({
  id,
  isLabel = false,
  files,
  selected,
  onSelect,
  onKey,
}: TileProps & { id: number; isLabel?: boolean }) {
  const file = files.get(id);
  if (!file) return null;
  const { name, picture, kind, light, looksUltraviolet, label, specimenId } = file;
  const mark =
    light !== null
      ? lightLabels[light]
      : looksUltraviolet
        ? 'UV?'
        : label?.state === 'unreadable'
          ? 'Label?'
          : null;
  return (
    <li className={isLabel ? 'w-16' : 'w-24 sm:w-28'}>
      <button
        type="button"
        data-file={specimenId === null ? id : undefined}
        disabled={specimenId !== null}
        aria-pressed={selected.has(id)}
        aria-label={[name, kind === 'video' && 'video', mark].filter(Boolean).join(', ')}
        title={name}
        onClick={() => onSelect(id)}
        onKeyDown={(event) => onKey(event, id)}
        className="relative block aspect-square w-full cursor-grab touch-pan-y overflow-hidden rounded-field bg-[#0b0a0c] select-none aria-pressed:outline-3 aria-pressed:outline-offset-2 aria-pressed:outline-accent"
      >
        {picture && (
          <ResponsiveImage
            picture={picture}
            sizes="7rem"
            widest={320}
            alt=""
            className="size-full object-cover"
          />
        )}
        {kind === 'video' && (
          <span className="absolute right-0 bottom-0 bg-black/70 px-1.5 text-xs text-white">
            Video
          </span>
        )}
        {mark !== null && (
          <span className="absolute bottom-0 left-0 bg-black/70 px-1.5 text-xs text-white">
            {mark}
          </span>
        )}
      </button>
    </li>
  );
}
