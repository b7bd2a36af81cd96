/** The extras of the owner's pages, a line each, in any order. */
export { bulkEdits } from './extras/bulk-edits/desk.tsx';
export { certificates } from './extras/certificates/desk.tsx';
export { copies } from './extras/copies/desk.tsx';
export { follows } from './extras/follows/desk.tsx';
export { intake } from './extras/intake/desk.tsx';
export { lampAlignment } from './extras/lamp-alignment/desk.tsx';
export { ledger } from './extras/ledger/desk.tsx';
export { otherShops } from './extras/other-shops/desk.tsx';
export { paper } from './extras/paper/desk.tsx';
export { show } from './extras/show/desk.tsx';
export { statements } from './extras/statements/desk.tsx';
export { turns } from './extras/turns/desk.tsx';
export { waitingList } from './extras/waiting-list/desk.tsx';
