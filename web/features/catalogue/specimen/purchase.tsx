import type { ReactNode } from 'react';
import type { SpecimenDetail } from '#contract/catalogue/specimens.ts';

/** Whether the specification's rule lets a visitor buy it: for sale, priced and available; `available` also counts the stock. */
export const canBeBought = (specimen: SpecimenDetail) =>
  specimen.forSale && specimen.price !== null && specimen.status === 'available' && specimen.available > 0;

/** The two buttons, or the form that the first one opens in their place. */
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
  return canBeBought(specimen) ? <div className="mt-6 flex flex-wrap gap-3 max-sm:*:grow">{buttons}</div> : null;
}
