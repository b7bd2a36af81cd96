import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { collectionLimits } from '#core/contract/catalogue/collection-rules.ts';
import type { Specimen } from '#core/contract/catalogue/specimens.ts';
import { posterOf } from '#core/contract/media/media-urls.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { TrashIcon } from '#ui/edit-icons.tsx';
import { LiveSearch } from '#ui/live-search.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { SortableList } from '#ui/sortable-list.tsx';
import { candidatesQuery } from './managing-queries.ts';

type Props = { pieces: Specimen[]; onChange: (pieces: Specimen[]) => void };

export function PieceFields({ pieces, onChange }: Props) {
  const [term, setTerm] = useState('');
  const { data: found } = useQuery(candidatesQuery(term));
  const [announcement, setAnnouncement] = useState('');
  const isFull = pieces.length >= collectionLimits.pieces;
  const candidates =
    term === ''
      ? []
      : (found?.specimens ?? []).filter(({ id }) => !pieces.some((piece) => piece.id === id));

  function add(specimen: Specimen) {
    onChange([...pieces, specimen]);
    setAnnouncement(`${specimen.title} is the last of ${pieces.length + 1}.`);
  }

  return (
    <div className="space-y-5">
      <LiveSearch placeholder="Search specimens to add..." term={term} onSearch={setTerm} />
      {isFull && (
        <p role="alert">{`This collection is full (${collectionLimits.pieces} pieces).`}</p>
      )}
      {term !== '' && found && candidates.length === 0 && (
        <p className="text-quiet">No other matches.</p>
      )}
      {candidates.length > 0 && (
        <ul aria-label="Found specimens" className="border-t border-line">
          {candidates.map((specimen) => (
            <li key={specimen.id} className="flex items-center gap-3 border-b border-line py-2">
              <Piece specimen={specimen} />
              <Button
                look="outline"
                disabled={isFull}
                aria-label={`Add ${specimen.title}`}
                onClick={() => add(specimen)}
              >
                Add
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {pieces.length === 0 ? (
        <p className="border-y border-line py-6 text-center text-quiet">
          No pieces yet. Search above, or add a piece from its edit page.
        </p>
      ) : (
        <SortableList
          items={pieces.map((piece) => ({ ...piece, key: String(piece.id), name: piece.title }))}
          onChange={onChange}
          label="Pieces"
          actions={(piece) => (
            <IconButton
              label={`Remove ${piece.title}`}
              onClick={() => onChange(pieces.filter(({ id }) => id !== piece.id))}
            >
              <TrashIcon />
            </IconButton>
          )}
        >
          {(piece) => <Piece specimen={piece} />}
        </SortableList>
      )}
    </div>
  );
}

const Piece = ({ specimen: { title, main, origin, visible } }: { specimen: Specimen }) => (
  <>
    <ResponsiveImage
      picture={posterOf(main)}
      sizes="4rem"
      alt=""
      className="size-16 shrink-0 object-cover"
    />
    <div className="min-w-0 flex-1 basis-24">
      <p className="line-clamp-2">{title}</p>
      <p className="truncate text-sm text-quiet">
        {visible ? origin : <Badge>Hidden from Gallery</Badge>}
      </p>
    </div>
  </>
);
