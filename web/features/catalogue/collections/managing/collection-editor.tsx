import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { collectionLimits as limits, NAMELESS_COLLECTION } from '#contract/catalogue/collection-rules.ts';
import type { CollectionInput } from '#contract/catalogue/collections.ts';
import type { Specimen } from '#contract/catalogue/specimens.ts';
import { Button } from '#web/ui/button.tsx';
import { ChoiceField } from '#web/ui/choice-field.tsx';
import { toastError } from '#web/ui/error-toast.ts';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { LeaveGuard, UNSAVED } from '#web/ui/leave-guard.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PictureField } from '#web/ui/picture-field.tsx';
import { SaveBar } from '#web/ui/save-bar.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { toast } from '#web/ui/toast.ts';
import { useSubmit } from '#web/ui/use-submit.ts';
import { managedCollectionsQuery, piecesQuery, useSave } from './managing-queries.ts';
import { PieceFields } from './piece-fields.tsx';
import { RuleFields } from './rule-fields.tsx';

type Props = { id: number | 'new' };
/** What is edited: the pieces too, where it is filled by hand. */
type Draft = { input: CollectionInput; pieces: Specimen[] };

const BY_HAND = 'By hand';
const BY_RULE = 'By a rule';
const empty: Draft = {
  input: { name: '', subtitle: '', description: '', cover: null, hidden: false, rule: null },
  pieces: [],
};

/** Loads what there is of a collection, and edits it. */
export function CollectionEditor({ id }: Props) {
  const isNew = id === 'new';
  const { data: collections, isFetching } = useQuery({ ...managedCollectionsQuery, enabled: !isNew });
  const stored = collections?.find((collection) => collection.id === id);
  const { data: pieces, isFetching: isFetchingPieces } = useQuery({ ...piecesQuery(Number(id)), enabled: stored?.rule === null });
  // The form keeps its initial data: after a login in between it is fetched again, and what was typed must stay.
  const [first, setFirst] = useState<Draft | null>(isNew ? empty : null);
  if (first === null && stored && !isFetching && (stored.rule !== null || (pieces && !isFetchingPieces))) {
    const { name, subtitle, description, cover, hidden, rule } = stored;
    setFirst({ input: { name, subtitle, description, cover, hidden, rule }, pieces: rule === null ? (pieces ?? []) : [] });
  }
  return (
    <>
      <h1 className="mt-2 text-4xl">{isNew ? 'New Collection' : 'Edit Collection'}</h1>
      {first ? (
        <Form id={isNew ? null : id} first={first} />
      ) : collections && !stored && !isFetching ? (
        <Notice className="mt-8 py-14" text="This collection no longer exists." />
      ) : (
        <p role="status" className="waiting mt-8 text-quiet">
          Loading the collection...
        </p>
      )}
    </>
  );
}

function Form({ id, first }: { id: number | null; first: Draft }) {
  const navigate = useNavigate();
  const saving = useSave();
  const [{ input, pieces }, setDraft] = useState(first);
  const isSaved = useRef(false);
  // Kept while the admin tries the other way.
  const [lastRule, setLastRule] = useState(first.input.rule ?? '');
  const isDirty = input !== first.input || pieces !== first.pieces;
  const isNameless = input.name.trim() === '';
  const change = (fields: Partial<CollectionInput>) => setDraft((draft) => ({ ...draft, input: { ...draft.input, ...fields } }));
  const text = (name: 'name' | 'subtitle' | 'description') => ({
    value: input[name],
    maxLength: limits[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });

  const { errors, onSubmit } = useSubmit({
    check: () => ({ name: isNameless ? NAMELESS_COLLECTION : undefined }),
    send: () =>
      saving.mutate(
        { id, input, pieces: input.rule === null ? pieces.map((piece) => piece.id) : null },
        {
          onSuccess: ({ name }) => {
            isSaved.current = true;
            toast({ title: 'Collection Saved', description: name });
            void navigate({ to: '/manage/collections' });
          },
          onError: (problem) => toastError(problem),
        },
      ),
  });

  return (
    <form onSubmit={onSubmit} className="mt-8 max-w-3xl space-y-6" noValidate>
      <TextField
        label="Name"
        required
        // A new collection starts with typing; an existing one is looked at first.
        autoFocus={id === null}
        error={isNameless ? errors.name : undefined}
        {...text('name')}
      />
      <TextField label="Subtitle" hint="Shown above the name, such as: Cut for the light. Optional." {...text('subtitle')} />
      <TextArea label="Description" {...text('description')} />
      <PictureField
        label="Cover"
        hint="A wide photo, at least 1400 px. Leave blank to use the first piece’s photo."
        picture={input.cover}
        onChange={(cover) => change({ cover })}
      />
      <div className="border-y border-line py-2">
        <Switch
          label="Show this collection"
          hint="When off, it’s not on the home page and its own page is closed."
          checked={!input.hidden}
          onChange={(isShown) => change({ hidden: !isShown })}
        />
      </div>
      <ChoiceField
        legend="How it is filled"
        name="filled"
        choices={[BY_HAND, BY_RULE]}
        chosen={input.rule === null ? BY_HAND : BY_RULE}
        onChange={({ target }) => change({ rule: target.value === BY_HAND ? null : lastRule })}
      />
      {input.rule === null ? (
        <PieceFields pieces={pieces} onChange={(next) => setDraft((draft) => ({ ...draft, pieces: next }))} />
      ) : (
        <RuleFields
          rule={input.rule}
          onChange={(rule) => {
            setLastRule(rule);
            change({ rule });
          }}
        />
      )}
      <SaveBar>
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" onClick={() => void navigate({ to: '/manage/collections' })}>
            Cancel
          </Button>
          <Button type="submit" disabled={saving.isPending}>
            {saving.isPending ? 'Saving …' : 'Save'}
          </Button>
        </div>
      </SaveBar>
      <LeaveGuard when={() => isDirty && !isSaved.current}>{UNSAVED}</LeaveGuard>
    </form>
  );
}
