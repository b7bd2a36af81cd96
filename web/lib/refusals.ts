/** What the server refuses to the owner. Visitors do not download this. */
import { ApiError, messageOf } from './api.ts';
import { openLogin } from './login-dialog.ts';

const says = (error: ApiError, code: string) => (error.problem === null ? error.isEmpty : error.problem.code === code);

/** Whether the session has ended. A response to HEAD has no body to say it. */
export const isLoggedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401 && says(error, 'unauthorized');

/** Whether the server wants to know again who is there. */
export const isUnconfirmed = (error: ApiError): boolean => error.status === 403 && says(error, 'confirmation_required');

export function openLoginIfNeeded(error: ApiError): void {
  if (isLoggedOut(error)) openLogin();
}

/** The error of a response that did not come by `send`, which alone can be confirmed and sent again. */
export function refused({ status, statusText }: { status: number; statusText: string }, body: string): ApiError {
  const error = new ApiError(status, body, statusText);
  openLoginIfNeeded(error);
  return error;
}

/** Why something failed, in a sentence: the server's own, or that there was none. */
export const reasonOf = (error: unknown): string => messageOf(error, 'The shop could not be reached. Please try again.');

/** The error of a request without a response. */
export const unanswered = () => new TypeError('The server did not answer');
