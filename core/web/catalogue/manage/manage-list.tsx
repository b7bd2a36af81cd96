import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { isSpecimen } from '#core/contract/catalogue/is-specimen.ts';
import type { Specimen } from '#core/contract/catalogue/specimens.ts';
import { Boundary } from '#ui/boundary.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toastError } from '#ui/error-toast.ts';
import { messageOf } from '#ui/lib/api.ts';
import { Notice } from '#ui/notice.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { toast } from '#ui/toast.ts';
import { ManageCard } from './manage-card.tsx';
import { ManageFilters } from './manage-filters.tsx';
import { managePageQuery, useDelete, useVisibility } from './manage-queries.ts';
import type { ManageSearch } from './manage-search.ts';
import { allSelected, nothingSelected, select } from './selection.ts';
import { listLink, SelectAll, SelectionBar } from './selection-bar.tsx';

type Props = {
  search: ManageSearch;
  /** `link`: a link's classes. `open`: draws a dialog over the list. */
  actionsOf: (
    specimen: Specimen,
    link: string,
    open: (dialog: (onClose: () => void) => ReactNode) => void,
  ) => ReactNode;
  /** About all that the filters show. */
  toolsOf: (listed: { filters: object; total: number }) => ReactNode;
  children: ReactNode;
  selectionOf: (ids: readonly number[], onDone: () => void) => ReactNode;
  timeZone: string;
};

