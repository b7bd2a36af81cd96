import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pages } from '#core/contract/storefront/pages.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { copyText } from '#ui/lib/clipboard.ts';
import { toast } from '#ui/toast.ts';
import { addFavourites } from './favourite-store.ts';

export function FavouriteTools({ ids, own }: { ids: readonly number[]; own?: readonly number[] }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const url = `${location.origin}${pages.favourites.path}?ids=${ids.join(',')}`;
  return (
    <div className="mt-6 flex flex-wrap items-center gap-3 print:hidden">
      {own && !ids.every((id) => own.includes(id)) && (
        <Button onClick={() => addFavourites(ids) && toast({ title: 'Saved to your favorites' })}>
          Save all to my favorites
        </Button>
      )}
      {own && (
        <Link to={pages.favourites.path} className={buttonClass('outline')}>
          See my favorites
        </Link>
      )}
      <Button look="outline" onClick={async () => setCopied(await copyText(url))}>
        Copy link
      </Button>
      {!own && (
        <Button look="outline" onClick={() => print()}>
          Print
        </Button>
      )}
      <span role="status" className="min-w-0 text-sm wrap-anywhere text-quiet">
        {copied === null ? '' : copied ? 'Copied' : `Please copy this link: ${url}`}
      </span>
    </div>
  );
}
