import { expect, test } from 'vitest';
import { perform, render } from '#tests/support/render.tsx';
import { FileButton } from './file-button.tsx';

test('files are chosen by a button that is called what it says', async () => {
  const taken: string[][] = [];
  const element = await render(
    <FileButton label="Main Image" onFiles={(files) => taken.push(files.map(({ name }) => name))}>
      Choose the main image
    </FileButton>,
  );
  const button = element.querySelector('button');
  expect(button?.textContent).toBe('Choose the main image');
  expect(button?.hasAttribute('aria-label')).toBe(false);
  const input = element.querySelector('input');
  expect(input?.hidden).toBe(true);

  let opened = 0;
  input?.addEventListener('click', () => {
    opened += 1;
  });
  await perform(() => button?.click());
  expect(opened).toBe(1);

  const choose = (files: File[]) =>
    perform(() => {
      Object.defineProperty(input, 'files', { configurable: true, value: files });
      input?.dispatchEvent(new Event('change', { bubbles: true }));
    });
  await choose([new File(['x'], 'stone.jpg')]);
  await choose([]);
  expect(taken).toEqual([['stone.jpg']]);
});
