/**
 * A new status is an entry here, or in `order-statuses.ts`, and a migration
 * (`platform/db/migrations/check-values.ts`). Pages import this: keep schemas out.
 */
import { keysOf, type Tone } from '#core/contract/tables.ts';

type SpecimenStatusEntry = {
  /** In title case, for forms and banners. */
  label: string;
  shortLabel: string;
  tone: Tone;
  /** Why it cannot be bought; null where it can. */
  notice: string | null;
};

export const specimenStatusTable = {
  available: { label: 'Available', shortLabel: 'Available', tone: 'quiet', notice: null },
  pending: {
    label: 'Pending Sale',
    shortLabel: 'Pending',
    tone: 'warn',
    notice: 'This specimen is pending sale.',
  },
  sold: { label: 'Sold', shortLabel: 'Sold', tone: 'good', notice: 'This specimen has been sold.' },
} as const satisfies Record<string, SpecimenStatusEntry>;

export type SpecimenStatus = keyof typeof specimenStatusTable;
/** A draft's main picture may change. */
export const isDraft = ({
  visible,
  status,
}: {
  visible: boolean;
  status: SpecimenStatus;
}): boolean => !visible && status === 'available';

/** Without one, the status follows the orders. */
export type ManualStatus = Exclude<SpecimenStatus, 'available'>;
export const specimenStatuses = keysOf(specimenStatusTable);

/** `Pending Sale` → `Pending sale`: a label within running text or among other choices. */
export const sentenceCase = (label: string): string =>
  `${label.slice(0, 1)}${label.slice(1).toLowerCase()}`;
