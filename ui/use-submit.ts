import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

type Errors<Name extends string> = { [Each in Name]?: string | undefined };

type Options<Name extends string> = {
  names?: readonly Name[];
  /** Nothing is sent while something is wrong. */
  check?: (fields: Record<Name, string>) => Errors<Name>;
  send: (fields: Record<Name, string>, form: HTMLFormElement) => unknown;
  /**
   * Called where `send` throws.
   * @returns errors of fields, or of the whole form; nothing where it says that itself.
   */
  explain?: (error: unknown) => Errors<Name> | string | undefined;
};

/**
 * Announces the error of a field that already has the focus, for example after Enter: screen
 * readers read it only for a field that gets the focus.
 */
function say(field: HTMLElement): void {
  const error = document.getElementById(
    field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '',
  );
  error?.setAttribute('role', 'alert');
  // Reinserted so it is announced even if the same text was there before.
  error?.replaceChildren(...error.childNodes);
  // What it becomes while someone types is not announced.
  field.addEventListener('input', () => error?.removeAttribute('role'), { once: true });
}

/**
 * The first wrong field gets the focus, and all keep what is typed unless `send` resets the form.
 */
export function useSubmit<Name extends string>({
  names = [],
  check,
  send,
  explain,
}: Options<Name>) {
  const [errors, setErrors] = useState<Errors<Name>>({});
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const refused = useRef<HTMLFormElement>(null);
  const recheck = useEffectEvent((form: HTMLFormElement) => {
    // What has been corrected is no longer called wrong; what nobody has sent yet is not.
    const found: Errors<Name> = check?.(read(form)) ?? {};
    setErrors(
      (now) =>
        Object.fromEntries(
          Object.entries(now).map(([name, error]) => [name, error && found[name as Name]]),
        ) as Errors<Name>,
    );
  });
  const submitter = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something is refused
  useEffect(() => {
    const form = refused.current;
    if (!form) return;
    // After a field that the page keeps itself has told it what was typed.
    form.oninput = () => setTimeout(() => recheck(form));
    const wrong = form.querySelector<HTMLElement>('[aria-invalid=true]');
    if (wrong && wrong === document.activeElement) say(wrong);
    else wrong?.focus();
    refused.current = null;
  }, [errors]);
  // A button that is disabled while its form is sent loses the focus.
  useEffect(() => {
    if (!isBusy && document.activeElement === document.body)
      submitter.current?.focus({ preventScroll: true });
  }, [isBusy]);

  function read(form: HTMLFormElement) {
    const data = new FormData(form);
    return Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])) as Record<
      Name,
      string
    >;
  }

  function refuse(form: HTMLFormElement, found: Errors<Name>) {
    refused.current = form;
    setErrors(found);
  }

  async function submit(form: HTMLFormElement) {
    const fields = read(form);
    const found = check?.(fields) ?? {};
    refuse(form, found);
    setProblem(undefined);
    if (Object.values(found).some(Boolean)) return;
    setBusy(true);
    try {
      await send(fields, form);
    } catch (error) {
      if (!explain) throw error;
      const why = explain(error);
      if (typeof why === 'string') setProblem(why);
      else if (why) refuse(form, why);
    } finally {
      setBusy(false);
    }
  }

  return {
    errors,
    problem,
    isBusy,
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      submitter.current = (event.nativeEvent as SubmitEvent).submitter;
      void submit(event.currentTarget);
    },
  };
}
