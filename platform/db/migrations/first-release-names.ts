/**
 * `first-release.ts` makes the tables of 1.0.0 at once; databases and backups still list all of
 * these steps.
 */
export const FIRST_RELEASE = `
  0001-first 0003-mails 0004-media 0005-search 0006-many-processes 0007-references 0008-hidden-words
  0009-video-columns 0010-ip-addresses 0011-standard-names 0012-email-proofs 0013-ip-address-index 0014-account
  0015-mails-without-order 0016-holds 0017-passkeys 0018-media-names 0019-strangers 0020-inquiries
  0021-used-payments 0022-invoices 0023-sales-elsewhere 0024-unerased-orders 0025-waiting-lists
  0026-certificates 0027-private-notes 0028-ended-certificates 0029-facts 0030-stone-colours 0031-collections
  0032-follows 0033-bulk-edits 0034-ledger 0035-outlines 0036-alignments 0037-keys-of-specimens
  0038-reserved-numbers 0039-intakes 0040-turns`
  .trim()
  .split(/\s+/);

export const endsBeforeFirstRelease = (applied: readonly string[]): boolean =>
  applied.length > 0 && FIRST_RELEASE.some((name) => !applied.includes(name));
