import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type UseFormReturn, useController, useWatch } from 'react-hook-form';
import {
  type CareChange,
  careChangeOf,
  isSafetyNote,
  MAX_CARE_WORDS,
} from '#core/contract/catalogue/care.ts';
import type { ProposedCare } from '#core/contract/catalogue/proposed-care.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { Switch } from '#ui/switch.tsx';
import { useSettled } from '#ui/use-settled.ts';
import { proposedCareQuery } from './fact-queries.ts';
import type { SpecimenDraft } from './specimen-draft.ts';

type Props = { form: UseFormReturn<SpecimenDraft>; name: 'care'; label: string; error?: string };

const isOf = (change: CareChange, { note, of }: ProposedCare) =>
  change.note === note && change.of === of;
const keyOf = ({ note, of }: ProposedCare) => `${note} ${of}`;

export function CareField({ form, name, label, error }: Props) {
  const [species, associates] = useWatch({
    control: form.control,
    name: ['species', 'associates'],
  });
  const { data: proposals = [] } = useQuery(
    proposedCareQuery(useSettled(species), useSettled(associates)),
  );
  const { field } = useController({ control: form.control, name });
  const changes: readonly CareChange[] = field.value;
  const [worded, setWorded] = useState<ReadonlySet<string>>(new Set());
  const adding = useRef<HTMLButtonElement>(null);
  const [asked, setAsked] = useState<ProposedCare | null>(null);

  /** @param words empty: dropped; undefined: as the table says it. */
  const say = (proposal: ProposedCare, words: string | undefined) => {
    const others = changes.filter((change) => !isOf(change, proposal));
    field.onChange(
      words === undefined ? others : [...others, { note: proposal.note, of: proposal.of, words }],
    );
  };
  const setIsWorded = (proposal: ProposedCare, isWorded: boolean) => {
    setWorded(
      new Set(
        [...worded]
          .filter((key) => key !== keyOf(proposal))
          .concat(isWorded ? keyOf(proposal) : []),
      ),
    );
    if (!isWorded) say(proposal, undefined);
  };
  const turn = (proposal: ProposedCare, isOn: boolean) => {
    if (!isOn && isSafetyNote(proposal.note)) return setAsked(proposal);
    setIsWorded(proposal, false);
    if (!isOn) say(proposal, '');
  };
  const removeOwn = (index: number) => {
    setOwn(index, null);
    // The button goes away with its note.
    adding.current?.focus();
  };
  const setOwn = (index: number, words: string | null) =>
    field.onChange(
      changes.flatMap((change, at) =>
        at !== index ? change : words === null ? [] : { note: null, of: null, words },
      ),
    );

  return (
    <fieldset>
      <legend className="mb-1.5 text-fine font-medium">{label}</legend>
      <p className="text-sm text-quiet">
        {proposals.length === 0
          ? 'Care notes of known species appear here. You can add your own.'
          : 'Buyers read these notes. Turn off what doesn’t apply to this piece, or say it in your own words.'}
      </p>
      <ul className="mt-3 border-t border-line empty:hidden">
        {proposals.map((proposal) => {
          const change = careChangeOf(changes, proposal.note, proposal.of);
          const isOn = change?.words !== '';
          const isWorded = isOn && (change !== undefined || worded.has(keyOf(proposal)));
          return (
            <li key={keyOf(proposal)} className="border-b border-line py-2">
              <Switch
                label={
                  <span className={isOn && !isWorded ? '' : 'text-quiet line-through'}>
                    <span className="font-medium">{proposal.of}</span>
                    {proposal.isAssociated && <span className="text-quiet"> (associated)</span>}:{' '}
                    {proposal.words}
                  </span>
                }
                checked={isOn}
                onChange={(checked) => turn(proposal, checked)}
              />
              {isWorded && (
                <div className="sm:ml-15">
                  <TextField
                    label="Your words"
                    hint="Blank keeps the note above"
                    maxLength={MAX_CARE_WORDS}
                    value={change?.words ?? ''}
                    onChange={({ currentTarget: { value } }) => {
                      setWorded(new Set([...worded, keyOf(proposal)]));
                      say(proposal, value.trim() === '' ? undefined : value);
                    }}
                  />
                </div>
              )}
              {isOn && (
                <button
                  type="button"
                  className="min-h-11 ml-15 text-sm text-link"
                  onClick={() => setIsWorded(proposal, !isWorded)}
                >
                  {isWorded ? 'Use the note above' : 'Use your own words'}
                  <span className="sr-only">: {proposal.words}</span>
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <div className="mt-3 grid gap-3 empty:hidden">
        {changes.map((change, index) =>
          change.note !== null ? null : (
            // biome-ignore lint/suspicious/noArrayIndexKey: notes have nothing else by which they can be told apart while they are typed
            <div key={index} className="flex items-end gap-3">
              <div className="min-w-0 flex-1">
                <TextField
                  label="Your own note"
                  maxLength={MAX_CARE_WORDS}
                  value={change.words}
                  onChange={({ currentTarget: { value } }) => setOwn(index, value)}
                />
              </div>
              <Button type="button" look="outline" onClick={() => removeOwn(index)}>
                Remove<span className="sr-only"> the note {change.words}</span>
              </Button>
            </div>
          ),
        )}
      </div>
      <button
        ref={adding}
        type="button"
        className="mt-1 min-h-11 text-link"
        onClick={() => field.onChange([...changes, { note: null, of: null, words: '' }])}
      >
        Add a note of your own
      </button>
      {error && (
        <p className="mt-1.5 text-sm text-bad" role="alert">
          {error}
        </p>
      )}
      <ConfirmDialog
        open={asked !== null}
        title="Hide this safety note?"
        cancel="Keep It"
        confirm="Hide It"
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          if (asked) {
            setWorded(new Set([...worded].filter((key) => key !== keyOf(asked))));
            say(asked, '');
          }
          setAsked(null);
        }}
      >
        {asked?.note === 'radioactive'
          ? 'Buyers won’t see that this piece is radioactive.'
          : `Buyers won’t see this note: “${asked?.words ?? ''}”`}
      </ConfirmDialog>
    </fieldset>
  );
}
