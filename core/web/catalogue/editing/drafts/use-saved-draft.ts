import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { FieldName } from '#core/contract/catalogue/specimen-fields.ts';
import { meQuery } from '#core/web/admin/auth/auth-queries.ts';
import type { SpecimenDraft } from '#core/web/catalogue/editing/form/specimen-draft.ts';
import { UNSAVED } from '#ui/leave-guard.tsx';
import { onLogout } from '#ui/lib/logout-signal.ts';
import { randomId } from '#ui/lib/storage.ts';
import {
  type FormContents,
  type FormName,
  forgetDraft,
  openForms,
  readDrafts,
  type SavedDraft,
  saveDraft,
} from './draft-queries.ts';

const PAUSE_MS = 700;

export function setFields(form: UseFormReturn<SpecimenDraft>, fields: SpecimenDraft): void {
  for (const [name, value] of Object.entries(fields))
    form.setValue(name as FieldName, value, { shouldDirty: true });
}

/** @param missingFiles files that are not on this device; null: nothing is. */
export function unsentWords(what: string, missingFiles: number | null): string {
  if (missingFiles === null) return UNSAVED;
  const rest = missingFiles === 0 ? '' : ' Please choose the files that didn’t fit again.';
  return `${what}. We’ll keep a draft on this device until you log out.${rest}`;
}

type Options = {
  name: FormName;
  form: UseFormReturn<SpecimenDraft>;
  pictures: unknown;
  /** null: nothing was changed. */
  contents: () => FormContents | null;
};

/**
 * Stores after every pause and when the window is hidden, until the form is sent or someone logs
 * out. Each window has its own draft.
 */
export function useSavedDraft({ name, form, pictures, contents }: Options) {
  const { data: me } = useQuery(meQuery);
  const owner = me?.username ?? null;
  const [key] = useState(randomId);
  const [offered, setOffered] = useState<SavedDraft[]>([]);
  /** Files that did not fit; null: nothing is stored. */
  const [missingFiles, setMissingFiles] = useState<number | null>(null);
  const hasEnded = useRef(false);
  const isStored = useRef(false);
  /** They go once this form is stored itself. */
  const adopted = useRef<string[]>([]);

  const store = useEffectEvent(async () => {
    if (hasEnded.current || owner === null) return;
    const now = contents();
    if (now === null) {
      await Promise.all(adopted.current.splice(0).map(forgetDraft));
      return forgetOwn();
    }
    isStored.current = true;
    const taken = adopted.current;
    const missing = await saveDraft({ ...now, key, owner, form: name, savedAt: Date.now() }, taken);
    // Sent, or logged out, while it was being written.
    if (hasEnded.current || !isStored.current) await forgetDraft(key);
    else setMissingFiles(missing);
    if (missing !== null) adopted.current = adopted.current.filter((one) => !taken.includes(one));
  });

  async function forgetOwn(): Promise<void> {
    if (!isStored.current) return;
    isStored.current = false;
    setMissingFiles(null);
    await forgetDraft(key);
  }

  useEffect(() => {
    if (owner !== null)
      void readDrafts(owner, name).then((found) =>
        setOffered(found.filter((draft) => draft.key !== key)),
      );
  }, [owner, name, key]);

  const unsent = useEffectEvent(() => (hasEnded.current ? null : contents()));
  useEffect(() => {
    openForms.set(key, () => unsent());
    return () => void openForms.delete(key);
  }, [key]);

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const storeSoon = useEffectEvent(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void store(), PAUSE_MS);
  });
  useEffect(() => {
    const watching = form.watch(() => storeSoon());
    const onHide = () => {
      if (document.visibilityState === 'hidden') void store();
    };
    document.addEventListener('visibilitychange', onHide);
    const unlisten = onLogout(() => {
      hasEnded.current = true;
    });
    return () => {
      watching.unsubscribe();
      document.removeEventListener('visibilitychange', onHide);
      unlisten();
      clearTimeout(timer.current);
    };
  }, [form]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what is stored
  useEffect(() => storeSoon(), [pictures]);

  return {
    offered,
    missingFiles,
    /** Call it when the draft's contents are in the form. */
    adopt: (draft: SavedDraft): void => {
      setOffered((all) => all.filter((one) => one !== draft));
      adopted.current = [...adopted.current, draft.key];
    },
    discard: async (draft: SavedDraft): Promise<void> => {
      setOffered((all) => all.filter((one) => one !== draft));
      await forgetDraft(draft.key);
    },
    /** Call it when the form's contents have been sent. */
    forget: forgetOwn,
  };
}
