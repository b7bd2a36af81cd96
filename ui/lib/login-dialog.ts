import { makeStore } from './store.ts';

/**
 * The login is open over the page: somebody pressed its button, or a response said that nobody is
 * logged in anymore.
 */
export const loginDialog = makeStore(false);
export const openLogin = () => loginDialog.set(true);
