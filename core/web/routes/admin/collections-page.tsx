import { getRouteApi, Link } from '@tanstack/react-router';
import { CollectionEditor } from '#core/web/catalogue/collections/managing/collection-editor.tsx';
import { CollectionsList } from '#core/web/catalogue/collections/managing/collections-list.tsx';
import { Parts } from '#core/web/on-desk.tsx';
import { buttonClass } from '#ui/button.tsx';
import { ArrowLeftIcon } from '#ui/icons.tsx';
import { ToManage } from './back-links.tsx';

const collectionsRoute = getRouteApi('/frame/manage/collections');

/** The URL may name one: its id, or `new`. */
export default function CollectionsPage() {
  const { edit } = collectionsRoute.useSearch() as { edit?: unknown };
  const edited = edit === 'new' ? 'new' : Number(edit) || null;
  if (edited !== null) {
    return (
      <>
        <Link to="/manage/collections" className="back-link">
          <ArrowLeftIcon /> Back to Collections
        </Link>
        <CollectionEditor key={edited} id={edited} />
      </>
    );
  }
  return (
    <>
      <ToManage />
      <div className="mt-2 flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <h1 className="page-title">Collections</h1>
        <div className="flex flex-wrap gap-3">
          <Link to="/manage/collections" search={{ edit: 'new' }} className={buttonClass()}>
            New Collection
          </Link>
          <Link to="/settings" hash="collections" className={buttonClass('outline')}>
            Section Title
          </Link>
          <Parts at="collectionsLinks" />
        </div>
      </div>
      <p className="mt-3 max-w-prose text-quiet">
        The home page shows them in this order, each with its cover and first three pieces. Empty
        collections stay hidden.
      </p>
      <CollectionsList />
      <Parts at="collections" />
    </>
  );
}
