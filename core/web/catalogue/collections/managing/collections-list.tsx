import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ManagedCollection } from '#core/contract/catalogue/collections.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, buttonClass, IconButton } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { TrashIcon } from '#ui/edit-icons.tsx';
import { toastError } from '#ui/error-toast.ts';
import { Notice } from '#ui/notice.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { SortableList } from '#ui/sortable-list.tsx';
import { toast } from '#ui/toast.ts';
import { managedCollectionsQuery, useDeletion, useOrder } from './managing-queries.ts';
import { piecesText } from './rule-words.ts';

/** Saves an order only once it rests: drags end in many moves. */
const REST_MS = 400;

export function CollectionsList() {
  const { data, error, refetch } = useQuery(managedCollectionsQuery);
  const { mutate: saveOrder } = useOrder();
  const deletion = useDeletion();
  const [moved, setMoved] = useState<ManagedCollection[] | null>(null);
  const [toDelete, setToDelete] = useState<ManagedCollection | null>(null);

  // What was moved during a save is saved after it.
  const save = useEffectEvent((order: ManagedCollection[]) =>
    saveOrder(
      order.map(({ id }) => id),
      {
        onError: (problem) => toastError(problem),
        onSettled: () => setMoved((latest) => (latest === order ? null : latest)),
      },
    ),
  );
  useEffect(() => {
    if (moved === null) return;
    const timer = setTimeout(() => save(moved), REST_MS);
    return () => clearTimeout(timer);
  }, [moved]);

  if (error && !data) {
    return (
      <Notice text="Couldn’t load the collections." className="mt-8 py-14" isAlert>
        <Button look="outline" onClick={() => void refetch()}>
          Try again
        </Button>
      </Notice>
    );
  }
  if (!data) {
    return (
      <p role="status" className="waiting py-16 text-center text-quiet">
        Loading collections...
      </p>
    );
  }
  if (data.length === 0) {
    return (
      <Notice
        className="mt-8 py-14"
        title="No collections"
        text="A collection groups pieces on the home page and has its own page."
      />
    );
  }

  const remove = ({ id, name }: ManagedCollection) =>
    deletion.mutate(id, {
      onSuccess: () =>
        toast({
          title: 'Collection Deleted',
          description: `${name} is deleted. Its pieces stay in the gallery.`,
        }),
      onError: (problem) => toastError(problem),
      onSettled: () => setToDelete(null),
    });

  return (
    <div className="mt-8">
      <SortableList
        items={(moved ?? data).map((collection) => ({ ...collection, key: String(collection.id) }))}
        onChange={setMoved}
        label="Collections"
        actions={(collection) => (
          <IconButton label={`Delete ${collection.name}`} onClick={() => setToDelete(collection)}>
            <TrashIcon />
          </IconButton>
        )}
      >
        {(collection) => <Row collection={collection} />}
      </SortableList>
      <ConfirmDialog
        open={toDelete !== null}
        title="Delete the collection?"
        confirm="Delete"
        isBusy={deletion.isPending}
        onCancel={() => setToDelete(null)}
        onConfirm={() => toDelete && remove(toDelete)}
      >
        {`Deletes “${toDelete?.name}” and its page. Its pieces stay in the gallery. To use it again later, hide it instead.`}
      </ConfirmDialog>
    </div>
  );
}

function Row({ collection }: { collection: ManagedCollection }) {
  const { id, slug, name, cover, hidden, rule, total } = collection;
  const isShown = !hidden && total > 0;
  return (
    <>
      {cover ? (
        <Link
          to="/manage/collections"
          search={{ edit: String(id) }}
          aria-hidden="true"
          tabIndex={-1}
          className="shrink-0 max-sm:hidden"
        >
          <ResponsiveImage picture={cover} sizes="6rem" alt="" className="h-16 w-24 object-cover" />
        </Link>
      ) : (
        <span aria-hidden="true" className="h-16 w-24 shrink-0 border border-line max-sm:hidden" />
      )}
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-serif text-lg">
          <Link
            to="/manage/collections"
            search={{ edit: String(id) }}
            className="text-ink wrap-anywhere no-underline hover:text-accent"
          >
            {name}
          </Link>
          {hidden && <Badge>Hidden</Badge>}
        </p>
        <p className="figures text-sm text-quiet">
          {rule === null ? 'By hand' : 'By a rule'} ·{' '}
          {total === 0 && !hidden ? 'Empty, not shown' : piecesText(total)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:order-last max-sm:basis-full max-sm:pl-10">
        <Link
          to="/manage/collections"
          search={{ edit: String(id) }}
          aria-label={`Edit ${name}`}
          className={buttonClass('outline')}
        >
          Edit
        </Link>
        {isShown && (
          <Link
            to="/collection/$slug"
            params={{ slug }}
            aria-label={`View ${name}`}
            className={buttonClass('plain')}
          >
            View
          </Link>
        )}
      </div>
    </>
  );
}