export function ManageList({ search, actionsOf, toolsOf, children, selectionOf, timeZone }: Props) {
  const { data, error, isPlaceholderData, refetch, isFetching } = useQuery(managePageQuery(search));
  const visibility = useVisibility();
  const deletion = useDelete();
  const [toDelete, setToDelete] = useState<Specimen | null>(null);
  const [selection, setSelection] = useState(nothingSelected);
  const [isSelecting, setSelecting] = useState(false);
  const [dialog, setDialog] = useState<((onClose: () => void) => ReactNode) | null>(null);

  const { page: _page, ...filters } = search;

  const list = useRef<HTMLElement>(null);
  const wasDeleted = useRef(false);

  // The deleted card took the focused button with it; the list gets the focus once the dialog is
  // closed.
  useEffect(() => {
    if (toDelete !== null || !wasDeleted.current) return;
    wasDeleted.current = false;
    list.current?.focus({ preventScroll: true });
  }, [toDelete]);

  const showError = (problem: unknown, fallback: string) =>
    toastError(problem, messageOf(problem, fallback));

  const setVisible = ({ id }: Specimen, visible: boolean) =>
    visibility.mutate(
      { id, visible },
      {
        onSuccess: () =>
          toast(
            visible
              ? {
                  title: 'Specimen Visible',
                  description: 'The specimen is now visible in the gallery',
                }
              : {
                  title: 'Specimen Hidden',
                  description: 'The specimen is now hidden from the gallery',
                },
          ),
        onError: (problem) => showError(problem, 'Failed to update specimen visibility'),
      },
    );

  const endSelection = () => {
    setSelection(nothingSelected);
    setSelecting(false);
  };
  const clear = () => {
    endSelection();
    // The button goes away with the bar.
    list.current?.focus({ preventScroll: true });
  };

  const shown = data?.specimens.map(({ id }) => id) ?? [];
  const selectOne = (step: Parameters<typeof select>[2]) =>
    setSelection((now) => select(now, shown, step));

  /** Shift and an arrow take the next one in, or the previous. */
  function extend(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const ticks = [
      ...(list.current?.querySelectorAll<HTMLElement>('article input[type=checkbox]') ?? []),
    ];
    const at = ticks.indexOf(event.target as HTMLElement);
    const next = ticks[at + (step ?? 0)];
    const [from, to] = [shown[at], shown[at + (step ?? 0)]];
    if (!event.shiftKey || !step || at < 0 || !next || from === undefined || to === undefined)
      return;
    event.preventDefault();
    next.focus();
    setSelection((now) => {
      const isBegun = now.anchor !== null && shown.includes(now.anchor);
      const begun = isBegun ? now : select(now, shown, { id: from, isSelected: true });
      return {
        ...select(begun, shown, { id: to, isSelected: true, isRange: true }),
        anchor: begun.anchor,
      };
    });
  }

  const remove = (specimen: Specimen) =>
    deletion.mutate(specimen, {
      onSuccess: () => {
        toast({
          title: 'Specimen Deleted',
          description: 'The specimen has been successfully removed from your collection',
        });
        wasDeleted.current = true;
        selectOne({ id: specimen.id, isSelected: false });
      },
      onError: (problem) => showError(problem, 'Failed to delete specimen'),
      onSettled: () => setToDelete(null),
    });

  return (
    <section
      ref={list}
      tabIndex={-1}
      aria-label="Specimens"
      className="scroll-mt-24 outline-none max-xl:flex max-xl:flex-wrap max-xl:gap-x-5 xl:mt-4 xl:grid xl:grid-cols-[12rem_minmax(0,1fr)] xl:grid-rows-[auto_1fr] xl:gap-x-14"
    >
      <div className="max-xl:contents xl:row-span-2 xl:space-y-5">
        <ManageFilters search={search} counts={data?.counts} />
        {toolsOf({ filters, total: data?.total ?? 0 })}
      </div>
      <div className="flex flex-wrap gap-x-5 max-xl:ml-auto">
        {data && data.total > 0 && (
          <>
            <button
              type="button"
              onClick={isSelecting ? endSelection : () => setSelecting(true)}
              className={listLink}
            >
              {isSelecting ? 'Done' : 'Select'}
            </button>
            {isSelecting && (
              <SelectAll
                search={search}
                total={data.total}
                onSelect={(ids) => setSelection(allSelected(ids))}
                onError={(problem) => showError(problem, 'Failed to select all')}
              />
            )}
          </>
        )}
      </div>
      <div className="min-w-0 max-xl:order-2 max-xl:basis-full">
        {children}
        {error && !data ? (
          <Notice
            text="Error loading specimens. Please try again."
            className="py-14 max-xl:border-t-0"
            isAlert
          >
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
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the boxes inside are the controls, this adds a way between them */}
            <div
              onKeyDown={extend}
              aria-busy={isPlaceholderData}
              className={`grid gap-x-10 transition-opacity md:grid-cols-2 ${isPlaceholderData ? 'opacity-60' : ''}`}
            >
              {data.specimens.filter(isSpecimen).map((specimen) => (
                <Boundary key={specimen.id}>
                  <ManageCard
                    specimen={specimen}
                    timeZone={timeZone}
                    isSelected={isSelecting ? selection.ids.has(specimen.id) : null}
                    onSelect={(isSelected, { isRange }) =>
                      selectOne({ id: specimen.id, isSelected, isRange })
                    }
                    onVisible={(visible) => setVisible(specimen, visible)}
                    actionsOf={(link) =>
                      actionsOf(specimen, link, (opened) => setDialog(() => opened))
                    }
                    onDelete={() => setToDelete(specimen)}
                  />
                </Boundary>
              ))}
            </div>
            <Pagination
              page={data.page}
              pages={data.pages}
              linkTo={(page) => linkOptions({ to: '/manage', search: { ...search, page } })}
            />
          </>
        )}
        <SelectionBar count={selection.ids.size} onClear={clear}>
          {selectionOf([...selection.ids], endSelection)}
        </SelectionBar>
      </div>
      {dialog?.(() => setDialog(null))}
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

function Empty({ search }: { search: ManageSearch }) {
  if (search.search)
    return (
      <Notice text="No specimens match your search criteria." className="py-14 max-xl:border-t-0" />
    );
  if (search.status || search.visibility)
    return <Notice text="No specimens match these filters." className="py-14 max-xl:border-t-0" />;
  return (
    <Notice
      text="No specimens found in your collection. Add some specimens to get started."
      className="py-14 max-xl:border-t-0"
    >
      <Link to="/upload" className={buttonClass()}>
        Upload Specimens
      </Link>
    </Notice>
  );
}
