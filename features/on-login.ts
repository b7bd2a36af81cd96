/** The features of the login dialog, a line each, in any order. */
export { passkeys } from './passkeys/web/on-login.tsx';
