import { formatCount } from '#core/contract/counts.ts';
import type { CopiesState } from '#features/copies/contract/copies.ts';
import { ProgressBar } from '#ui/progress-bar.tsx';

const steps = { files: 'Copying files to', proof: 'Proving the copy in' };

/** Of the copy that is being made; nothing where another process makes it. */
export function CopyProgress({ state: { progress, places } }: { state: CopiesState }) {
  if (progress === null) return null;
  const { place, step, done, of } = progress;
  const label = `${steps[step]} ${places.find(({ id }) => id === place)?.address ?? 'a place'}`;
  return (
    <div className="mt-4 max-w-2xl">
      <p className="figures mb-1.5 text-sm wrap-anywhere">
        {label}: {formatCount(done)} of {formatCount(of)}
      </p>
      <ProgressBar label={label} share={of === 0 ? 1 : done / of} />
    </div>
  );
}
