import { expect, test } from 'vitest';
import { isSkippedTransition } from './skipped-transition.ts';

test.each([
  [new DOMException('Transition was skipped', 'AbortError')],
  [new DOMException('Skipped ViewTransition due to document being hidden', 'InvalidStateError')],
  [new DOMException('Transition was aborted because of timeout in DOM update', 'TimeoutError')],
])('a view transition that the browser skips is no error: %s', (reason) => {
  expect(isSkippedTransition(reason)).toBe(true);
});

test.each([
  [new Error('No such transition of the order')],
  [new DOMException('The transition has no such easing', 'SyntaxError')],
  [new DOMException('The user aborted a request.', 'AbortError')],
  [undefined],
  ['transition'],
])('any other rejection is one: %s', (reason) => {
  expect(isSkippedTransition(reason)).toBe(false);
});
