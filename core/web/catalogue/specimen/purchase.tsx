import type { ReactNode } from 'react';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';

/** For sale, priced and available, as specified; `available` also counts the stock. */
export const canBeBought = (specimen: SpecimenDetail) =>
  specimen.forSale &&
  specimen.price !== null &&
  specimen.status === 'available' &&
  specimen.available > 0;

export function Purchase({
  specimen,
  isBuying,
  buttons,
  form,
}: {
  specimen: SpecimenDetail;
  isBuying: boolean | undefined;
  buttons: ReactNode;
  form: ReactNode;
}) {
  if (isBuying) return form;
  return canBeBought(specimen) ? (
    <div className="mt-4 flex flex-wrap gap-3 max-sm:*:grow">{buttons}</div>
  ) : null;
}
