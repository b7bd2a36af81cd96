/**
 * The statuses of specimens, each with everything the shop says and does about it. Free of schemas, so pages may import it. A new status is one
 * entry here, or in `order-statuses.ts`, and a migration (`server/platform/db/migrations/check-values.ts`); types and tests name the rest.
 */

export type Tone = 'quiet' | 'info' | 'progress' | 'good' | 'warn' | 'bad';

type SpecimenStatusEntry = {
  /** In title case, for forms and banners. */
  label: string;
  /** Where there is little room. */
  shortLabel: string;
  tone: Tone;
  /** Says on the specimen's page why it cannot be bought; null where it can. */
  notice: string | null;
};

export const specimenStatusTable = {
  available: { label: 'Available', shortLabel: 'Available', tone: 'quiet', notice: null },
  pending: { label: 'Pending Sale', shortLabel: 'Pending', tone: 'warn', notice: 'This specimen is pending sale.' },
  sold: { label: 'Sold', shortLabel: 'Sold', tone: 'good', notice: 'This specimen has been sold.' },
} as const satisfies Record<string, SpecimenStatusEntry>;

export type SpecimenStatus = keyof typeof specimenStatusTable;
/** Whether a specimen is still worked on: visitors do not see it, and nobody has ordered it. Its main picture may change. */
export const isDraft = ({ visible, status }: { visible: boolean; status: SpecimenStatus }): boolean => !visible && status === 'available';

/** What the admin may set by hand; without one, the status follows the orders. */
export type ManualStatus = Exclude<SpecimenStatus, 'available'>;
export const specimenStatuses = keysOf(specimenStatusTable);

/** `Pending Sale` → `Pending sale`: a label within running text or among other choices. */
export const sentenceCase = (label: string): string => `${label.slice(0, 1)}${label.slice(1).toLowerCase()}`;

/** The keys of a table, in the order they are written in. */
export function keysOf<Table extends object>(table: Table): readonly (keyof Table & string)[] {
  return Object.keys(table) as (keyof Table & string)[];
}
