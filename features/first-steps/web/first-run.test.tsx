import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { remember } from '#core/web/admin/auth/auth-session.tsx';
import EmptyShop from '#core/web/routes/empty-shop.tsx';
import { appears, perform, render } from '#tests/support/render.tsx';

const draw = () => {
  const rootRoute = createRootRoute({
    component: () => (
      <main>
        <EmptyShop />
      </main>
    ),
  });
  const router = createRouter({
    routeTree: rootRoute,
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  return render(<RouterProvider router={router as never} />);
};

test('the owner of an empty shop is led to the first steps, and a visitor sees nothing of it', async () => {
  const element = await draw();
  await appears(() => element.querySelector('main'));
  expect(element.textContent).toBe('');
  await perform(() =>
    remember({
      isAuthenticated: true,
      userRole: 'admin',
      username: 'admin',
      demoCredentials: null,
    }),
  );
  await appears(() => element.querySelector('h3'));
  const links = [...element.querySelectorAll('a')].map((link) => [
    link.textContent,
    link.getAttribute('href'),
  ]);
  expect(links).toEqual([['First steps', '/manage?step=overview']]);
  await perform(() =>
    remember({ isAuthenticated: false, userRole: 'guest', username: null, demoCredentials: null }),
  );
});
