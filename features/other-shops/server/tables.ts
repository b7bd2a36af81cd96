export type OldAddresses = { path: string; specimen_id: number };

declare module '#platform/db/schema.ts' {
  interface Schema {
    old_addresses: OldAddresses;
  }
}
