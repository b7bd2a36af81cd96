import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}

/** Draws a component in a page of its own, with what every page of the shop has around it. @returns its element; errors of drawing are thrown. */
export async function render(content: ReactNode): Promise<HTMLElement> {
  const element = document.createElement('div');
  document.body.append(element);
  const failures: unknown[] = [];
  const root = createRoot(element, { onUncaughtError: (error) => failures.push(error) });
  onTestFinished(async () => {
    await perform(() => root.unmount());
    element.remove();
  });
  const client = new QueryClient();
  await perform(() =>
    root.render(<QueryClientProvider client={client}>{content}</QueryClientProvider>),
  );
  if (failures.length > 0) throw failures[0];
  return element;
}

/** Hydrates what the server drew of a page. @returns its element; a difference between the two is thrown. */
export async function hydrate(html: string, page: ReactNode): Promise<HTMLElement> {
  const element = document.createElement('div');
  element.innerHTML = html;
  const differences: unknown[] = [];
  const root = await perform(() =>
    hydrateRoot(element, page, {
      onRecoverableError: (difference) => differences.push(difference),
    }),
  );
  onTestFinished(() => perform(() => root.unmount()));
  if (differences.length > 0) throw differences[0];
  return element;
}

/** How many of them are under way. */
let actions = 0;

/**
 * Does something, waits for the promise it may return, and until the page shows what follows from it. Between two of these the page lives as in a browser:
 * what comes late, such as code that is loaded, is drawn when it comes.
 */
export async function perform<T>(action: () => T | Promise<T>): Promise<T> {
  actions += 1;
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  try {
    return await act(async () => action());
  } finally {
    actions -= 1;
    globalThis.IS_REACT_ACT_ENVIRONMENT = actions > 0;
  }
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
