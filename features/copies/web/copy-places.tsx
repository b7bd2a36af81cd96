import { useState } from 'react';
import type { CopiesState, CopyPlace } from '#features/copies/contract/copies.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toastError } from '#ui/error-toast.ts';
import { FormEnd } from '#ui/form-end.tsx';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { isCancelled } from '#ui/lib/cancelled.ts';
import { formatDate } from '#ui/lib/format.ts';
import { isLoggedOut, reasonOf } from '#ui/lib/refusals.ts';
import { toast } from '#ui/toast.ts';
import { useFocusIfLost } from '#ui/use-focus-if-lost.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { addPlace, removePlace } from './copies-queries.ts';
import { checkPlace, PlaceFields, type PlaceKind, placeNames, placeOf } from './place-fields.tsx';

type Props = { state: CopiesState; timeZone: string; onChange: (state: CopiesState) => void };

export function CopyPlaces({ state, timeZone, onChange }: Props) {
  const [isAdding, setAdding] = useState(false);
  const [asked, setAsked] = useState<CopyPlace | null>(null);
  const heading = useFocusIfLost<HTMLHeadingElement>(`${isAdding} ${state.places.length}`);
  const remove = async (id: number) => {
    setAsked(null);
    try {
      onChange(await removePlace(id));
      toast({ title: 'Place removed', description: 'The copies in it stay.' });
    } catch (error) {
      if (!isCancelled(error)) toastError(error);
    }
  };
  return (
    <section aria-labelledby="places-heading">
      <h3
        ref={heading}
        tabIndex={-1}
        id="places-heading"
        className="scroll-mt-24 text-xl outline-none"
      >
        Places
      </h3>
      <p className="mt-1 mb-4 text-quiet">
        Choose a place away from this machine, so a fire or a burglar can’t take both. Two places
        are better than one.
      </p>
      {state.places.length > 0 && (
        <ul className="mb-6 border-b border-line">
          {state.places.map((place) => (
            <li key={place.id} className="border-t border-line py-4">
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                <code className="wrap-anywhere">{place.address}</code>
                <Button look="outline" onClick={() => setAsked(place)}>
                  Remove<span className="sr-only"> {place.address}</span>
                </Button>
              </div>
              {place.trouble !== null && (
                <p role="alert" className="mt-2 callout look-bad wrap-anywhere">
                  {place.trouble}
                </p>
              )}
              <dl className="figures mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
                <Fact
                  name="Last copy"
                  value={
                    place.copiedAt === null ? 'none yet' : formatDate(place.copiedAt, timeZone)
                  }
                />
                <Fact
                  name="Last proof"
                  value={
                    place.provedAt === null ? 'none yet' : formatDate(place.provedAt, timeZone)
                  }
                />
                {place.copiedAt !== null && (
                  <Fact
                    name="Copies there"
                    value={`${place.copies}, the last one ${sizeText(place.bytes)}`}
                  />
                )}
              </dl>
            </li>
          ))}
        </ul>
      )}
      {isAdding ? (
        <AddForm
          onClose={() => setAdding(false)}
          onAdded={(changed) => {
            setAdding(false);
            onChange(changed);
          }}
        />
      ) : (
        <Button
          look={state.places.length === 0 ? 'solid' : 'outline'}
          onClick={() => setAdding(true)}
        >
          Add a place
        </Button>
      )}
      <ConfirmDialog
        open={asked !== null}
        title="Remove this place?"
        confirm="Remove it"
        onCancel={() => setAsked(null)}
        onConfirm={() => asked && void remove(asked.id)}
      >
        No more copies go to {asked?.address}. Those that are there stay until you delete them
        yourself.
      </ConfirmDialog>
    </section>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt className="text-quiet">{name}</dt>
    <dd>{value}</dd>
  </>
);

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

function sizeText(bytes: number): string {
  const power = bytes === 0 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const format = new Intl.NumberFormat('en-US', {
    style: 'unit',
    unit: units[power],
    maximumFractionDigits: power < 2 ? 0 : 1,
  });
  return format.format(bytes / 1000 ** power);
}

function AddForm({
  onAdded,
  onClose,
}: {
  onAdded: (state: CopiesState) => void;
  onClose: () => void;
}) {
  const [kind, setKind] = useState<PlaceKind>('folder');
  const [isTouched, setTouched] = useState(false);
  const { errors, problem, isBusy, onSubmit } = useSubmit({
    names: placeNames,
    check: (typed) => checkPlace(kind, typed),
    send: async (typed) => {
      onAdded(await addPlace(placeOf(kind, typed)));
      toast({ title: 'Place added', description: 'We could write to it.' });
    },
    explain: (error) => (isCancelled(error) || isLoggedOut(error) ? undefined : reasonOf(error)),
  });
  return (
    <form
      onSubmit={onSubmit}
      onChange={() => setTouched(true)}
      noValidate
      aria-label="New place"
      className="space-y-6"
    >
      <PlaceFields kind={kind} onKind={setKind} errors={errors} autoFocus />
      <FormEnd
        problem={problem}
        isBusy={isBusy}
        submit={isBusy ? 'Trying it...' : 'Add the place'}
        close="Cancel"
        onClose={onClose}
      />
      <LeaveGuard when={() => isTouched}>Your place isn’t added yet.</LeaveGuard>
    </form>
  );
}
