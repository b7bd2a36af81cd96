import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { appears, perform, render } from '#tests/support/render.tsx';
import { upload } from '#ui/lib/upload.ts';
import { AwaitedPhotos } from './awaited-photos.tsx';

vi.mock('#ui/lib/upload.ts', { spy: true });
afterEach(() => vi.unstubAllGlobals());

test('only what has arrived is said to be there, and an example is a name that a file can have', async () => {
  const pieces = [
    { id: 1, title: 'One', number: 'K 1/1', files: [] },
    { id: 2, title: 'Two', number: 'K 1/2', files: [] },
  ];
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(pieces)));
  vi.mocked(upload)
    .mockResolvedValueOnce({})
    .mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const router = createRouter({
    routeTree: createRootRoute({ component: AwaitedPhotos }),
    history: createMemoryHistory(),
  });
  const element = await render(<RouterProvider router={router as never} />);
  const input = await appears(() => element.querySelector<HTMLInputElement>('input[type=file]'));
  expect(element.textContent).toContain('such as K 1-1.jpg.');
  const photos = ['K 1-1.jpg', 'K 1-2.jpg'].map((name) => new File(['x'], name));
  Object.defineProperty(input, 'files', { value: photos });
  await perform(() => input.dispatchEvent(new Event('change', { bubbles: true })));
  await appears(() => element.textContent.includes('K 1-2.jpg: The connection was lost.') || null);
  expect(element.querySelector('[role=status]')?.textContent).toBe(
    '1 of 2 pieces have their photos.',
  );
});
