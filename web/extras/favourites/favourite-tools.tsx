import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pages } from '#contract/storefront/pages.ts';
import { copyText } from '#web/lib/clipboard.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { addFavourites } from './favourite-store.ts';

/** What can be done with a list: it is shared by its link, and someone else's is saved. @param own this device's, where the list is another's. */
export function FavouriteTools({ ids, own }: { ids: readonly number[]; own?: readonly number[] }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const url = `${location.origin}${pages.favourites.path}?ids=${ids.join(',')}`;
  return (
    <div className="mt-6 flex flex-wrap items-center gap-3 print:hidden">
      {own && !ids.every((id) => own.includes(id)) && (
        <Button onClick={() => addFavourites(ids) && toast({ title: 'Saved to your favorites' })}>Save all to my favorites</Button>
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
