import { afterEach, expect, test, vi } from 'vitest';
import { appears, perform, render } from '#tests/support/render.tsx';
import { shownToast } from '#ui/toast.ts';
import { PhotoAddresses } from './photo-addresses.tsx';

afterEach(() => vi.unstubAllGlobals());

const waiting = [{ host: 'cdn.shop.example', photos: 3 }];
const none = { waiting: [], run: null, failed: 0, failures: [] };
const run = (fetched: number, failed: number, left: number) => ({
  ...none,
  run: { fetched, failed, left },
  failed,
});

test('photos are copied on the owner’s word, which says begin, end and what fails', async () => {
  /** How the run stands each time that the page asks; the last answer stays. */
  const answers = [run(1, 0, 2), run(2, 0, 1), { ...run(2, 1, 0), failures: [failure] }];
  let now: object = { ...none, waiting };
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    const name = path.split('/').at(-1) ?? '';
    if (method !== 'GET') calls.push(`${method} ${name}`);
    if (method === 'DELETE') now = none;
    else if (name === 'fetch') now = run(0, 0, 3);
    else if ('run' in now && now.run) now = answers.shift() ?? now;
    return new Response(JSON.stringify(now));
  });
  const element = await render(<PhotoAddresses />);
  const press = async (label: string) => {
    const button = await appears(() =>
      [...document.querySelectorAll('button')].findLast(({ textContent }) => textContent === label),
    );
    await perform(() => button.click());
  };
  await appears(() =>
    element.textContent.includes('3 photos from your sheet are still at cdn.shop.example.'),
  );
  const said: string[] = [];
  new MutationObserver(() => {
    const text = element.querySelector('[role=status]')?.textContent ?? '';
    if (text !== said.at(-1)) said.push(text);
  }).observe(element, { childList: true, characterData: true, subtree: true });

  await press('Copy 3 photos');
  await appears(() => element.textContent.includes('1 of 3 photos copied.'));
  await appears(
    () =>
      element.textContent.includes('2 of 3 photos copied.') &&
      element.querySelector('progress') === null,
  );
  expect(said).toEqual([expect.stringContaining('copying goes on'), '2 of 3 photos copied.']);
  expect(element.textContent).toContain(
    'Row 4, Azurite: cdn.shop.example no longer has this photo.',
  );

  await press('Leave it out');
  expect(calls).toEqual(['POST fetch']);
  await appears(() =>
    document.querySelector('dialog')?.textContent.includes('Leave out one photo?'),
  );
  await press('Leave it out');
  const { title } = await appears(() => shownToast.get());
  expect([title, calls]).toEqual(['Photos Left Out', ['POST fetch', 'DELETE photo-addresses']]);
});

const failure = {
  row: 4,
  specimenId: 1,
  title: 'Azurite',
  address: 'https://cdn.shop.example/3.jpg',
  message: 'cdn.shop.example no longer has this photo.',
};
