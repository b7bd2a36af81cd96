import { type UseFormReturn, useForm } from 'react-hook-form';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { perform, render } from '#tests/support/render.tsx';
import { FoldedPart } from './folded-part.tsx';
import { emptyDraft, type SpecimenDraft } from './specimen-draft.ts';

// What is suggested at its fields.
beforeEach(() => vi.stubGlobal('fetch', async () => Response.json({})));
afterEach(() => vi.unstubAllGlobals());

type Form = UseFormReturn<SpecimenDraft>;

/** The private part of a short form: it asks for cost, source and where a piece is kept. */
function PrivatePart({
  fields,
  onForm,
}: {
  fields: Partial<SpecimenDraft>;
  onForm: (form: Form) => void;
}) {
  // A browser can't focus a field that is folded, and this page could.
  const form = useForm<SpecimenDraft>({
    defaultValues: { ...emptyDraft, ...fields },
    shouldFocusError: false,
  });
  onForm(form);
  return (
    <FoldedPart
      name="private"
      form={form}
      mode="edit"
      proposals={{ title: '', origin: '' }}
      missingPhotos={[]}
    >
      <button type="button">Elsewhere</button>
    </FoldedPart>
  );
}

async function drawn(fields: Partial<SpecimenDraft> = {}) {
  let form: Form | undefined;
  const page = await render(
    <PrivatePart
      fields={fields}
      onForm={(made) => {
        form = made;
      }}
    />,
  );
  const fold = page.querySelector('details');
  // Browsers report some time later that it was opened or closed, this page at once.
  let isReported = false;
  page.addEventListener('toggle', (event) => isReported || event.stopPropagation(), {
    capture: true,
  });
  const field = (name: string) => page.querySelector<HTMLInputElement>(`[name="${name}"]`);
  return {
    fold,
    field,
    type: (cost: string) => perform(() => form?.setValue('cost', cost)),
    /** As the field is left. */
    leave: () => perform(() => form?.trigger('cost')),
    save: () => perform(() => form?.handleSubmit(() => {})()),
    close: () =>
      perform(() => {
        page.querySelector('button')?.focus();
        if (fold) fold.open = false;
      }),
    report: () =>
      perform(() => {
        isReported = true;
        fold?.dispatchEvent(new Event('toggle'));
        isReported = false;
      }),
  };
}

test('a part of the short form is closed until it holds something', async () => {
  expect((await drawn()).fold?.open).toBe(false);
  expect((await drawn({ cost: '20' })).fold?.open).toBe(true);
  const { fold, type } = await drawn();
  await type('20');
  expect(fold?.open).toBe(true);
});

test('a wrong field in a closed part is shown and has the focus, at each attempt to save', async () => {
  const { fold, field, type, save, close, report } = await drawn();
  await type('many');
  for (const _ of ['first', 'second', 'third']) {
    await close();
    await report();
    expect(fold?.open).toBe(false);
    await save();
    expect(fold?.open).toBe(true);
    expect(document.activeElement).toBe(field('cost'));
  }
});

test('a part closed just before an attempt to save opens and stays open', async () => {
  const { fold, field, type, save, close, report } = await drawn();
  await type('many');
  await report();
  await close();
  await save();
  await report();
  expect(fold?.open).toBe(true);
  expect(document.activeElement).toBe(field('cost'));
});

test('what is found wrong as a field is left opens its part, and takes nobody away from the next field', async () => {
  const { fold, field, type, leave, save, close, report } = await drawn();
  await type('many');
  await save();
  await type('20');
  await leave();
  await type('more');
  await close();
  await report();
  field('source')?.focus();
  await leave();
  expect(fold?.open).toBe(true);
  expect(document.activeElement).toBe(field('source'));
});

test('a field that is found wrong after an attempt to save takes nobody away from the next one either', async () => {
  const { field, type, leave, save } = await drawn({ cost: '20' });
  await save();
  await type('more');
  field('source')?.focus();
  await leave();
  expect(document.activeElement).toBe(field('source'));
});
