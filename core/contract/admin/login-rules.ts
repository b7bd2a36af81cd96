/** Free of schemas, so pages may import it. */

export const MIN_PASSWORD_LENGTH = 8;

export const loginMessages = {
  username: 'Username is required',
  password: 'Password is required',
  wrong: 'Invalid username or password. Please try again.',
  newPassword: `Please choose a password of at least ${MIN_PASSWORD_LENGTH} characters`,
};
