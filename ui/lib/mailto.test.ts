import { expect, test } from 'vitest';
import { mailtoUrl } from './mailto.ts';

test.each([
  ['ada@buyer.example', {}, 'mailto:ada@buyer.example'],
  [
    'ada@buyer.example',
    { subject: 'Order #5', body: 'a\nb' },
    'mailto:ada@buyer.example?subject=Order%20%235&body=a%0D%0Ab',
  ],
  ['a?bcc=x%40y.example&z=@b.example', {}, 'mailto:a%3Fbcc%3Dx%2540y.example%26z%3D@b.example'],
])('a mail to %s with %j has the URL %s', (to, headers, url) => {
  expect(mailtoUrl(to, headers)).toBe(url);
});
