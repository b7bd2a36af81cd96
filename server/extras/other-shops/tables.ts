/** A path of the shop that the dealer comes from, and the specimen that is there now. */
export type OldAddresses = { path: string; specimen_id: number };

declare module '#server/platform/db/schema.ts' {
  interface Schema {
    old_addresses: OldAddresses;
  }
}
