import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hydrate } from '#tests/support/render.tsx';
import { meQuery } from './auth-queries.ts';
import { useMe } from './auth-session.tsx';

const admin = {
  isAuthenticated: true,
  userRole: 'admin',
  username: 'admin',
  demoCredentials: null,
} as const;

const drawn: string[] = [];

function Probe() {
  const text = useMe()?.userRole ?? 'nobody knows';
  drawn.push(text);
  return <p>{text}</p>;
}

test('hydration begins with what the server drew, though it is known by then who is logged in', async () => {
  const queryClient = new QueryClient();
  const page = (
    <QueryClientProvider client={queryClient}>
      <Probe />
    </QueryClientProvider>
  );
  const html = renderToString(page);
  expect(drawn.splice(0)).toEqual(['nobody knows']);

  queryClient.setQueryData(meQuery.queryKey, admin);
  expect((await hydrate(html, page)).textContent).toBe('admin');
  expect(drawn).toEqual(['nobody knows', 'admin']);
});
