import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { toastError } from '#ui/error-toast.ts';
import { TextField } from '#ui/field.tsx';
import { LeaveGuard, UNSAVED } from '#ui/leave-guard.tsx';
import { SaveBar } from '#ui/save-bar.tsx';
import { toast } from '#ui/toast.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { speciesListQuery, useAdding } from './own-species-queries.ts';
import { emptyDraft, errorsOf, issuesOf, valuesOf } from './species-draft.ts';
import { SpeciesFields } from './species-fields.tsx';

const NO_NAME = 'Please enter a name';

export function NewSpecies({ begin }: { begin: string }) {
  const navigate = useNavigate();
  const adding = useAdding();
  const list = useId();
  const { data } = useQuery(speciesListQuery);
  const [name, setName] = useState(begin);
  const [of, setOf] = useState('');
  const isVariety = of.trim() !== '';
  const [typed, setDraft] = useState(() => emptyDraft('mineral'));
  const isOfKind = isVariety === ['variety', 'trade name', 'genus'].includes(typed.kind);
  const draft = isOfKind
    ? typed
    : { ...typed, kind: isVariety ? ('variety' as const) : ('mineral' as const) };
  const isDone = useRef(false);

  const { errors, onSubmit, isBusy } = useSubmit({
    check: () => ({
      name: name.trim() === '' ? NO_NAME : undefined,
      of: undefined,
      ...errorsOf(draft),
    }),
    send: async () => {
      await adding.mutateAsync({
        name,
        of: isVariety ? of : null,
        values: valuesOf(draft),
        source: draft.source,
      });
      isDone.current = true;
      toast({ title: 'Species Added', description: `${name.trim()} is known everywhere now.` });
      void navigate({ to: '/manage/species' });
    },
    explain: (error) => issuesOf(error) ?? toastError(error),
  });

  return (
    <>
      <h1 className="mt-2 page-title">Add a Species</h1>
      <p className="mt-3 max-w-prose text-quiet">
        Only the name is needed. Everything else can come later.
      </p>
      <form onSubmit={onSubmit} className="mt-8 max-w-3xl space-y-6" noValidate>
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <TextField
            label="Name"
            required
            autoFocus
            maxLength={100}
            error={errors.name}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <div>
            <TextField
              label="Variety of"
              hint="Blank if it’s a species of its own"
              list={list}
              autoComplete="off"
              maxLength={100}
              error={errors.of}
              value={of}
              onChange={({ currentTarget }) => setOf(currentTarget.value)}
            />
            <datalist id={list}>
              {data?.rows.flatMap((row) =>
                row.of === null ? <option key={row.name} value={row.name} /> : [],
              )}
            </datalist>
          </div>
        </div>
        {isVariety && (
          <p className="text-sm text-quiet">Anything left blank is taken from {of.trim()}.</p>
        )}
        <SpeciesFields
          of={isVariety ? of : null}
          draft={draft}
          errors={errors}
          row={null}
          onChange={setDraft}
        />
        <SaveBar>
          <div className="flex flex-wrap justify-end gap-3">
            <Button look="outline" onClick={() => void navigate({ to: '/manage/species' })}>
              Cancel
            </Button>
            <Button type="submit" disabled={isBusy}>
              {isBusy ? 'Adding …' : 'Add'}
            </Button>
          </div>
        </SaveBar>
      </form>
      <LeaveGuard when={() => (name !== begin || of !== '' || typed !== draft) && !isDone.current}>
        {UNSAVED}
      </LeaveGuard>
    </>
  );
}
