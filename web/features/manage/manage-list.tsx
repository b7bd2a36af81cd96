import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Specimen } from '#contract/specimens.ts';
import { isLoggedOut, messageOf } from '#web/lib/api.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toastError } from '#web/ui/error-toast.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { SaveBar } from '#web/ui/save-bar.tsx';
import { toast } from '#web/ui/toast.ts';
import { ManageCard } from './manage-card.tsx';
import { ManageFilters } from './manage-filters.tsx';
import { managePageQuery, useDelete, useVisibility } from './manage-queries.ts';
import type { ManageSearch } from './manage-search.ts';

type Props = {
  search: ManageSearch;
  /** Draws the form for a sale that was made elsewhere. */
  saleOf: (specimen: Specimen, onClose: () => void) => ReactNode;
  onLoginNeeded: () => void;
};

/** All specimens for the admin, twelve a page. */
export function ManageList({ search, saleOf, onLoginNeeded }: Props) {
  const { data, error, isPlaceholderData, refetch, isFetching } = useQuery(managePageQuery(search));
  const visibility = useVisibility();
  const deletion = useDelete();
  const [toDelete, setToDelete] = useState<Specimen | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [sold, setSold] = useState<Specimen | null>(null);

  const list = useRef<HTMLElement>(null);
  const wasDeleted = useRef(false);
  const needsLogin = isLoggedOut(error);

  const askForLogin = useEffectEvent(onLoginNeeded);
  useEffect(() => {
    if (needsLogin) askForLogin();
  }, [needsLogin]);

  // The deleted card took the focused button with it; the list gets the focus once the dialog is closed.
  useEffect(() => {
    if (toDelete !== null || !wasDeleted.current) return;
    wasDeleted.current = false;
    list.current?.focus({ preventScroll: true });
  }, [toDelete]);

  const showError = (problem: unknown, fallback: string) => toastError(problem, onLoginNeeded, messageOf(problem, fallback));

  const setVisible = ({ id }: Specimen, visible: boolean) =>
    visibility.mutate(
      { id, visible },
      {
        onSuccess: () =>
          toast(
            visible
              ? { title: 'Specimen Visible', description: 'The specimen is now visible in the gallery' }
              : { title: 'Specimen Hidden', description: 'The specimen is now hidden from the gallery' },
          ),
        onError: (problem) => showError(problem, 'Failed to update specimen visibility'),
      },
    );

  function select(id: number, isSelected: boolean) {
    const next = new Set(selected);
    if (isSelected) next.add(id);
    else next.delete(id);
    setSelected(next);
  }

  const remove = (specimen: Specimen) =>
    deletion.mutate(specimen, {
      onSuccess: () => {
        toast({ title: 'Specimen Deleted', description: 'The specimen has been successfully removed from your collection' });
        wasDeleted.current = true;
        select(specimen.id, false);
      },
      onError: (problem) => showError(problem, 'Failed to delete specimen'),
      onSettled: () => setToDelete(null),
    });

  return (
    <section ref={list} tabIndex={-1} aria-label="Specimens" className="scroll-mt-24 outline-none">
      <ManageFilters search={search} counts={data?.counts} />
      {data && data.total > 0 && <LabelsLink search={search} total={data.total} />}
      {error && !data ? (
        <Notice text="Error loading specimens. Please try again." className="mt-6 py-14" isAlert>
          <Button look="outline" disabled={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        </Notice>
      ) : !data ? (
        <p role="status" className="waiting py-16 text-center text-quiet">
          Loading specimens...
        </p>
      ) : data.specimens.length === 0 ? (
        <Empty search={search} />
      ) : (
        <>
          <div
            aria-busy={isPlaceholderData}
            className={`mt-6 grid gap-x-8 gap-y-8 transition-opacity sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4 ${isPlaceholderData ? 'opacity-60' : ''}`}
          >
            {data.specimens.map((specimen) => (
              <ManageCard
                key={specimen.id}
                specimen={specimen}
                isSelected={selected.has(specimen.id)}
                onSelect={(isSelected) => select(specimen.id, isSelected)}
                onVisible={(visible) => setVisible(specimen, visible)}
                onSold={() => setSold(specimen)}
                onDelete={() => setToDelete(specimen)}
              />
            ))}
          </div>
          <Pagination page={data.page} pages={data.pages} linkTo={(page) => linkOptions({ to: '/manage', search: { ...search, page } })} />
        </>
      )}
      {selected.size > 0 && <Selection ids={[...selected]} onClear={() => setSelected(new Set())} />}
      {sold && saleOf(sold, () => setSold(null))}
      <ConfirmDialog
        open={toDelete !== null}
        title="Delete Permanently"
        confirm="Delete"
        isBusy={deletion.isPending}
        onCancel={() => setToDelete(null)}
        onConfirm={() => toDelete && remove(toDelete)}
      >
        {`Are you sure you want to delete "${toDelete?.title}"? This action cannot be undone.`}
      </ConfirmDialog>
    </section>
  );
}

/** Prints the labels of all that the filters show. */
function LabelsLink({ search: { page: _page, ...filters }, total }: { search: ManageSearch; total: number }) {
  return (
    <Link
      to="/print/labels"
      search={filters}
      className="figures mt-3 inline-flex min-h-11 items-center text-quiet underline decoration-line underline-offset-4 hover:text-accent"
    >
      {total === 1 ? 'Print its label' : `Print the labels of these ${total}`}
    </Link>
  );
}

/** What can be done with the selected specimens together. */
const Selection = ({ ids, onClear }: { ids: number[]; onClear: () => void }) => (
  <SaveBar>
    <div className="flex flex-wrap items-center gap-3">
      <p role="status" className="figures flex-1 whitespace-nowrap">
        {ids.length} selected
      </p>
      <Button look="outline" onClick={onClear}>
        Clear
      </Button>
      <Link to="/print/labels" search={{ specimens: ids.join(',') }} className={buttonClass()}>
        Print labels
      </Link>
    </div>
  </SaveBar>
);

function Empty({ search }: { search: ManageSearch }) {
  if (search.search) return <Notice text="No specimens match your search criteria." className="mt-6 py-14" />;
  if (search.status || search.visibility) return <Notice text="No specimen is like this at present." className="mt-6 py-14" />;
  return (
    <Notice text="No specimens found in your collection. Add some specimens to get started." className="mt-6 py-14">
      <Link to="/upload" className={buttonClass()}>
        Upload Specimens
      </Link>
    </Notice>
  );
}
