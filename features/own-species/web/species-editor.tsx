import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { type OwnField, ownFieldLabels } from '#core/contract/catalogue/own-values.ts';
import type { ManagedSpecies } from '#features/own-species/contract/own-species.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toastError } from '#ui/error-toast.ts';
import { LeaveGuard, UNSAVED } from '#ui/leave-guard.tsx';
import { displayValue } from '#ui/lib/differences.ts';
import { Notice } from '#ui/notice.tsx';
import { SaveBar } from '#ui/save-bar.tsx';
import { toast } from '#ui/toast.ts';
import { useMerge } from '#ui/use-merge.tsx';
import { useSubmit } from '#ui/use-submit.ts';
import { managedSpeciesQuery, useChanging, useTakingBack } from './own-species-queries.ts';
import { draftOf, errorsOf, issuesOf, type SpeciesDraft, valuesOf } from './species-draft.ts';
import { SpeciesFields } from './species-fields.tsx';

const labels: Record<keyof SpeciesDraft, string> = { ...ownFieldLabels, source: 'Source' };

export function SpeciesEditor({ slug }: { slug: string }) {
  const {
    data: stored,
    error,
    isFetching,
  } = useQuery({ ...managedSpeciesQuery(slug), retry: false });
  // A login in between fetches again, and what was typed must stay.
  const [first, setFirst] = useState<ManagedSpecies | null>(null);
  if (first === null && stored && !isFetching) setFirst(stored);
  if (first) return <Form row={first} slug={slug} />;
  if (error)
    return <Notice className="mt-8 py-14" text="There’s no such name in the table." isAlert />;
  return (
    <p role="status" className="waiting mt-8 text-quiet">
      Loading the species...
    </p>
  );
}

function Form({ row, slug }: { row: ManagedSpecies; slug: string }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const changing = useChanging(slug);
  const takingBack = useTakingBack();
  const [draft, setDraft] = useState(() => draftOf(row.values, row.source));
  const first = useRef(draft);
  const isDone = useRef(false);
  const [isAsked, setAsked] = useState(false);
  const toList = () => {
    isDone.current = true;
    void navigate({ to: '/manage/species' });
  };
  const storedIn = (now: ManagedSpecies) => ({
    fields: draftOf(now.values, now.source),
    version: now.version,
  });

  const { send, choice } = useMerge<SpeciesDraft>({
    begin: { fields: first.current, version: row.version },
    labels,
    displayOf: (name, fields) => displayValue(fields[name]),
    load: async () => storedIn(await queryClient.fetchQuery(managedSpeciesQuery(slug))),
    save: async (fields, version) =>
      storedIn(
        await changing.mutateAsync({
          values: valuesOf(fields),
          source: fields.source.trim(),
          version,
        }),
      ),
    onMerged: setDraft,
    onSaved: () => {
      toast({ title: 'Species Saved', description: `${row.name} is up to date everywhere.` });
      toList();
    },
    onFailed: toastError,
  });
  const { errors, onSubmit, isBusy } = useSubmit<OwnField>({
    check: () => errorsOf(draft),
    send: () => send(draft),
    explain: (error) => issuesOf(error) ?? toastError(error),
  });

  const takeBack = () =>
    takingBack.mutate(slug, {
      onSuccess: () => {
        toast({
          title: row.own === 'added' ? 'Removed' : 'Changes Undone',
          description:
            row.own === 'added'
              ? `${row.name} is no longer in the table.`
              : `${row.name} is back to what the table says.`,
        });
        toList();
      },
      onError: (problem) => {
        setAsked(false);
        toastError(problem);
      },
    });

  return (
    <>
      <h1 className="mt-2 page-title wrap-anywhere">{row.name}</h1>
      <p className="mt-3 text-quiet">
        {row.own === 'added'
          ? 'You added this name.'
          : 'From the table. Your changes here override it.'}
        {row.of !== null &&
          ` It’s a ${row.kind} of ${row.of}. Anything you don’t change comes from ${row.of}.`}
      </p>
      {row.disputed.length > 0 && (
        <p className="callout mt-6 max-w-3xl" role="status">
          {`The table now has something different for ${row.disputed.map((field) => ownFieldLabels[field].toLowerCase()).join(', ')}. Use its value below, or save to keep yours.`}
        </p>
      )}
      {choice ?? (
        <form onSubmit={onSubmit} className="mt-8 max-w-3xl space-y-6" noValidate>
          <SpeciesFields of={row.of} draft={draft} errors={errors} row={row} onChange={setDraft} />
          <SaveBar>
            <div className="flex flex-wrap justify-end gap-3">
              {row.own !== null && (
                <Button look="plain" className="mr-auto" onClick={() => setAsked(true)}>
                  {row.own === 'added' ? 'Remove' : 'Undo Changes'}
                </Button>
              )}
              <Button look="outline" onClick={() => void navigate({ to: '/manage/species' })}>
                Cancel
              </Button>
              <Button type="submit" disabled={isBusy}>
                {isBusy ? 'Saving …' : 'Save'}
              </Button>
            </div>
          </SaveBar>
        </form>
      )}
      <ConfirmDialog
        open={isAsked}
        title={row.own === 'added' ? `Remove ${row.name}?` : 'Undo your changes?'}
        confirm={row.own === 'added' ? 'Remove' : 'Undo'}
        isBusy={takingBack.isPending}
        onCancel={() => setAsked(false)}
        onConfirm={takeBack}
      >
        {row.own === 'added'
          ? 'Its page closes, and pieces that name it lose its formula and care notes. The pieces stay.'
          : `Everything about ${row.name} goes back to what the table says.`}
      </ConfirmDialog>
      <LeaveGuard when={() => draft !== first.current && !isDone.current}>{UNSAVED}</LeaveGuard>
    </>
  );
}
