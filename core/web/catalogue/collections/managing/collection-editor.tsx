import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import {
  collectionLimits as limits,
  NAMELESS_COLLECTION,
} from '#core/contract/catalogue/collection-rules.ts';
import { Button } from '#ui/button.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';
import { toastError } from '#ui/error-toast.ts';
import { TextArea, TextField } from '#ui/field.tsx';
import { LeaveGuard, UNSAVED } from '#ui/leave-guard.tsx';
import { displayValue } from '#ui/lib/differences.ts';
import { Notice } from '#ui/notice.tsx';
import { PictureField } from '#ui/picture-field.tsx';
import { SaveBar } from '#ui/save-bar.tsx';
import { Switch } from '#ui/switch.tsx';
import { toast } from '#ui/toast.ts';
import { type Stored, useMerge } from '#ui/use-merge.tsx';
import { useSubmit } from '#ui/use-submit.ts';
import { type CollectionFields, collectionToEdit, useSave } from './managing-queries.ts';
import { PieceFields } from './piece-fields.tsx';
import { RuleFields } from './rule-fields.tsx';

type Props = { id: number | 'new' };

const BY_HAND = 'By hand';
const BY_RULE = 'By a rule';
const empty: Stored<CollectionFields> = {
  fields: {
    name: '',
    subtitle: '',
    description: '',
    cover: null,
    hidden: false,
    rule: null,
    pieces: [],
  },
  version: '',
};

const labels: Record<keyof CollectionFields, string> = {
  name: 'Name',
  subtitle: 'Subtitle',
  description: 'Description',
  cover: 'Cover',
  hidden: 'Hidden',
  rule: 'How it is filled',
  pieces: 'Pieces',
};

function displayOf(name: keyof CollectionFields, fields: CollectionFields): string {
  if (name === 'pieces') return fields.pieces.map(({ title }) => title).join('\n');
  if (name === 'rule') return fields.rule === null ? BY_HAND : `${BY_RULE}: ${fields.rule}`;
  return displayValue(fields[name]);
}

export function CollectionEditor({ id }: Props) {
  const isNew = id === 'new';
  const { data: stored, isFetching } = useQuery({
    ...collectionToEdit(useQueryClient(), Number(id)),
    enabled: !isNew,
  });
  // The form keeps its initial data: a login in between fetches it again, and what was typed must
  // stay.
  const [first, setFirst] = useState<Stored<CollectionFields> | null>(isNew ? empty : null);
  if (first === null && stored && !isFetching) setFirst(stored);
  return (
    <>
      <h1 className="mt-2 page-title">{isNew ? 'New Collection' : 'Edit Collection'}</h1>
      {first ? (
        <Form id={isNew ? null : id} first={first} />
      ) : stored === null && !isFetching ? (
        <Notice className="mt-8 py-14" text="This collection no longer exists." />
      ) : (
        <p role="status" className="waiting mt-8 text-quiet">
          Loading the collection...
        </p>
      )}
    </>
  );
}

function Form({ id, first }: { id: number | null; first: Stored<CollectionFields> }) {
  const navigate = useNavigate();
  const saving = useSave();
  const queryClient = useQueryClient();
  const [fields, setFields] = useState(first.fields);
  const isSaved = useRef(false);
  // Kept while the admin tries the other way.
  const [lastRule, setLastRule] = useState(first.fields.rule ?? '');
  const isNameless = fields.name.trim() === '';
  const change = (changed: Partial<CollectionFields>) =>
    setFields((draft) => ({ ...draft, ...changed }));
  const text = (name: 'name' | 'subtitle' | 'description') => ({
    value: fields[name],
    maxLength: limits[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });

  const { send, choice } = useMerge({
    begin: first,
    labels,
    displayOf,
    load: async () => {
      const stored =
        id === null ? null : await queryClient.fetchQuery(collectionToEdit(queryClient, id));
      if (!stored) throw new Error('The collection is gone');
      return stored;
    },
    save: (edited, version) => saving.mutateAsync({ id, fields: edited, version }),
    onMerged: setFields,
    onSaved: () => {
      isSaved.current = true;
      toast({ title: 'Collection Saved', description: fields.name });
      void navigate({ to: '/manage/collections' });
    },
    onFailed: toastError,
  });
  const { errors, onSubmit } = useSubmit({
    check: () => ({ name: isNameless ? NAMELESS_COLLECTION : undefined }),
    send: () => send(fields),
    explain: toastError,
  });

  return (
    <>
      {choice ?? (
        <form onSubmit={onSubmit} className="mt-8 max-w-3xl space-y-6" noValidate>
          <TextField
            label="Name"
            required
            // A new collection starts with typing; an existing one is looked at first.
            autoFocus={id === null}
            error={isNameless ? errors.name : undefined}
            {...text('name')}
          />
          <TextField
            label="Subtitle"
            hint="Shown above the name, such as: Cut for the light. Optional."
            {...text('subtitle')}
          />
          <TextArea label="Description" {...text('description')} />
          <PictureField
            label="Cover"
            hint="A wide photo, at least 1400 px. Leave blank to use the first piece’s photo."
            picture={fields.cover}
            onChange={(cover) => change({ cover })}
          />
          <div className="border-y border-line py-2">
            <Switch
              label="Show this collection"
              hint="When off, it’s not on the home page and its own page is closed."
              checked={!fields.hidden}
              onChange={(isShown) => change({ hidden: !isShown })}
            />
          </div>
          <ChoiceField
            legend={labels.rule}
            name="filled"
            choices={[BY_HAND, BY_RULE]}
            chosen={fields.rule === null ? BY_HAND : BY_RULE}
            onChange={({ target }) => change({ rule: target.value === BY_HAND ? null : lastRule })}
          />
          {fields.rule === null ? (
            <PieceFields pieces={fields.pieces} onChange={(pieces) => change({ pieces })} />
          ) : (
            <RuleFields
              rule={fields.rule}
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
        </form>
      )}
      <LeaveGuard when={() => fields !== first.fields && !isSaved.current}>{UNSAVED}</LeaveGuard>
    </>
  );
}
