import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { appears, perform, render } from '#tests/support/render.tsx';
import { ApiError } from '#ui/lib/api.ts';
import { useMerge } from './use-merge.tsx';

type Note = { text: string; carrier: string };

/** What is stored, which another tab may change. */
function makeStore(text = '', carrier = '') {
  const store = { fields: { text, carrier }, version: '1' };
  return {
    store,
    load: async () => structuredClone(store),
    save: async (fields: Note, version: string) => {
      if (version !== store.version) throw new ApiError(412, '', '');
      Object.assign(store, { fields, version: `${version}+` });
      return structuredClone(store);
    },
  };
}

function Form({
  shop,
  typed,
  onSaved,
  version = '1',
}: {
  shop: ReturnType<typeof makeStore>;
  typed: Note;
  onSaved: () => void;
  version?: string;
}) {
  const [note, setNote] = useState(typed);
  const { send, choice } = useMerge({
    begin: { fields: { text: '', carrier: '' }, version },
    labels: { text: 'Text', carrier: 'Carrier' },
    load: shop.load,
    save: shop.save,
    onMerged: setNote,
    onSaved,
    onFailed: (error) => {
      throw error;
    },
  });
  return (
    choice ?? (
      <button type="button" onClick={() => void send(note)}>
        {`${note.text}/${note.carrier}`}
      </button>
    )
  );
}

const buttonOf = (element: HTMLElement, label: string) =>
  [...element.querySelectorAll('button')].find(({ textContent }) => textContent === label);

test('what each tab has changed is saved together, and the form shows it', async () => {
  const shop = makeStore();
  const onSaved = vi.fn();
  const element = await render(
    <Form shop={shop} typed={{ text: 'By B', carrier: '' }} onSaved={onSaved} />,
  );
  Object.assign(shop.store, { fields: { text: '', carrier: 'UPS' }, version: '2' });
  await perform(() => element.querySelector('button')?.click());
  await appears(() => onSaved.mock.calls[0]);
  expect([shop.store.fields, element.textContent]).toEqual([
    { text: 'By B', carrier: 'UPS' },
    'By B/UPS',
  ]);
});

test('where both have changed the same field, nothing is overwritten until one is chosen', async () => {
  const shop = makeStore();
  const onSaved = vi.fn();
  const element = await render(
    <Form shop={shop} typed={{ text: 'By B', carrier: '' }} onSaved={onSaved} />,
  );
  Object.assign(shop.store, { fields: { text: 'By A', carrier: '' }, version: '2' });
  await perform(() => element.querySelector('button')?.click());
  const region = await appears(() => element.querySelector('section'));
  expect(region.textContent).toContain('Changed in another tab');
  expect(region.textContent).toMatch(/Mine.*By B.*Theirs.*By A/);
  expect([shop.store.fields.text, onSaved.mock.calls]).toEqual(['By A', []]);

  await perform(() => buttonOf(element, 'Back to the form')?.click());
  expect(element.textContent).toBe('By B/');
  await perform(() => element.querySelector('button')?.click());
  await appears(() => element.querySelector('section'));
  await perform(() => buttonOf(element, 'Keep all of theirs')?.click());
  await perform(() => buttonOf(element, 'Save this version')?.click());
  await appears(() => onSaved.mock.calls[0]);
  expect([shop.store.fields.text, element.textContent]).toEqual(['By A', 'By A/']);
});

test('a version that changed nothing of the form is taken as its own, and nothing is asked for again', async () => {
  const shop = makeStore();
  const load = vi.spyOn(shop, 'load');
  const onSaved = vi.fn();
  const element = await render(
    <Form shop={shop} typed={{ text: 'By B', carrier: '' }} onSaved={onSaved} version="2" />,
  );
  shop.store.version = '2';
  await perform(() => element.querySelector('button')?.click());
  await appears(() => onSaved.mock.calls[0]);
  expect([shop.store.fields.text, load.mock.calls]).toEqual(['By B', []]);
});
