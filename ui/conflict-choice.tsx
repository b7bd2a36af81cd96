import { useEffect, useId, useRef, useState } from 'react';
import { type Difference, proposalsOf, type Side } from '#ui/lib/differences.ts';
import { Button } from './button.tsx';

type Props<Name> = {
  title?: string;
  differences: Difference<Name>[];
  labelOf: (name: Name) => string;
  onResolve: (choices: ReadonlyMap<Name, Side>) => void;
  onBack: () => void;
};

export function ConflictChoice<Name extends string>({
  title = 'Changed in another tab',
  differences,
  labelOf,
  onResolve,
  onBack,
}: Props<Name>) {
  const id = useId();
  const [choices, setChoices] = useState(() => proposalsOf(differences));
  const heading = useRef<HTMLHeadingElement>(null);
  const all = (side: Side) => setChoices(new Map(differences.map(({ name }) => [name, side])));

  useEffect(() => {
    heading.current?.focus();
  }, []);

  return (
    <section aria-labelledby={id} className="mt-8 max-w-4xl callout">
      <h2 id={id} ref={heading} tabIndex={-1} className="scroll-mt-24 text-2xl outline-none">
        {title}
      </h2>
      <p className="mt-2 text-quiet">
        It was saved elsewhere while you were editing. Nothing is lost: pick which version to keep.
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button look="outline" onClick={() => all('mine')}>
          Keep all of mine
        </Button>
        <Button look="outline" onClick={() => all('theirs')}>
          Keep all of theirs
        </Button>
      </div>
      <ul className="mt-6 border-t border-line">
        {differences.map((difference) => (
          <li key={difference.name} className="border-b border-line py-4">
            <Choice
              label={labelOf(difference.name)}
              difference={difference}
              chosen={choices.get(difference.name) ?? 'mine'}
              onChoose={(side) => setChoices(new Map(choices).set(difference.name, side))}
            />
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button look="outline" onClick={onBack}>
          Back to the form
        </Button>
        <Button onClick={() => onResolve(choices)}>Save this version</Button>
      </div>
    </section>
  );
}

type ChoiceProps = {
  label: string;
  difference: Difference;
  chosen: Side;
  onChoose: (side: Side) => void;
};

function Choice({ label, difference, chosen, onChoose }: ChoiceProps) {
  const group = useId();
  return (
    <fieldset>
      <legend className="font-medium">
        {label}
        {difference.isContested && <span className="ml-3 text-sm text-warn">changed by both</span>}
      </legend>
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        {(['mine', 'theirs'] as const).map((side) => (
          <label
            key={side}
            className="flex min-h-11 cursor-pointer gap-3 rounded-field border border-field px-3 py-2.5 has-checked:border-accent has-checked:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={group}
              checked={chosen === side}
              onChange={() => onChoose(side)}
              className="mt-1 size-4 shrink-0 accent-(--action) outline-none"
            />
            <span className="min-w-0">
              <span className="label block text-quiet">{side === 'mine' ? 'Mine' : 'Theirs'}</span>
              <span className="mt-0.5 block whitespace-pre-line wrap-anywhere">
                {difference[side] === '' ? <i className="text-quiet">nothing</i> : difference[side]}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
