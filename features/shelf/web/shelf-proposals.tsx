import { Link } from '@tanstack/react-router';
import type { Suggestion } from '#core/contract/catalogue/specimens.ts';
import { PlusIcon } from '#ui/edit-icons.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { shelfLink } from './shelf-link.ts';

type Props = {
  specimens: readonly Suggestion[];
  ids: readonly number[];
  onAdd: (specimen: Suggestion) => void;
};

export const ShelfProposals = ({ specimens, ids, onAdd }: Props) => (
  <ul className="grid gap-x-8 sm:grid-cols-2">
    {specimens.map((one) => (
      <li key={one.id} className="border-b border-line">
        <Link
          {...shelfLink([...ids, one.id])}
          onClick={() => onAdd(one)}
          className="flex min-h-18 items-center gap-4 py-2 text-ink no-underline hover:text-accent"
        >
          <span className="size-14 shrink-0 overflow-hidden bg-raised">
            <ResponsiveImage
              picture={one.picture}
              sizes="56px"
              alt=""
              className="size-full object-cover"
            />
          </span>
          <span className="min-w-0 flex-1">
            <span className="sr-only">Compare: </span>
            <span className="line-clamp-2 leading-snug wrap-anywhere">{one.title}</span>
          </span>
          <PlusIcon className="size-5 shrink-0" />
        </Link>
      </li>
    ))}
  </ul>
);
