import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { CheckIcon } from '#ui/icons.tsx';
import { type Asked, formParts, partId, partNames, useMissing } from './form-parts.ts';
import type { SpecimenDraft } from './specimen-draft.ts';
import { usePartInView } from './use-part-in-view.ts';

type Props = { form: UseFormReturn<SpecimenDraft>; asked: Asked };

export function PartList({ form, asked }: Props) {
  const missing = useMissing(form, asked);
  const shown = usePartInView();
  const list = useRef<HTMLElement>(null);

  // On a phone the list is wider than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marked link changes with `shown`
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (link) list.current?.scrollTo({ left: link.offsetLeft - list.current.offsetLeft - 24 });
  }, [shown]);

  return (
    <nav
      ref={list}
      aria-label="Parts"
      className="part-list max-lg:sticky max-lg:top-(--header-height) max-lg:z-10 max-lg:-mx-5 max-lg:overflow-x-auto max-lg:border-b max-lg:border-line max-lg:bg-ground max-lg:px-5 max-lg:[scrollbar-width:none]"
    >
      <ol className="flex gap-x-5 lg:block">
        {partNames.map((name) => (
          <li key={name} className="shrink-0 lg:border-b lg:border-line">
            <a
              href={`#${partId(name)}`}
              aria-current={name === shown ? 'location' : undefined}
              onClick={(event) => {
                // Without a history entry, by which leaving would take as many steps.
                event.preventDefault();
                const heading = document.getElementById(partId(name));
                const fold = heading?.closest('details');
                if (fold) fold.open = true;
                heading?.focus();
              }}
              className="flex min-h-11 items-center gap-x-3 py-1 text-fine whitespace-nowrap text-ink no-underline -outline-offset-2 hover:text-accent aria-[current]:text-accent max-lg:border-b-2 max-lg:border-transparent max-lg:aria-[current]:border-accent lg:min-h-9"
            >
              {formParts[name].label}{' '}
              <span className="ml-auto text-right text-sm whitespace-normal text-quiet max-lg:sr-only">
                {missing[name] ?? (name !== 'private' && <CheckIcon className="size-4" />)}
              </span>
              {missing[name] && (
                <span
                  aria-hidden="true"
                  className="-ml-1.5 size-1.5 rounded-full bg-accent lg:hidden"
                />
              )}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

export const PRIVATE_NOTE = 'Only you see this.';

/** The heading says what is missing where the list has no room. */
export function PartHeading({ name, form, asked }: Props & { name: (typeof partNames)[number] }) {
  const missing = useMissing(form, asked)[name];
  return (
    <div className="mb-5 flex flex-wrap items-baseline gap-x-4">
      <h2
        id={partId(name)}
        tabIndex={-1}
        className="scroll-mt-18 text-2xl outline-none lg:scroll-mt-8"
      >
        {formParts[name].label}
      </h2>
      {missing && <p className="text-sm text-quiet lg:hidden">{missing}</p>}
      {name === 'private' && <p className="text-sm text-quiet">{PRIVATE_NOTE}</p>}
    </div>
  );
}
