import { Link } from '@tanstack/react-router';
import type { CSSProperties, ReactNode } from 'react';
import { specimenParam } from '#core/contract/catalogue/specimen-urls.ts';
import { type Box, QUARTER, THUMBNAIL_BOX } from '#core/contract/catalogue/true-size.ts';
import type { ShelfPiece } from '#features/shelf/contract/shelf.ts';
import { ArrowLeftIcon, ArrowRightIcon, CloseIcon } from '#ui/icons.tsx';
import { Coin } from './coin.tsx';
import { CutOut } from './cut-out.tsx';
import { withUnitsBeside } from './number-with-unit.ts';
import { shelfLink } from './shelf-link.ts';
import { LAYOUTS, MIN_MEASURE, MIN_PIECE, printReduction, scaleFor } from './shelf-scale.ts';

export type Standing = ShelfPiece & { extent: Box };

type Props = {
  pieces: Standing[];
  ids: readonly number[];
  /** Pixels a millimeter, for actual size; null: as large as there is room. */
  scale: number | null;
  onChange: (change: Change) => void;
};

export type Change = { id: number; title: string; way: 'left' | 'right' | 'off' };

export function ShelfView({ pieces, ids, scale, onChange }: Props) {
  const hasBox = pieces.some(({ fitsThumbnailBox }) => fitsThumbnailBox);
  const things = [
    ...pieces.map(({ extent: { width } }) => ({ width, min: MIN_PIECE })),
    ...[QUARTER, ...(hasBox ? [THUMBNAIL_BOX] : [])].map((width) => ({ width, min: MIN_MEASURE })),
  ];
  const tall = Math.max(...pieces.map(({ extent }) => extent.height), QUARTER);
  const reduction = printReduction(pieces.map(({ extent }) => extent));
  const style = {
    ...Object.fromEntries(
      LAYOUTS.map(({ name, width, inRow }) => [
        name,
        `${((scaleFor(things, width, inRow) / width) * 100).toFixed(4)}cqi`,
      ]),
    ),
    '--tall': tall.toFixed(2),
    '--reduction': reduction,
    ...(scale !== null && { '--true': `${scale}px` }),
  } as CSSProperties;
  return (
    <div className={`shelf room${scale === null ? '' : ' is-true'}`} style={style}>
      <div className="shelf-scale">
        <ol className="shelf-row" aria-label="Pieces compared">
          {pieces.map((piece, place) => (
            <Thing
              key={piece.id}
              extent={piece.extent}
              drawing={
                <Link
                  to="/specimen/$specimen"
                  params={{ specimen: specimenParam(piece) }}
                  aria-hidden="true"
                  tabIndex={-1}
                  className="block size-full"
                >
                  <CutOut picture={piece.picture} outline={piece.outline} sizes={SIZES} />
                </Link>
              }
            >
              <p className="shelf-title">
                <Link to="/specimen/$specimen" params={{ specimen: specimenParam(piece) }}>
                  {withUnitsBeside(piece.title)}
                </Link>
              </p>
              <p className="figures">
                {piece.sizes.map((size) => (
                  <span key={size} className="block">
                    {size}
                  </span>
                ))}
              </p>
              <p className="figures">{piece.priceWords}</p>
              {piece.fitsThumbnailBox && (
                <p className="text-good">Fits in a thumbnail box (1¼ in)</p>
              )}
              <Controls piece={piece} place={place} pieces={pieces} ids={ids} onChange={onChange} />
            </Thing>
          ))}
          <Thing
            isMeasure
            extent={{ width: QUARTER, height: QUARTER }}
            drawing={<Coin size="100%" />}
          >
            <p>US quarter</p>
          </Thing>
          {hasBox && (
            <Thing
              isMeasure
              extent={{ width: THUMBNAIL_BOX, height: THUMBNAIL_BOX }}
              drawing={<div className="shelf-box" />}
            >
              <p>Thumbnail box, 1¼ in</p>
            </Thing>
          )}
        </ol>
        <p className="shelf-measure figures">
          <span aria-hidden="true" />5 cm
          <span className="shelf-printed">
            {reduction === 1
              ? 'Prints at actual size if your printer’s scale is 100%.'
              : `Prints at 1 : ${reduction} if your printer’s scale is 100%.`}
          </span>
        </p>
      </div>
    </div>
  );
}

const SIZES = '(width < 640px) 60vw, 34vw';

type ThingProps = {
  extent: Box;
  drawing: ReactNode;
  isMeasure?: boolean;
  children: ReactNode;
};

function Thing({ extent, drawing, isMeasure = false, children }: ThingProps) {
  return (
    <li
      className={`shelf-thing${isMeasure ? ' is-measure' : ''}`}
      style={{ '--w': extent.width.toFixed(2), '--h': extent.height.toFixed(2) } as CSSProperties}
    >
      <div className="shelf-drawing">{drawing}</div>
      <div className="shelf-words">{children}</div>
    </li>
  );
}

type ControlsProps = Pick<Props, 'pieces' | 'ids' | 'onChange'> & {
  piece: Standing;
  place: number;
};

/** Links change the shelf without scripts too. */
function Controls({ piece: { id, title }, place, pieces, ids, onChange }: ControlsProps) {
  const swapped = (other: Standing | undefined) =>
    other && ids.map((one) => (one === id ? other.id : one === other.id ? id : one));
  const ways = [
    {
      way: 'left',
      label: 'Move left',
      to: swapped(pieces[place - 1]),
      icon: <ArrowLeftIcon className="size-4" />,
    },
    {
      way: 'off',
      label: 'Remove',
      to: ids.filter((one) => one !== id),
      icon: <CloseIcon className="size-4" />,
    },
    {
      way: 'right',
      label: 'Move right',
      to: swapped(pieces[place + 1]),
      icon: <ArrowRightIcon className="size-4" />,
    },
  ] as const;
  return (
    <p className="shelf-controls">
      {ways.map(({ way, label, to, icon }) =>
        to ? (
          <Link
            key={way}
            {...shelfLink(to)}
            data-control={`${way} ${id}`}
            aria-label={`${label}: ${title}`}
            title={label}
            className="icon-button"
            onClick={() => onChange({ id, title, way })}
          >
            {icon}
          </Link>
        ) : (
          <span key={way} className="icon-button pointer-events-none" aria-hidden="true" />
        ),
      )}
    </p>
  );
}
