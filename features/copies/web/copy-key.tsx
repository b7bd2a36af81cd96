import { useState } from 'react';
import type { CopiesState, NewCopyKey } from '#features/copies/contract/copies.ts';
import { Button } from '#ui/button.tsx';
import { toastError } from '#ui/error-toast.ts';
import { TextField } from '#ui/field.tsx';
import { FormEnd } from '#ui/form-end.tsx';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { isCancelled } from '#ui/lib/cancelled.ts';
import { isLoggedOut, reasonOf } from '#ui/lib/refusals.ts';
import { toast } from '#ui/toast.ts';
import { useFocusIfLost } from '#ui/use-focus-if-lost.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { makeKey, proveKey } from './copies-queries.ts';
import { KeySheet } from './key-sheet.tsx';

type Props = { state: CopiesState; timeZone: string; onChange: (state: CopiesState) => void };

/** The words are shown once, and the key is used only once four of them were typed. */
export function CopyKey({ state, timeZone, onChange }: Props) {
  const [made, setMade] = useState<NewCopyKey | null>(null);
  const [isMaking, setMaking] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const heading = useFocusIfLost<HTMLHeadingElement>(`${made !== null} ${isAsked}`);
  const make = async () => {
    setMaking(true);
    try {
      setMade(await makeKey());
    } catch (error) {
      if (!isCancelled(error)) toastError(error);
    } finally {
      setMaking(false);
    }
  };
  const hasOne = state.key === 'known';
  return (
    <section aria-labelledby="key-heading">
      <h3
        ref={heading}
        tabIndex={-1}
        id="key-heading"
        className="scroll-mt-24 text-xl outline-none"
      >
        Key
      </h3>
      {made ? (
        <NewKey
          made={made}
          isAsked={isAsked}
          onAsked={setAsked}
          places={state.places.map(({ address }) => address)}
          timeZone={timeZone}
          onCancel={() => setMade(null)}
          onProved={(changed) => {
            setMade(null);
            setAsked(false);
            onChange(changed);
            toast({
              title: 'Key in use',
              description: 'Keep the sheet where you’d find it if this machine were gone.',
            });
          }}
        />
      ) : (
        <>
          <p className="mt-1 mb-4 text-quiet">
            {hasOne
              ? 'In use. Its words are on your sheet and nowhere else. If you lost the sheet, or someone saw it, make a new key: older copies still need the old words.'
              : 'We’ll show you 24 words, once. Print them or write them down: without them no one can open your copies, and neither can we.'}
          </p>
          <Button
            look={hasOne ? 'outline' : 'solid'}
            disabled={isMaking}
            onClick={() => void make()}
          >
            {state.key === 'none' ? 'Make the key' : 'Make a new key'}
          </Button>
        </>
      )}
    </section>
  );
}

type NewKeyProps = {
  made: NewCopyKey;
  isAsked: boolean;
  onAsked: (isAsked: boolean) => void;
  places: string[];
  timeZone: string;
  onCancel: () => void;
  onProved: (state: CopiesState) => void;
};

function NewKey({ made, isAsked, onAsked, places, timeZone, onCancel, onProved }: NewKeyProps) {
  const words = made.words.split(' ');
  return (
    <div className="mt-2">
      {isAsked ? (
        <Question made={made} onBack={() => onAsked(false)} onProved={onProved} />
      ) : (
        <>
          <p className="mb-4 text-quiet">
            These words are shown only now. Print the sheet, or write them down in this order, and
            keep it away from this machine.
          </p>
          <ol
            className="figures grid grid-cols-2 gap-x-6 border-y border-line py-3 sm:grid-cols-3 xl:grid-cols-4"
            aria-label="The words of the key"
          >
            {words.map((word, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a word may come twice, and its number is what it is
              <li key={index} className="flex gap-2 py-1">
                <span className="w-6 text-right text-quiet">{index + 1}</span>
                <span className="font-medium select-all">{word}</span>
              </li>
            ))}
          </ol>
          <div className="mt-5 flex flex-wrap gap-3">
            <Button onClick={() => window.print()}>Print the sheet</Button>
            <Button look="outline" onClick={() => onAsked(true)}>
              I have the words
            </Button>
            <Button look="plain" onClick={onCancel}>
              Cancel
            </Button>
          </div>
        </>
      )}
      <KeySheet words={words} places={places} timeZone={timeZone} />
      <LeaveGuard when={() => true}>
        The new key isn’t in use yet, and its words won’t be shown again.
      </LeaveGuard>
    </div>
  );
}

function Question({
  made,
  onBack,
  onProved,
}: {
  made: NewCopyKey;
  onBack: () => void;
  onProved: (state: CopiesState) => void;
}) {
  const names = made.asked.map(String);
  const { errors, problem, isBusy, onSubmit } = useSubmit<string>({
    names,
    check: (typed) =>
      Object.fromEntries(
        names.map((name) => [name, typed[name]?.trim() === '' ? 'Enter this word.' : undefined]),
      ),
    send: async (typed) => onProved(await proveKey(names.map((name) => typed[name]?.trim() ?? ''))),
    explain: (error) => (isCancelled(error) || isLoggedOut(error) ? undefined : reasonOf(error)),
  });
  return (
    <form onSubmit={onSubmit} noValidate aria-label="Words of the key" className="space-y-6">
      <p className="text-quiet">To check that you have them, type these four from your sheet.</p>
      <div className="grid grid-cols-2 gap-4">
        {names.map((name, index) => (
          <TextField
            key={name}
            label={`Word ${name}`}
            name={name}
            error={errors[name]}
            maxLength={20}
            autoFocus={index === 0}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
        ))}
      </div>
      <FormEnd
        problem={problem}
        isBusy={isBusy}
        submit="Use this key"
        close="Show the words again"
        onClose={onBack}
      />
    </form>
  );
}
