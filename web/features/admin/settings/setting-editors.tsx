import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react';
import type { SettingErrors } from '#contract/admin/setting-checks.ts';
import { settingRules } from '#contract/admin/setting-rules.ts';
import type { Setting, SettingKey, Settings } from '#contract/admin/settings.ts';
import { writtenPages } from '#contract/storefront/legal.ts';
import { send } from '#web/lib/api.ts';
import { isCancelled } from '#web/lib/cancelled.ts';
import { ifMatch } from '#web/lib/if-match.ts';
import { toastError } from '#web/ui/error-toast.ts';
import { toast } from '#web/ui/toast.ts';
import { SettingEditor, type StoredSetting } from './setting-editor.ts';
import { fetchFailedMessage, savedMessage, saveFailedMessage } from './setting-messages.ts';
import { legalKey, settingsKey } from './settings-queries.ts';

type Editors = {
  of<K extends SettingKey>(key: K): SettingEditor<K>;
  each(action: (editor: Pick<SettingEditor<SettingKey>, 'flush' | 'resume' | 'leave' | 'isStuck'>) => void): void;
};

// A setting without rules, or with those of another, does not compile.
const rules: { [K in SettingKey]: (value: Setting<K>) => SettingErrors } = settingRules;

const Context = createContext<Editors | null>(null);

/** Provides the editors for one visit to the settings. They outlive the panels and save unsaved edits when the page is left. */
export function SettingEditors({ editors, children }: { editors: Editors; children: ReactNode }) {
  useEffect(() => {
    const leave = () => editors.each((editor) => editor.leave());
    const hide = () => document.visibilityState === 'hidden' && leave();
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', hide);
    return () => {
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', hide);
      editors.each((editor) => editor.flush());
    };
  }, [editors]);
  return <Context value={editors}>{children}</Context>;
}

export function useNewEditors(): Editors {
  const queryClient = useQueryClient();
  const [editors] = useState(() => createEditors(queryClient));
  return editors;
}

export function useEditors(): Editors {
  const editors = use(Context);
  if (!editors) throw new Error('useEditors must be used within SettingEditors');
  return editors;
}

/** The setting as its form shows it, whether it is saved yet or not; null until it is loaded. */
export function useTypedSetting<K extends SettingKey>(key: K): Setting<K> | null {
  const editor = useEditors().of(key);
  return useSyncExternalStore(editor.subscribe, editor.state, editor.state).value;
}

function createEditors(queryClient: QueryClient): Editors {
  const made = new Map<SettingKey, unknown>();
  const of = <K extends SettingKey>(key: K): SettingEditor<K> => {
    const known = made.get(key) as SettingEditor<K> | undefined;
    if (known) return known;
    const editor = new SettingEditor<K>({
      load: () =>
        request(key).catch((cause: unknown) => {
          throw new Error(fetchFailedMessage(key), { cause });
        }),
      save: (value, { version, ...options }) =>
        request(key, { method: 'PUT', body: value, headers: version === null ? {} : ifMatch(version), ...options }),
      check: rules[key],
      onSaved: (stored, isLast) => {
        queryClient.setQueryData<Settings>(settingsKey, (settings) => settings && withSetting(settings, key, stored));
        if (key === 'legal') queryClient.setQueryData(legalKey, stored);
        if (isLast) toast({ title: 'Settings Updated', description: savedMessage(key) });
      },
      onFailed: (error) =>
        isCancelled(error)
          ? toast({ title: 'Not Saved', description: 'This change needs your password or a passkey.' })
          : toastError(error, saveFailedMessage(key)),
    });
    made.set(key, editor);
    void editor.load();
    return editor;
  };
  const each: Editors['each'] = (action) => {
    for (const editor of made.values()) action(editor as SettingEditor<SettingKey>);
  };
  return { of, each };
}

/** Reads or changes a setting; its ETag is the version. */
async function request<K extends SettingKey>(key: K, options?: Parameters<typeof send>[1]): Promise<StoredSetting<K>> {
  const response = await send(`/api/settings/${key}`, options);
  return { value: (await response.json()) as Setting<K>, version: /"(.*)"/.exec(response.headers.get('etag') ?? '')?.[1] ?? null };
}

/** The settings with which this browser renders pages from now on. */
function withSetting<K extends SettingKey>(settings: Settings, key: K, stored: Setting<K>): Settings {
  if (key === 'legal') return { ...settings, legalPages: writtenPages(stored as Setting<'legal'>) };
  return key in settings ? { ...settings, [key]: stored } : settings;
}
