/** What features let the owner decide with a new password, each under its name in the API. A line a feature, in any order. */
export { remainingPasskeys } from './passkeys/contract/new-password.ts';
