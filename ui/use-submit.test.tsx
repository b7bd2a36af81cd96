import { expect, test } from 'vitest';
import { perform, render } from '#tests/support/render.tsx';
import { TextField } from './field.tsx';
import { useSubmit } from './use-submit.ts';

type Fields = { name: string; email: string };
type Props = {
  send: (fields: Fields, form: HTMLFormElement) => unknown;
  explain?: () => Partial<Fields> | string | undefined;
};

function Form({ send, explain }: Props) {
  const { errors, problem, isBusy, onSubmit } = useSubmit({
    names: ['name', 'email'],
    check: ({ name, email }) => ({
      name: name === '' ? 'Name, please' : undefined,
      email: email === '' ? 'Email, please' : undefined,
    }),
    send,
    ...(explain && { explain }),
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <TextField label="Name" name="name" error={errors.name} />
      <TextField label="Email" name="email" error={errors.email} />
      {problem && <p role="alert">{problem}</p>}
      <button type="submit" disabled={isBusy}>
        Send
      </button>
    </form>
  );
}

async function open(props: Props) {
  const element = await render(<Form {...props} />);
  const field = (name: string) =>
    element.querySelector<HTMLInputElement>(`[name=${name}]`) as HTMLInputElement;
  return {
    field,
    button: () => element.querySelector('button'),
    wrong: () =>
      [...element.querySelectorAll('[id$="-error"], [role=alert]')].map(
        ({ textContent }) => textContent,
      ),
    alerts: () => element.querySelectorAll('[role=alert]').length,
    submit: async (typed: Partial<Fields> = {}) => {
      for (const [name, text] of Object.entries(typed)) field(name).value = text;
      await perform(() => element.querySelector('form')?.requestSubmit());
    },
  };
}

test('nothing is sent while a field is wrong, and the first such field gets the focus', async () => {
  const sent: Fields[] = [];
  const { submit, wrong, field } = await open({ send: (fields) => sent.push(fields) });
  await submit();
  expect([wrong(), document.activeElement, sent]).toEqual([
    ['Name, please', 'Email, please'],
    field('name'),
    [],
  ]);
  await submit({ name: 'Ada' });
  expect([wrong(), document.activeElement, sent]).toEqual([['Email, please'], field('email'), []]);
  await submit({ email: 'ada@buyer.example' });
  expect([wrong(), sent]).toEqual([[], [{ name: 'Ada', email: 'ada@buyer.example' }]]);
});

test('what is wrong is said by the field that gets the focus, not by an alert besides', async () => {
  const { submit, alerts, field } = await open({ send: () => {} });
  await submit();
  const described = field('name').getAttribute('aria-describedby');
  expect([alerts(), document.getElementById(String(described))?.textContent]).toEqual([
    0,
    'Name, please',
  ]);
});

test('what is wrong with a field that has the focus already is said each time it is sent', async () => {
  const { submit, field, alerts, wrong } = await open({ send: () => {} });
  field('name').focus();
  const said: (string | null)[] = [];
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes, target } of changes)
      if (addedNodes.length > 0 && target instanceof Element && target.role === 'alert')
        said.push(target.textContent);
  });
  observer.observe(document.body, { subtree: true, childList: true });
  await submit();
  await submit();
  observer.disconnect();
  expect(said).toEqual(['Name, please', 'Name, please']);
  await perform(() => {
    field('name').dispatchEvent(new Event('input', { bubbles: true }));
    return new Promise((resolve) => setTimeout(resolve));
  });
  expect([alerts(), wrong()]).toEqual([0, ['Name, please', 'Email, please']]);
});

test('a field that is corrected is no longer called wrong, and the focus stays in it while others are', async () => {
  const { submit, wrong, field } = await open({ send: () => {} });
  await submit();
  field('email').focus();
  await perform(() => {
    field('email').value = 'a';
    field('email').dispatchEvent(new Event('input', { bubbles: true }));
    return new Promise((resolve) => setTimeout(resolve));
  });
  expect([
    wrong(),
    document.activeElement,
    field('email').ariaInvalid ?? field('email').getAttribute('aria-invalid'),
  ]).toEqual([['Name, please'], field('email'), null]);
  await perform(() => {
    field('email').value = '';
    field('email').dispatchEvent(new Event('input', { bubbles: true }));
    return new Promise((resolve) => setTimeout(resolve));
  });
  expect(wrong()).toEqual(['Name, please']);
});

test('the form is busy until it is sent, and keeps what is typed', async () => {
  const answer = Promise.withResolvers<void>();
  const { submit, button, field } = await open({ send: () => answer.promise });
  await submit({ name: 'Ada', email: 'ada@buyer.example' });
  expect(button()?.disabled).toBe(true);
  await perform(() => answer.resolve());
  expect([button()?.disabled, field('name').value]).toEqual([false, 'Ada']);
});

test('what the shop refuses is said at the field, which gets the focus, or for the whole form', async () => {
  const reasons = [{ email: 'Not this one' }, 'The shop is closed', undefined];
  const { submit, wrong, field, button } = await open({
    send: () => Promise.reject(new Error('No')),
    explain: () => reasons.shift(),
  });
  await submit({ name: 'Ada', email: 'ada@buyer.example' });
  expect([wrong(), document.activeElement, button()?.disabled]).toEqual([
    ['Not this one'],
    field('email'),
    false,
  ]);
  await submit();
  expect([wrong(), field('email').value]).toEqual([['The shop is closed'], 'ada@buyer.example']);
  await submit();
  expect(wrong()).toEqual([]);
});

test('a field that the form does not have reads as empty', async () => {
  const { submit, field, wrong } = await open({ send: () => {} });
  field('email').remove();
  await submit({ name: 'Ada' });
  expect(wrong()).toEqual(['Email, please']);
});
