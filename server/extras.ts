/** The extras of the server, a line each, in any order. */
export { bulkEdits } from './extras/bulk-edits/extra.ts';
export { certificates } from './extras/certificates/extra.ts';
export { copies } from './extras/copies/extra.ts';
export { favourites } from './extras/favourites/extra.ts';
export { follows } from './extras/follows/extra.ts';
export { intake } from './extras/intake/extra.ts';
export { lampAlignment } from './extras/lamp-alignment/extra.ts';
export { ledger } from './extras/ledger/extra.ts';
export { otherShops } from './extras/other-shops/extra.ts';
export { paper } from './extras/paper/extra.ts';
export { shelf } from './extras/shelf/extra.ts';
export { show } from './extras/show/extra.ts';
export { statements } from './extras/statements/extra.ts';
export { turns } from './extras/turns/extra.ts';
export { waitingList } from './extras/waiting-list/extra.ts';
