/** Visitors do not download this. */
import { ApiError, messageOf } from './api.ts';
import { openLogin } from './login-dialog.ts';

const says = (error: ApiError, code: string) =>
  error.problem === null ? error.isEmpty : error.problem.code === code;

/** The session has ended. A response to HEAD has no body to say it. */
export const isLoggedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && says(error, 'unauthorized');

export const isUnconfirmed = (error: ApiError): boolean =>
  error.status === 403 && says(error, 'confirmation_required');

export function openLoginIfNeeded(error: ApiError): void {
  if (isLoggedOut(error)) openLogin();
}

/** The response did not come by `send`, which alone can be confirmed and sent again. */
export function refused(
  { status, statusText }: { status: number; statusText: string },
  body: string,
): ApiError {
  const error = new ApiError(status, body, statusText);
  openLoginIfNeeded(error);
  return error;
}

export const reasonOf = (error: unknown): string =>
  messageOf(error, 'The shop could not be reached. Please try again.');

export const unanswered = () => new TypeError('The server did not answer');
