import { lazy, Suspense, useState } from 'react';
import type { ShownFact } from '#contract/catalogue/shown-facts.ts';
import type { SpecimenDetail } from '#contract/catalogue/specimens.ts';
import { posterOf } from '#contract/media/media-urls.ts';

const TrueSize = lazy(() => import('./true-size.tsx'));

type Props = { specimen: SpecimenDetail; lines: ShownFact['lines'] };

/** The dimensions in centimetres and inches, and the way to see them. */
export function Size({ specimen: { dimensions, main, title }, lines }: Props) {
  const [isOpen, setOpen] = useState(false);
  const sizes = lines.flatMap(({ parts }) => parts);
  return (
    <>
      <span className="block overflow-hidden">
        {/* Where the sizes wrap, the dot between them would begin or end a line: there it is clipped. */}
        <span className="-ml-4 block">
          {sizes.map(({ text }, index) => (
            <span key={text} className="inline-block">
              <span className="inline-block w-4 text-center whitespace-pre">{index > 0 && ' · '}</span>
              {text}
            </span>
          ))}
        </span>
      </span>
      <button type="button" className="needs-script -mb-2.5 block min-h-11 text-link hover:no-underline" onClick={() => setOpen(true)}>
        Actual size
      </button>
      {isOpen && (
        <Suspense>
          <TrueSize title={title} typed={dimensions} picture={posterOf(main)} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
