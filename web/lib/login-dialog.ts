import { makeStore } from './store.ts';

/** Whether the login is open over the page: somebody has pressed its button, or a response said that nobody is logged in anymore. */
export const loginDialog = makeStore(false);
export const openLogin = () => loginDialog.set(true);
