/** One line per feature's pages, under their names in the page table, in any order. */
export * from './certificates/contract/pages.ts';
export * from './favourites/contract/pages.ts';
export * from './follows/contract/pages.ts';
export * from './intake/contract/pages.ts';
export * from './ledger/contract/pages.ts';
export * from './own-species/contract/pages.ts';
export * from './paper/contract/pages.ts';
export * from './questions/contract/pages.ts';
export * from './shelf/contract/pages.ts';
export * from './show/contract/pages.ts';
export * from './statements/contract/pages.ts';
export * from './today/contract/pages.ts';
export * from './topics/contract/pages.ts';
export * from './waiting-list/contract/pages.ts';
