import { lazy, Suspense, useState } from 'react';
import { formatDimensionsIn, parseDimensions } from '#contract/dimensions.ts';
import { posterOf } from '#contract/media-urls.ts';
import type { SpecimenDetail } from '#contract/specimens.ts';
import { formatDimensions } from '#web/lib/format.ts';

const TrueSize = lazy(() => import('./true-size.tsx'));

/** The dimensions in centimetres and inches, and the way to see them; or the admin's own words where they cannot be read. */
export function Size({ specimen: { dimensions: typed, main, title } }: { specimen: SpecimenDetail }) {
  const [isOpen, setOpen] = useState(false);
  const dimensions = parseDimensions(typed);
  if (!dimensions) {
    const why = typed.trim() === '' ? 'Not recorded' : formatDimensions(typed);
    return (
      <>
        {why} <span className="block text-sm text-quiet">Its true size cannot be drawn without dimensions in figures.</span>
      </>
    );
  }
  // Stones are measured in millimetres; dimensions typed in them are shown in them.
  const isMillimetres = dimensions.every(({ unit }) => unit === 'mm');
  const lines = [formatDimensionsIn(dimensions, 'cm'), formatDimensionsIn(dimensions, 'in')];
  return (
    <>
      <span className="block overflow-hidden">
        {/* Where the sizes wrap, the dot between them would begin or end a line: there it is clipped. */}
        <span className="-ml-4 block">
          {(isMillimetres ? [formatDimensions(typed), ...lines] : lines).map((line, index) => (
            <span key={line} className="inline-block">
              <span className="inline-block w-4 text-center whitespace-pre">{index > 0 && ' · '}</span>
              {line}
            </span>
          ))}
        </span>
      </span>
      <button
        type="button"
        className="needs-script -mb-2.5 block min-h-11 text-accent underline underline-offset-4 hover:no-underline"
        onClick={() => setOpen(true)}
      >
        True size
      </button>
      {isOpen && (
        <Suspense>
          <TrueSize title={title} dimensions={dimensions} picture={posterOf(main)} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
