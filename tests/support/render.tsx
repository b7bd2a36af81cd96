import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}

/** Draws a component in a page of its own, with what every page of the shop has around it. @returns its element; errors of drawing are thrown. */
export async function render(content: ReactNode): Promise<HTMLElement> {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  const element = document.createElement('div');
  document.body.append(element);
  const failures: unknown[] = [];
  const root = createRoot(element, { onUncaughtError: (error) => failures.push(error) });
  onTestFinished(async () => {
    await act(async () => root.unmount());
    element.remove();
  });
  const client = new QueryClient();
  await act(async () => root.render(<QueryClientProvider client={client}>{content}</QueryClientProvider>));
  if (failures.length > 0) throw failures[0];
  return element;
}

/** Hydrates what the server drew of a page. @returns its element; a difference between the two is thrown. */
export async function hydrate(html: string, page: ReactNode): Promise<HTMLElement> {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  const element = document.createElement('div');
  element.innerHTML = html;
  const differences: unknown[] = [];
  const root = await act(async () => hydrateRoot(element, page, { onRecoverableError: (difference) => differences.push(difference) }));
  onTestFinished(() => act(async () => root.unmount()));
  if (differences.length > 0) throw differences[0];
  return element;
}

/** Does something, waits for the promise it may return, and until the page shows what follows from it. */
export async function perform(action: () => unknown): Promise<void> {
  await act(async () => action());
}

/** As long as `expect.poll` waits: what is loaded late takes its time on a busy machine. */
const PATIENCE_MS = 60_000;

/** Waits until the page has what is looked for. @throws Error where it does not appear. */
export async function appears<T>(find: () => T | null | undefined): Promise<T> {
  for (const begun = performance.now(); performance.now() - begun < PATIENCE_MS; ) {
    const found = find();
    if (found) return found;
    await perform(() => new Promise((resolve) => setTimeout(resolve)));
  }
  throw new Error('It did not appear');
}
